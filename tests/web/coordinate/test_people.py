"""People who run a study: how they come in, what each role may do, and how that ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from beholder.errors import BeholderError
from beholder.web.passwords import digest, verify_password
from beholder.web.rate_limits import Pace, RateLimit
from tests.web.coordinate.conftest import Watched
from tests.web.coordinate.population import write_study
from tests.web.web_client import Site, open_site

GOOD = "correct horse battery"


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Watched]:
    with open_site(write_study(tmp_path / "one"), write_study(tmp_path / "two")) as site, site.client() as owner:
        site.sign_in(owner)
        yield Watched(site, {}, owner)


def enter(site: Site, name: str, password: str) -> tuple[int, httpx.Client]:
    client = site.client()
    return client.post("/c/sign-in", data={"name": name, "password": password}).status_code, client


def test_name_and_password_open_the_study_they_belong_to_and_no_other(study: Watched) -> None:
    study.post("/people", name="Ada", new="yes", role="viewer", password=GOOD)
    status, ada = enter(study.site, "Ada", GOOD)
    assert status == 303
    here, other = study.base, f"/c/{study.site.studies[1].short}"
    assert ada.get(here).status_code == 200
    unknown, foreign = ada.get("/c/000000000000"), ada.get(other)
    assert (foreign.status_code, unknown.status_code) == (404, 404)
    assert foreign.text == unknown.text, "a study one has no part in looks like one that is not there"
    home = ada.get("/c/").text
    assert here in home
    assert other not in home


def test_wrong_names_and_wrong_passwords_are_told_the_same(study: Watched) -> None:
    study.post("/people", name="Ada", new="yes", role="viewer", password=GOOD)
    with study.site.client() as client:
        pages = [
            client.post("/c/sign-in", data=given)
            for given in (
                {"name": "Ada", "password": "wrong password"},
                {"name": "Nobody", "password": GOOD},
                {"name": "", "password": GOOD},
                {"token": "made-up"},
                {},
                {"name": "x"},
            )
            if given
        ]
    assert {page.status_code for page in pages} == {403}
    assert len({page.text for page in pages}) == 1


def test_guesses_at_one_account_are_slowed_from_wherever_they_come(study: Watched) -> None:
    study.post("/people", name="Ada", new="yes", role="viewer", password=GOOD)
    # every guess comes from another machine: the limit per address alone would let them all through
    study.site.app.sign_ins = RateLimit(burst=10_000, per_minute=1)
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(round(seconds))

    now = [0.0]
    study.site.app.accounts = Pace(burst=10, per_minute=12, now=lambda: now[0], sleep=wait)
    codes = [enter(study.site, "ada", f"guess number {n}")[0] for n in range(18)]
    assert codes == [403] * 16 + [429] * 2
    assert waited == [5, 10, 15, 20, 25, 30]
    assert study.get().status_code == 200, "who is in stays in"
    now[0] = 5.0
    assert enter(study.site, "Ada", GOOD)[0] == 303, "the right password waits for its turn, and then lets in"


def test_a_disabled_person_and_a_changed_password_end_the_session_at_once(study: Watched) -> None:
    ada = study.person("Ada")
    assert ada.get(study.base).status_code == 200
    study.post("/people", name="Ada", role="viewer", state="disabled")
    assert ada.get(study.base).headers["location"] == "/c/"
    study.post("/people", name="Ada", role="viewer", state="active")
    assert ada.get(study.base).status_code == 200
    study.post("/people", name="Ada", role="viewer", password=GOOD)
    assert ada.get(study.base).status_code == 303


def test_signing_out_ends_a_cookie_that_somebody_copied(study: Watched) -> None:
    ada, grace = study.person("Ada"), study.person("Grace")
    copied = dict(ada.cookies)
    assert ada.post("/c/sign-out", data={"lang": "en"}).status_code == 303
    with study.site.client(cookies=copied) as thief:
        assert thief.get(study.base).headers["location"] == "/c/"
    assert grace.get(study.base).status_code == 200
    study.post("/people", name="Ada", role="viewer", password=GOOD)
    status, again = enter(study.site, "Ada", GOOD)
    assert (status, again.get(study.base).status_code) == (303, 200)
    study.post("/people", name="Ada", role="coordinator")
    assert again.get(study.base).status_code == 200, "another role is no reason to sign in again"


def test_a_new_personal_link_ends_the_old_one(study: Watched) -> None:
    made = study.post("/people", name="Ada", new="yes", role="viewer", link="yes").text
    first = made.split("/c/?t=")[1].split("<")[0]
    second = study.post("/people", name="Ada", role="viewer", link="yes").text.split("/c/?t=")[1].split("<")[0]
    with study.site.client() as client:
        assert client.post("/c/sign-in", data={"token": first}).status_code == 403
        assert client.post("/c/sign-in", data={"token": second}).status_code == 303
    assert second not in study.get("/people").text
    assert second not in study.get("/audit").text


def test_a_person_sets_their_own_password_and_stays_in(study: Watched) -> None:
    ada = study.person("Ada")
    assert ada.post("/c/password", data={"password": "short"}).status_code == 422
    assert ada.post("/c/password", data={"password": GOOD}).status_code == 303
    assert ada.get(study.base).status_code == 200
    assert enter(study.site, "Ada", GOOD)[0] == 303
    assert study.log() == ["person", "person"]


def test_nobody_takes_the_owners_name_or_somebody_elses(study: Watched) -> None:
    study.person("Ada")
    for name in ("coordinator", "Coordinator", "", "x" * 61, "a\nb", "a\tb", "Ada"):
        assert study.post("/people", name=name, new="yes", role="coordinator").status_code == 422
    assert study.post("/people", name="Bo", new="yes", role="owner").status_code == 422
    assert study.post("/people", name="Bo", new="yes", role="viewer", password="password123").status_code == 422
    assert study.log() == ["person"]


def test_viewers_see_no_button_that_changes_anything(study: Watched) -> None:
    ada = study.person("Ada")
    for path in ("", "/raters", "/items", "/inbox", "/guideline", "/results", "/exports", "/audit", "/pilot"):
        page = ada.get(study.base + path)
        assert page.status_code == 200
        forms = page.text.count('method="post"')
        assert forms == 1, f"{path or '/'}: only signing out"
    for path in ("/people", "/invites", "/adjudication"):
        assert ada.get(study.base + path).status_code == 403


def test_adjudicating_is_a_permission_of_its_own(study: Watched) -> None:
    bo, cy = study.person("Bo", adjudicates="yes"), study.person("Cy", role="coordinator")
    assert bo.get(f"{study.base}/adjudication").status_code == 200
    assert cy.get(f"{study.base}/adjudication").status_code == 403
    payload = '{"trial": {"quality": 6, "comment": null}, "slots": []}'
    assert cy.post(f"{study.base}/adjudication/0", data={"payload": payload}).status_code == 403
    assert bo.post(f"{study.base}/adjudication/0", data={"payload": payload}).status_code == 303
    assert bo.post(f"{study.base}/state", data={"state": "paused"}).status_code == 403


@pytest.mark.parametrize(
    "password",
    ["short", "password", "Password1", "PASSWORD123!", "12345678", "87654321", "abcdefgh", "aaaaaaaa", "abababab",
     "qwertyuiop", "iloveyou2", "Beholder2024", "Ada-1234"],
)  # fmt: skip
def test_passwords_that_everybody_tries_are_refused(password: str) -> None:
    with pytest.raises(BeholderError, match=r"characters|first that anybody"):
        digest(password, name="Ada-1234")


def test_a_good_password_fits_itself_only_and_is_kept_as_argon2id() -> None:
    kept = digest(GOOD)
    assert kept.startswith("$argon2id$")
    assert verify_password(GOOD, kept)
    assert not verify_password(GOOD + "x", kept)
    assert not verify_password(GOOD, "")
    assert not verify_password("x" * 100_000, kept)
