"""The web server: rater pages, coordinator pages, the API and media. Nothing here asks which protocol it serves."""

from beholder.web.app import Application, ServerOptions, make_app
from beholder.web.publishing import Published, find_published, open_published, publish_study
from beholder.web.served_study import MadeReport, ServedStudy
from beholder.web.study_loader import open_finished, open_preview, open_served

__all__ = [
    "Application",
    "MadeReport",
    "Published",
    "ServedStudy",
    "ServerOptions",
    "find_published",
    "make_app",
    "open_finished",
    "open_preview",
    "open_published",
    "open_served",
    "publish_study",
]
