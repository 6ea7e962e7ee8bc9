"""What every response has: headers, and one shape for all errors."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import httpx
import psycopg
import pytest
import sqlalchemy as sa

from beholder.web.call import MAX_BODY, Reply
from beholder.web.content_policy import CONTENT_POLICY
from beholder.web.routes import ROUTES
from tests.web.web_client import Site

BAD_BODIES: list[bytes] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b'{"want": 99}',
    b'{"want": "1"}',
    b'{"payload": NaN}',
    b"\xff\xfe",
    b"[" * 50_000,
    b'{"lease": "' + b"x" * 5000 + b'"}',
    b'{"lease": "a\\u0000b", "payload": {"trial": {}, "slots": []}}',
    b'{"lease": "x", "payload": {"trial": {"quality": 7, "comment": "\\ud800"}, "slots": []}}',
    b'{"lease": "x", "payload": {"trial": {"quality": NaN}, "slots": []}}',
    b'{"lease": "x", "payload": {"trial": {"quality": 1e999}, "slots": []}}',
    b'{"platform": {"PROLIFIC_PID": "a\\u0000b"}}',
]


def _is_envelope(response: httpx.Response) -> bool:
    error: dict[str, Any] = response.json()["error"]
    fields = {"code", "problem", "hint", "where"}
    return set(error) == {*fields, "problems"} and all(set(one) == fields for one in error["problems"])


@pytest.mark.parametrize("route", [r for r in ROUTES if isinstance(r.takes, type)], ids=lambda r: r.path)
def test_a_body_that_cannot_be_read_is_refused_in_the_one_shape(site: Site, route: Any) -> None:
    with site.client() as client:
        rater = site.join(client)
        path = route.path.replace("{study}", site.study.short).replace("{answer}", "answer-001")
        headers = {**rater.headers, "content-type": "application/json"}
        for body in BAD_BODIES:
            response = client.request(route.method, path, content=body, headers=headers)
            assert response.status_code in (404, 422), body[:50]
            assert _is_envelope(response)


@pytest.mark.parametrize("origin", ["http://[", "null", "http://testserver.evil.example", "testserver", "//testserver"])
def test_an_origin_that_is_not_ours_is_refused_whatever_it_looks_like(site: Site, origin: str) -> None:
    with site.client(headers={"origin": origin}) as client:
        response = client.post(f"{site.api}/join", json={})
    assert (response.status_code, response.json()["error"]["code"]) == (403, "cross-site")


def test_a_number_in_an_address_may_be_of_any_length(site: Site, anyone: httpx.Client) -> None:
    assert site.join(anyone).get("/answers?last=" + "9" * 5000).status_code == 422


def test_text_with_a_nul_character_is_refused_at_the_door(site: Site) -> None:
    with site.signed_in() as client:
        assert client.get(f"/c/{site.study.short}/raters/%00").status_code == 404
        form = {"rater": "a\0b", "reason": "because"}
        response = client.post(f"/c/{site.study.short}/raters/exclude", data=form)
    assert (response.status_code, response.json()["error"]["code"]) == (422, "request-invalid")


def test_what_the_database_says_is_for_the_log_and_what_raters_wrote_is_not(
    site: Site, anyone: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lost = psycopg.OperationalError('connection to "db.inside", user "alice" failed')
    for name in ("beholder.web", "beholder.store"):
        monkeypatch.setattr(logging.getLogger(name), "disabled", False)
        monkeypatch.setattr(logging.getLogger(name), "handlers", [caplog.handler])
    rater = site.join(anyone)
    lease = rater.leases()[0]["lease"]
    with monkeypatch.context() as patch:
        away = sa.exc.OperationalError(None, None, lost)
        patch.setattr(site.study.engine.database._writer, "connect", lambda: _raising(away))
        refused = rater.answer("answer-1", lease)
    assert refused.status_code == 503
    assert "alice" not in refused.text
    assert "alice" in caplog.text
    with site.study.engine.database.write() as conn:
        conn.execute(sa.text("CREATE TRIGGER no BEFORE INSERT ON payloads BEGIN SELECT RAISE(ABORT, 'no'); END"))
    payload = {"trial": {"quality": 7, "comment": "SECRET-COMMENT"}, "slots": []}
    assert rater.answer("answer-2", lease, payload=payload).status_code == 500
    assert "SECRET-COMMENT" not in caplog.text


def _raising(error: Exception) -> Any:
    raise error


def test_a_body_that_is_too_large_is_not_read(site: Site, anyone: httpx.Client) -> None:
    response = anyone.post(
        f"{site.api}/join", content=b" " * (MAX_BODY + 1), headers={"content-type": "application/json"}
    )
    assert (response.status_code, response.json()["error"]["code"]) == (413, "request-too-large")


def test_a_body_without_a_length_is_counted_as_it_comes(site: Site) -> None:
    messages = iter([{"type": "http.request", "body": b" " * 10_000, "more_body": True}] * 100)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    path = f"{site.api}/join"
    headers = [(b"content-type", b"application/json"), (b"host", b"testserver")]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "query_string": b"", "scheme": "http"}
    site.portal.call(site.app, scope, receive, send)
    assert sent[0]["status"] == 413
    assert len(list(messages)) > 70


def test_an_error_on_the_server_tells_nothing_but_a_reference(
    site: Site, anyone: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("password=hunter2 in /home/secret/file.py")

    # another test may have run a server in this process, which arranges its own logging
    log = logging.getLogger("beholder.web")
    monkeypatch.setattr(log, "disabled", False)
    monkeypatch.setattr(log, "handlers", [caplog.handler])
    caplog.set_level(logging.ERROR, logger=log.name)
    rater = site.join(anyone)
    monkeypatch.setattr(site.study, "fragments", broken)
    response = rater.post("/leases", {"want": 1})
    assert response.status_code == 500
    assert _is_envelope(response)
    assert "hunter2" not in response.text
    reference = response.json()["error"]["hint"].rsplit(" ", 1)[1]
    assert reference in caplog.text


def test_a_store_that_cannot_write_asks_to_try_again(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    _limit_pages(site, 1)
    # the first may still find room in the pages that the file has
    for _ in range(30):
        response = rater.post("/messages", {"text": "word " * 700})
        if response.status_code != 200:
            break
    _limit_pages(site, 2**30)
    assert (response.status_code, response.json()["error"]["code"]) == (503, "database-unavailable")
    assert response.headers["retry-after"]
    assert rater.post("/messages", {"text": "word " * 700}).status_code == 200


def _limit_pages(site: Site, most: int) -> None:
    """Lets SQLite's file grow no further, as a full disk would; it does not shrink below what it is."""
    with site.study.engine.database._writer.connect() as conn:
        conn.exec_driver_sql(f"PRAGMA max_page_count={most}")


def _everything(site: Site) -> list[httpx.Response]:
    """One response of every kind: pages, API, files, refusals."""
    with site.signed_in() as client:
        rater = site.join(client)
        trial = rater.leases()[0]
        page = client.get(f"/s/{site.study.short}/")
        script = page.text.split('src="/static/')[1].split('"')[0]
        return [
            page,
            client.get("/"),
            client.get("/c/"),
            client.get(f"/c/{site.study.short}"),
            client.get(f"/s/{site.study.short}"),
            client.get("/static/" + script),
            client.get("/health"),
            client.get("/openapi.json"),
            *(client.get(address) for address in trial["media"]),
            rater.get("/session"),
            rater.answer("answer-1", trial["lease"]),
            rater.answer("answer-1", "nobody"),
            client.get("/nowhere"),
            client.get("/nowhere", headers={"accept": "text/html"}),
            client.delete("/"),
            client.head(f"/s/{site.study.short}/"),
            client.get("/m/a/0/b"),
        ]


def test_every_response_carries_the_protecting_headers(site: Site) -> None:
    for response in _everything(site):
        headers = response.headers
        assert headers["x-content-type-options"] == "nosniff", response.url
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        policy = headers["content-security-policy"]
        assert policy in (CONTENT_POLICY, "sandbox; default-src 'none'")
        assert "unsafe" not in policy
        assert headers["cache-control"]
        assert "server" not in headers
        assert "access-control-allow-origin" not in headers


def test_transport_security_is_asked_for_under_tls_only(site: Site) -> None:
    for scheme in ("http", "https"):
        with site.client(base_url=f"{scheme}://testserver") as client:
            assert ("strict-transport-security" in client.get("/health").headers) == (scheme == "https")


def test_media_headers_are_the_same_for_every_system(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    seen = set()
    for trial in rater.leases():
        response = anyone.get(trial["media"][1])
        assert response.content.startswith(b"\x89PNG")
        seen.add(tuple((k, v) for k, v in response.headers.items() if k != "content-length"))
    assert len(seen) == 1
    names = {name for name, _ in seen.pop()}
    assert not names & {"etag", "last-modified", "accept-ranges", "content-range", "age"}


def test_pages_hold_no_inline_script_or_style(site: Site) -> None:
    for response in _everything(site):
        if "text/html" in response.headers.get("content-type", ""):
            text = response.text.lower()
            assert " style=" not in text
            assert "<style" not in text
            assert " onclick=" not in text
            for tag in text.split("<script")[1:]:
                opening = tag.split(">")[0]
                assert "src=" in opening or 'type="application/json"' in opening


def test_a_page_asks_no_other_host_for_anything(site: Site) -> None:
    for response in _everything(site):
        if "text/html" in response.headers.get("content-type", ""):
            for part in response.text.replace("'", '"').split('"'):
                assert not part.startswith(("http://", "https://", "//")) or part.startswith("http://testserver")


def test_static_files_are_kept_for_ever_under_their_own_hash_only(site: Site, anyone: httpx.Client) -> None:
    path = "rate/main.js"
    fresh = anyone.get(f"{site.app.static_address}/{path}")
    assert "immutable" in fresh.headers["cache-control"]
    assert fresh.headers["content-type"].startswith("text/javascript")
    stale = anyone.get(f"/static/0000000000000000/{path}")
    assert stale.headers["cache-control"] == "no-cache"
    for outside in ("../app.py", "%2e%2e/app.py", "..%2fapp.py", "protocols/masks/declaration.py", "rate", ""):
        assert anyone.get(f"{site.app.static_address}/{outside}").status_code == 404


def test_the_landing_page_of_a_plain_server_names_no_study(site: Site, anyone: httpx.Client) -> None:
    text = anyone.get("/").text
    assert site.study.short not in text
    assert site.study.definition.title.to("en") not in text


def test_the_api_description_lists_every_json_route(site: Site) -> None:
    with site.signed_in() as client:
        document = client.get("/openapi.json").json()
    listed = {(path, method.upper()) for path, one in document["paths"].items() for method in one}
    assert listed == {(r.path, r.method) for r in ROUTES if isinstance(r.gives, type)}
    text = json.dumps(document)
    for name in document["components"]["schemas"]:
        assert f"#/components/schemas/{name}" in text


_BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("language", "title", "advice"),
    [
        ("en-GB,en;q=0.9", "There is nothing at this address", "Open the link you were given"),
        ("zh-CN,zh;q=0.9", "这个地址下没有内容", "请重新打开收到的链接"),
    ],
)
def test_a_person_gets_a_page_where_there_is_nothing(
    anyone: httpx.Client, language: str, title: str, advice: str
) -> None:
    for path in ("/nowhere", "/s/nowhere/", "/m/a/0/b", "/static/0/none.css"):
        response = anyone.get(path, headers={**_BROWSER, "accept-language": language})
        assert response.status_code == 404
        assert response.headers["content-type"].startswith("text/html")
        assert all(part in response.text for part in ("404", title, advice)), path


def test_a_person_is_told_by_a_page_what_happened_and_the_headers_stay(site: Site, anyone: httpx.Client) -> None:
    refused = anyone.delete("/", headers=_BROWSER)
    assert refused.status_code == 405
    assert "This did not work" in refused.text
    assert "method-not-allowed" in refused.text
    assert "GET" in refused.headers["allow"]
    site.app.closing = True
    stopping = anyone.get("/health", headers=_BROWSER)
    assert stopping.status_code == 503
    assert stopping.json()["error"]["code"] == "shutting-down", "an address for programs answers programs"


def test_programs_get_json_whatever_they_accept(site: Site, anyone: httpx.Client) -> None:
    for path in (f"/s/{site.study.short}/api/nowhere", f"/s/{site.study.short}/api/session", "/s/nowhere/api/session"):
        assert anyone.get(path, headers=_BROWSER).json()["error"]["code"]
    assert anyone.get("/nowhere", headers={"accept": "*/*"}).json()["error"]["code"] == "not-found"


def test_a_page_survives_a_query_of_any_length(anyone: httpx.Client) -> None:
    query = "&".join(f"a{n}=1" for n in range(80))
    for path, status in (("/", 200), ("/nowhere", 404)):
        assert anyone.get(f"{path}?{query}", headers=_BROWSER).status_code == status


def test_only_files_as_written_are_sent_compressed(site: Site) -> None:
    zipped, plain = {"accept-encoding": "br, gzip"}, {"accept-encoding": "gzip;q=0, identity"}
    with site.client() as client:
        rater = site.join(client)
        trial = rater.leases()[0]
        script = f"{site.app.static_address}/rate/main.js"
        small, whole = client.get(script, headers=zipped), client.get(script, headers=plain)
        assert small.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in whole.headers
        assert {one.headers["vary"] for one in (small, whole)} == {"accept-encoding"}
        assert small.content == whole.content
        assert 2 * int(small.headers["content-length"]) < int(whole.headers["content-length"])
        # the size of these, compressed, would tell of what they hold
        others = [client.get(address, headers=zipped) for address in (*trial["media"], f"/s/{site.study.short}/")]
        others.append(client.get(f"{site.api}/session", headers={**rater.headers, **zipped}))
        assert [one.headers.get("content-encoding") for one in others] == [None] * len(others)


class _File(io.BytesIO):
    """A file that may break while it is read."""

    def __init__(self, content: bytes, *, breaks: bool = False) -> None:
        super().__init__(content)
        self._breaks = breaks

    def read(self, size: int | None = -1) -> bytes:
        if self._breaks and self.tell():
            raise OSError("the disk is gone")
        return super().read(4)


def _sent(site: Site, reply: Reply, monkeypatch: pytest.MonkeyPatch, *, method: str = "GET") -> list[dict[str, Any]]:
    """What the server is given to send for a page that is answered by this reply."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def answer(*_: object) -> Reply:
        return reply

    monkeypatch.setattr(site.app, "answer", answer)
    scope = {"type": "http", "method": method, "path": "/", "headers": [], "query_string": b"", "scheme": "http"}
    site.portal.call(site.app, scope, receive, send)
    return sent


def test_a_reply_that_breaks_in_the_middle_does_not_begin_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _File(b"12345678", breaks=True)
    sent = _sent(site, Reply(b"", headers=[], file=file, size=8), monkeypatch)
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[-1]["more_body"], "the end of the reply was never claimed"
    assert file.closed


def test_a_question_about_a_file_leaves_it_closed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _File(b"12345678")
    sent = _sent(site, Reply(b"", headers=[], file=file, size=8), monkeypatch, method="HEAD")
    assert b"".join(message.get("body", b"") for message in sent) == b""
    assert file.closed
