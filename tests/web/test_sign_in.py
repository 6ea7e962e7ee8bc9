"""The coordinator's way in, invitations, resume codes, and how often one may guess."""

from __future__ import annotations

import stat
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from beholder.errors import BeholderError
from beholder.store.home import Home
from beholder.web.auth import Invites, Keys
from beholder.web.limits import RateLimit, TooManyError
from beholder.web.sign_in import Coordinators
from tests.web.web_client import Site, open_site

WELL_KNOWN = ["admin", "password", "beholder", "argilla.apikey", "12345678", "changeme", "secret", "test", "", "root"]


@pytest.fixture
def coordinators(tmp_path: Path) -> Coordinators:
    return Coordinators(tmp_path / "coordinator.json", b"k" * 32)


def test_a_token_lets_in_once(coordinators: Coordinators) -> None:
    token = coordinators.first_token()
    assert token is not None
    cookie = coordinators.sign_in(token=token)
    assert coordinators.is_signed_in(cookie)
    with pytest.raises(BeholderError, match="does not let you in"):
        coordinators.sign_in(token=token)
    assert coordinators.first_token() is None


def test_no_well_known_password_lets_in(coordinators: Coordinators) -> None:
    coordinators.first_token()
    for guess in WELL_KNOWN:
        with pytest.raises(BeholderError):
            coordinators.sign_in(password=guess, token=guess)


def test_a_password_lets_in_after_it_was_set_and_short_ones_are_refused(coordinators: Coordinators) -> None:
    coordinators.sign_in(token=coordinators.new_token())
    with pytest.raises(BeholderError, match="8 to 200"):
        coordinators.set_password("short")
    coordinators.set_password("a long enough one")
    assert coordinators.is_signed_in(coordinators.sign_in(password="a long enough one"))
    with pytest.raises(BeholderError):
        coordinators.sign_in(password="a long enough two")


def test_cookies_end_with_signing_out_and_cannot_be_made_elsewhere(coordinators: Coordinators, tmp_path: Path) -> None:
    cookie = coordinators.sign_in(token=coordinators.new_token())
    other = Coordinators(tmp_path / "coordinator.json", b"o" * 32)
    assert not other.is_signed_in(cookie)
    assert not coordinators.is_signed_in(cookie[:-2] + "xx")
    coordinators.sign_out()
    assert not coordinators.is_signed_in(cookie)


def test_what_is_stored_is_readable_by_its_owner_only_and_holds_no_token(
    coordinators: Coordinators, tmp_path: Path
) -> None:
    token = coordinators.new_token()
    file = tmp_path / "coordinator.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert token not in file.read_text()


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(site: Site) -> None:
    for scheme, name in (("http", "beholder"), ("https", "__Host-beholder")):
        with site.client(base_url=f"{scheme}://testserver") as client:
            response = client.post("/c/sign-in", data={"token": site.coordinators.new_token()})
        cookie = response.headers["set-cookie"]
        assert cookie.startswith(f"{name}=")
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
        assert ("Secure" in cookie.split("; ")) == (scheme == "https")


def test_coordinator_sees_progress_pauses_and_invites(site: Site) -> None:
    with site.signed_in() as client:
        rater = site.join(client)
        rater.answer("answer-1", rater.leases()[0]["lease"])
        page = client.get(f"/c/{site.study.short}")
        assert page.status_code == 200
        assert "36" in page.text
        assert client.post(f"/c/{site.study.short}/state", data={"state": "paused"}).status_code == 303
        assert rater.get("/session").json()["state"] == "paused"
        assert client.post(f"/c/{site.study.short}/state", data={"state": "gone"}).status_code == 422
        made = client.post(f"/c/{site.study.short}/invites", data={"days": "3", "uses": "1"})
        assert f"http://testserver/s/{site.study.short}/?i=" in made.text


@pytest.fixture
def invited(study_folder: Path) -> Iterator[Site]:
    with open_site(study_folder, invited_only=True) as site:
        yield site


def test_an_invitation_is_needed_counts_its_uses_and_ends(invited: Site) -> None:
    with invited.client() as client:
        bare = client.post(f"{invited.api}/join", json={})
        assert (bare.status_code, bare.json()["error"]["code"]) == (403, "invite-needed")
        made = invited.study.invites.make(days=1, uses=2)
        first, second = invited.join(client, invite=made), invited.join(client, invite=made)
        assert first.joined["rater"] != second.joined["rater"]
        refusals = [client.post(f"{invited.api}/join", json={"invite": made})]
        refusals.append(
            client.post(f"{invited.api}/join", json={"invite": invited.study.invites.make(days=-1, uses=0)})
        )
        refusals.append(client.post(f"{invited.api}/join", json={"invite": made[:-1] + "x"}))
        foreign = Invites(Keys("another study's secret").derive("invite")).make(days=1, uses=0)
        refusals.append(client.post(f"{invited.api}/join", json={"invite": foreign}))
        assert {(r.status_code, r.text) for r in refusals} == {(403, refusals[0].text)}
        first.post("/withdraw", {"confirm": True})
        assert invited.join(client, invite=made).joined["rater"]


def test_the_printed_invitation_is_one_the_server_takes(invited: Site, study_folder: Path) -> None:
    from typer.testing import CliRunner

    from beholder.cli import app

    printed = CliRunner().invoke(app, ["invite", str(study_folder), "--uses", "1", "--address", "https://x.example"])
    address = printed.stdout.strip()
    assert address.startswith(f"https://x.example/s/{invited.study.short}/?i=")
    with invited.client() as client:
        assert invited.join(client, invite=address.split("?i=")[1]).joined["rater"]


def test_fifty_raters_behind_one_address_join_at_once_and_a_flood_is_slowed(site: Site, anyone: httpx.Client) -> None:
    for _ in range(50):
        site.join(anyone)
    codes = [anyone.post(f"{site.api}/join", json={}).status_code for _ in range(120)]
    assert codes[-1] == 429
    refused = anyone.post(f"{site.api}/join", json={})
    assert int(refused.headers["retry-after"]) >= 1
    assert refused.json()["error"]["code"] == "too-many-attempts"


def test_guessed_codes_are_refused_without_locking_honest_raters_out(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    guesses = [anyone.post(f"{site.api}/join", json={"resume_code": f"AAAA-{n:04d}"}).status_code for n in range(40)]
    assert guesses[:10] == [404] * 10
    assert set(guesses[11:]) == {429}
    assert rater.leases()
    assert site.join(anyone).joined["rater"]


def test_sign_in_guesses_are_slowed_down(site: Site, anyone: httpx.Client) -> None:
    codes = [anyone.post("/c/sign-in", data={"token": f"guess-{n}"}).status_code for n in range(15)]
    assert codes == [403] * 10 + [429] * 5


def test_limits_refill_with_time_and_are_shared_by_all_where_asked() -> None:
    now = [0.0]
    limit = RateLimit(burst=2, per_minute=60, for_all=3, now=lambda: now[0])
    limit.use("a")
    limit.use("a")
    with pytest.raises(TooManyError):
        limit.use("a")
    limit.use("b")
    with pytest.raises(TooManyError):
        limit.use("c")
    now[0] = 1.0
    limit.use("a")


def test_the_secret_is_made_once_and_a_weak_one_is_refused(tmp_path: Path) -> None:
    first, second = Home(tmp_path).secret(), Home(tmp_path).secret()
    assert first == second
    assert len(first) >= 43
    (tmp_path / ".beholder" / "secret").write_text("changeme")
    with pytest.raises(BeholderError, match="too short"):
        Home(tmp_path).secret()


def test_invites_expire_by_the_clock_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    invites = Invites(b"k" * 32)
    made = invites.make(days=1, uses=0)
    assert invites.read(made).uses == 0
    later = time.time() + 86_401
    monkeypatch.setattr("beholder.web.auth.time.time", lambda: later)
    with pytest.raises(BeholderError, match="not valid"):
        invites.read(made)
