"""Who may do what: every route of the table, every role, as declared and not otherwise."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import compile_path

from beholder.engine.handlers.staff_accounts import PutPerson
from beholder.testing import write_masks_study
from beholder.web import coordinate, pages
from beholder.web.coordinate import home_page as home
from beholder.web.rater import journey_api
from beholder.web.rater import trial_api as rater_api
from beholder.web.route import STAFF
from beholder.web.routes import ROUTES, WebRoute
from beholder.web.staff import link_digest
from tests.web.web_client import GOOD, Rating, Site, open_site

PEOPLE = {
    "owner": {"viewer", "adjudicator", "coordinator"},
    "coordinator": {"viewer", "coordinator"},
    "adjudicator": {"viewer", "adjudicator"},
    "viewer": {"viewer"},
}
ELSEWHERE = "coordinator of another study"
ROLES = (
    *PEOPLE,
    ELSEWHERE,
    "disabled coordinator",
    "stranger",
    "rater",
    "rater of another study",
    "forged cookie",
    "withdrawn rater",
)
VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")

BODIES: dict[str, Any] = {
    "answer": {"lease": "x", "payload": GOOD},
    "leases": {"want": 1},
    "join": {"language": "en"},
    "leave": {},
    "finish_now": {},
    "turned_away": {},
    "withdraw": {"confirm": True},
    "consent": {"agree": True, "digest": "x"},
    "sheet": {"values": {}},
    "skip": {"lease": "x", "reason": "I know this picture"},
    "broken": {"lease": "x", "text": "it is black"},
    "ask": {"text": "Do shadows count?"},
}


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Site]:
    """Two studies on one server."""
    folders = [write_masks_study(tmp_path / name, trials=80) for name in ("one", "two")]
    with open_site(*folders) as site:
        yield site


def _address(site: Site, route: WebRoute, rater: Rating) -> str:
    trial = rater.leases(1)[0]
    lease, number, signature = trial["media"][0].split("/")[2:]
    values = {
        "study": site.study.short,
        "answer": "answer-000",
        "hash": site.app.static.hash,
        "path:path": "x.js",
        "name": "before",
    }
    values |= {
        "lease": lease,
        "number": number,
        "signature": signature,
        "item": "0",
        "trial": "0",
        "rater": rater.joined["rater"],
    }
    path = route.path
    for name, value in values.items():
        path = path.replace("{" + name + "}", value)
    return path


def _call(route: WebRoute, client: httpx.Client, path: str, headers: dict[str, str]) -> httpx.Response:
    if isinstance(route.takes, type):
        return client.request(route.method, path, json=BODIES[route.handler.__name__], headers=headers)
    data = {"state": "open", "password": "a long password"} if route.takes == "form" else None
    return client.request(route.method, path, data=data, headers=headers)


def _dress(site: Site, role: str, client: httpx.Client) -> dict[str, str]:
    """Makes a browser that of a visitor in this role; the headers it sends."""
    if role == "owner":
        site.sign_in(client)
    elif role in PEOPLE or role in (ELSEWHERE, "disabled coordinator"):
        _sign_in_person(site, role, client)
    elif role == "forged cookie":
        client.cookies.set("beholder", "WyJhYiIsImNkIl0.aaaaaa.bbbbbbbbbbbbbbbb")
    elif "rater" in role:
        other = Site(site.app, site.studies[::-1], site.coordinators, site.portal)
        rater = (other if role == "rater of another study" else site).join(client)
        if role == "withdrawn rater":
            assert rater.post("/withdraw", {"confirm": True}).status_code == 200
        return rater.headers
    return {}


def _sign_in_person(site: Site, role: str, client: httpx.Client) -> None:
    study = site.studies[1] if role == ELSEWHERE else site.study
    person = PutPerson(
        author="coordinator",
        name=role,
        role="coordinator" if "coordinator" in role else "viewer",
        adjudicates=role == "adjudicator",
        link_digest=link_digest(f"link of {role}"),
    )
    study.engine.run(person)
    assert client.post("/c/sign-in", data={"token": f"link of {role}"}).status_code == 303
    if role.startswith("disabled"):
        study.engine.run(dataclasses.replace(person, state="disabled"))


def _welcome(route: WebRoute, role: str) -> bool:
    if route.role in ("public", "rater"):
        return route.role == "public" or role == "rater"
    if role == ELSEWHERE:
        return not route.of_study
    return route.role in PEOPLE.get(role, set())


def _is_right(route: WebRoute, role: str, response: httpx.Response) -> bool:
    if route.handler is home.sign_in:
        return response.status_code == 403  # nobody brings a token
    welcome = _welcome(route, role)
    if route.handler in (home.sign_out, home.change_password):
        return response.status_code == (303 if welcome else 401)
    # a study that one has no part in is not there
    hidden = {404} if role == ELSEWHERE and route.role in STAFF else set()
    refused = response.status_code in {401, 403, 410} | hidden or response.headers.get("location") == "/c/"
    return refused != welcome and response.status_code < 500


@pytest.mark.parametrize("role", ROLES)
def test_every_route_is_open_to_its_role_and_nobody_else(two: Site, role: str) -> None:
    wrong = []
    with two.client() as helper:
        rater = two.join(helper)
        paths = [_address(two, route, rater) for route in ROUTES]
    for route, path in zip(ROUTES, paths, strict=True):
        with two.client() as client:
            response = _call(route, client, path, _dress(two, role, client))
        if not _is_right(route, role, response):
            wrong.append(f"{route.method} {route.path}: {response.status_code} {response.text[:120]}")
    assert not wrong


def test_a_verb_that_is_not_declared_is_refused(two: Site) -> None:
    with two.client() as client:
        rater = two.join(client)
        for route in ROUTES:
            address = _address(two, route, rater)
            declared = {one.method for one in ROUTES if compile_path(one.path)[0].match(address)}
            for verb in set(VERBS) - declared:
                assert client.request(verb, address).status_code == 405, f"{verb} {route.path}"


def test_every_handler_is_in_the_table_and_every_address_is_declared(two: Site) -> None:
    listed = {route.handler for route in ROUTES}
    pages_of_coordinators = [
        importlib.import_module(f"beholder.web.coordinate.{one.name}")
        for one in pkgutil.iter_modules(coordinate.__path__)
    ]
    for module in (rater_api, journey_api, pages, *pages_of_coordinators):
        for name, value in inspect.getmembers(module, inspect.iscoroutinefunction):
            takes_call = list(inspect.signature(value).parameters) == ["call"]
            if takes_call and not name.startswith("_") and value.__module__ == module.__name__:
                assert value in listed, f"{module.__name__}.{name} can be reached by no declared route"
    served = {(r.path, m) for r in two.app._router.routes for m in r.methods - {"HEAD"}}  # type: ignore[attr-defined]
    assert served == {(route.path, route.method) for route in ROUTES}
    with two.client() as client:
        for path in ("/docs", "/admin", "/api", "/s", "/c", "/metrics", "/debug", "/.beholder/secret", "/static/x"):
            assert client.get(path).status_code == 404


def test_one_study_does_not_know_the_leases_and_codes_of_another(two: Site) -> None:
    other = Site(two.app, two.studies[::-1], two.coordinators, two.portal)
    with two.client() as client:
        here, there = two.join(client), other.join(client)
        lease = there.leases(1)[0]["lease"]
        assert here.answer("answer-001", lease).status_code == 404
        resumed = client.post(f"{two.api}/join", json={"resume_code": there.joined["code"]})
        assert resumed.status_code == 404
        signature = there.leases(1)[0]["media"][0].rsplit("/", 1)[1]
        mine = here.leases(1)[0]["media"][0].rsplit("/", 1)[0]
        assert client.get(f"{mine}/{signature}").status_code == 404


@pytest.mark.parametrize("field", ["role", "is_admin", "rater", "kind", "owner", "excluded_by", "quota", "revision"])
def test_nobody_promotes_themselves_by_an_extra_field(two: Site, field: str) -> None:
    with two.client() as client:
        rater = two.join(client)
        joined = client.post(f"{two.api}/join", json={"language": "en", field: "coordinator"})
        answered = rater.answer("answer-001", rater.leases(1)[0]["lease"], **{field: "coordinator"})
    assert (joined.status_code, answered.status_code) == (422, 422)


FOREIGN: list[dict[str, str]] = [
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://testserver.evil.example"},
    {"origin": "http://testserver:81"},
    {"sec-fetch-site": "cross-site", "origin": "http://testserver"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_request_from_another_site_changes_nothing(two: Site, headers: dict[str, str]) -> None:
    with two.signed_in() as client:
        rater = two.join(client)
        for route in ROUTES:
            if route.changes:
                response = _call(route, client, _address(two, route, rater), {**rater.headers, **headers})
                assert (response.status_code, response.json()["error"]["code"]) == (403, "cross-site"), route.path


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_json_in_disguise_is_not_read(two: Site, kind: str) -> None:
    with two.client() as client:
        response = client.post(f"{two.api}/join", content=b'{"language":"en"}', headers={"content-type": kind})
    assert response.status_code == 415


def test_every_write_below_a_study_is_for_coordinators_or_adjudicators(two: Site) -> None:
    for route in ROUTES:
        if route.path.startswith("/c/{study}") and route.changes:
            expected = "adjudicator" if "/adjudication/" in route.path else "coordinator"
            assert route.role == expected, route.path


def test_no_get_changes_anything(two: Site) -> None:
    assert all(route.method != "GET" for route in ROUTES if route.takes is not None)
    with two.signed_in() as client:
        before = [study.engine.database.url for study in two.studies]
        token = two.coordinators.new_token()
        assert client.get(f"/c/?t={token}").status_code == 200
        assert before
    with two.client() as fresh:
        # looking at the link does not use it up: mail programs look at links too
        assert fresh.get(f"/c/?t={token}").status_code == 200
        assert fresh.post("/c/sign-in", data={"token": token}).status_code == 303
