"""For authors of protocols and tests: the conformance suite, a running server, raters over HTTP."""

from beholder.testing.conformance import check_protocol
from beholder.testing.http import HttpConnection, HttpResponse
from beholder.testing.rater import HttpRater, RaterHistory
from beholder.testing.running_server import RunningServer, running_server
from beholder.testing.study_folder import compare_histories, write_masks_study

__all__ = [
    "HttpConnection",
    "HttpRater",
    "HttpResponse",
    "RaterHistory",
    "RunningServer",
    "check_protocol",
    "compare_histories",
    "running_server",
    "write_masks_study",
]
