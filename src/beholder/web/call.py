"""One request on its way through the server, and the responses it can end in."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from pydantic import TypeAdapter

from beholder.errors import BeholderError, Problem
from beholder.text import languages_with
from beholder.web.rate_limits import network_of

if TYPE_CHECKING:
    from beholder.media.stores import OpenFile
    from beholder.web.app import Application
    from beholder.web.served_study import Rater, ServedStudy
    from beholder.web.staff import Person, StaffSession
    from beholder.web.store_reads import StoreFile

__all__ = ["Call", "HttpError", "Reply", "html", "json_reply", "redirect", "refuse_excess"]

Headers = list[tuple[bytes, bytes]]
# an answer takes kilobytes; this is read into memory before anything is known about its sender
MAX_BODY = 256 * 1024
# what nginx and Apache take by default is less: 32 KiB, and 100 headers
MAX_HEADER_BYTES = 64 * 1024
MAX_HEADERS = 100

_JSON_HEADERS = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
_HTML_HEADERS = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]


_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


class HttpError(BeholderError):
    """A refusal whose status does not follow from its code."""

    def __init__(self, status: int, problem: str, *, code: str, hint: str = "") -> None:
        super().__init__(problem, code=code, hint=hint)
        self.status = status


class Reply:
    """A response: status, headers, and a body in memory or in a file that is sent in pieces and then closed."""

    __slots__ = ("body", "file", "headers", "size", "status")

    def __init__(
        self,
        body: bytes,
        *,
        status: int = 200,
        headers: Headers,
        file: OpenFile | StoreFile | None = None,
        size: int = -1,
    ) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.file = file
        self.size = len(body) if file is None else size


def json_reply(data: Any, *, status: int = 200, extra: Headers | None = None) -> Reply:
    """JSON that nobody keeps."""
    try:
        body = _ANYTHING.dump_json(data)
    except ValueError:
        # half a surrogate pair, in what a program sent: it is told so in its own words
        body = _ENCODER.encode(data).encode("utf-8", "surrogatepass")
    return Reply(body, status=status, headers=[*_JSON_HEADERS, *(extra or ())])


def html(text: str, *, status: int = 200, extra: Headers | None = None) -> Reply:
    """A page that nobody keeps."""
    return Reply(text.encode(), status=status, headers=[*_HTML_HEADERS, *(extra or ())])


def redirect(address: str, *, extra: Headers | None = None) -> Reply:
    """See another page of this server. The address is always one we made, never one we were given."""
    headers = [(b"location", address.encode("ascii")), (b"cache-control", b"no-store"), *(extra or ())]
    return Reply(b"", status=303, headers=headers)


class Call:
    """A request as handlers see it. `study`, `rater`, `person` and `body` are set by the route before the handler runs."""

    __slots__ = ("_headers", "_query", "app", "body", "path", "person", "rater", "scope", "session", "study")

    def __init__(self, app: Application, scope: Any) -> None:
        self.app = app
        self.scope = scope
        self.path: dict[str, str] = scope["path_params"]
        self.study: ServedStudy
        self.rater: Rater
        self.person: Person
        self.session: StaffSession
        self.body: Any = None
        self._headers: dict[bytes, bytes] | None = None
        self._query: dict[str, str] | None = None

    def header(self, name: bytes) -> str:
        """A request header, empty if it was not sent."""
        if self._headers is None:
            self._headers = dict(self.scope["headers"])
        return self._headers.get(name, b"").decode("latin-1")

    def query(self, name: str, default: str = "") -> str:
        """A value from the query string."""
        if self._query is None:
            text = self.scope["query_string"].decode("latin-1")
            try:
                self._query = dict(parse_qsl(text, keep_blank_values=True, max_num_fields=50))
            except ValueError:
                # no page of ours has so many; the page that says so must be able to ask for its language
                self._query = {}
        return self._query.get(name, default)

    @property
    def address(self) -> str:
        """Where the request comes from, as far as the proxy in front can be trusted."""
        client = self.scope.get("client")
        return str(client[0]) if client else ""

    @property
    def network(self) -> str:
        """The network that attempts are counted for."""
        return network_of(self.address)

    @property
    def writer(self) -> str:
        """The rater whom writes are counted for: names are a study's own."""
        return f"{self.study.short}/{self.rater.name}"

    @property
    def secure(self) -> bool:
        """Whether the browser speaks TLS to us or to the proxy in front."""
        return bool(self.scope.get("scheme") == "https")

    @property
    def accepts_gzip(self) -> bool:
        """Whether the client takes a compressed reply."""
        for part in self.header(b"accept-encoding").lower().split(","):
            coding, _, weight = part.partition(";")
            if coding.strip() == "gzip":
                return weight.replace(" ", "").rstrip("0.") != "q="
        return False

    def language(self) -> str:
        """`?lang=`, else the rater's language, else what the browser prefers, as far as the study offers it."""
        wanted = self.query("lang")
        if not wanted and hasattr(self, "rater"):
            wanted = self.rater.language
        if not wanted:
            accepted = [part.split(";")[0].strip()[:2].lower() for part in self.header(b"accept-language").split(",")]
            offered = self.study.definition.settings.languages if hasattr(self, "study") else languages_with("pages")
            wanted = next((one for one in accepted if one in offered), offered[0])
        return self.study.renderer.language(wanted) if hasattr(self, "study") else wanted

    async def read_body(self, receive: Any) -> bytes:
        """The body, refused once it is larger than anything we take."""
        declared = self.header(b"content-length")
        if declared.isdigit() and int(declared) > MAX_BODY:
            raise _too_large()
        message = await receive()
        body: bytes = message.get("body", b"")
        if not message.get("more_body"):
            if len(body) > MAX_BODY:
                raise _too_large()
            return body
        chunks, size = [body], len(body)
        while message.get("more_body"):
            message = await receive()
            chunk = message.get("body", b"")
            size += len(chunk)
            if size > MAX_BODY:
                raise _too_large()
            if message["type"] == "http.disconnect":
                raise HttpError(400, "the request was cut off", code="request-cut-off")
            chunks.append(chunk)
        return b"".join(chunks)


def refuse_excess(headers: Headers) -> None:
    """Refuses more headers, or longer ones, than any browser or proxy sends; and a request that names two hosts."""
    if len(headers) > MAX_HEADERS or sum(map(len, chain.from_iterable(headers))) > MAX_HEADER_BYTES:
        raise too_many_headers()
    if [name for name, _ in headers].count(b"host") > 1:
        raise HttpError(400, "the request names more than one host", code="request-invalid")


def too_many_headers() -> HttpError:
    """The refusal of headers beyond our limits."""
    return HttpError(
        431,
        f"the request has more than {MAX_HEADERS} headers, or more than {MAX_HEADER_BYTES:,} bytes of them",
        code="request-headers-too-large",
        hint="are there very many cookies for this address? delete them",
    )


def _too_large() -> HttpError:
    return HttpError(413, f"the request is larger than {MAX_BODY:,} bytes", code="request-too-large")


def envelope(problems: tuple[Problem, ...]) -> dict[str, Any]:
    """The one shape of every error."""
    listed = [{"code": p.code, "problem": p.problem, "hint": p.hint, "where": p.where} for p in problems]
    return {"error": {**listed[0], "problems": listed}}
