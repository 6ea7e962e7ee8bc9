"""The coordinator's way in, invitations, resume codes, and how often one may guess."""

from __future__ import annotations

import socket
import stat
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from beholder.errors import BeholderError
from beholder.keeping.verify import verify_chain
from beholder.store.progress import invite_uses
from beholder.store.study_home import Home
from beholder.web import ServerOptions, make_app
from beholder.web.auth import Invites, Keys
from beholder.web.rate_limits import Pace, RateLimit, TooManyError, network_of
from beholder.web.sign_in import Coordinators
from tests.apart import run_apart
from tests.web.web_client import Site, _InProcess, open_site

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


def test_a_use_of_an_invitation_stays_used_after_a_withdrawal(invited: Site) -> None:
    engine = invited.study.engine
    with invited.client() as client:
        made = invited.study.invites.make(days=1, uses=2)
        invite = invited.study.invites.read(made).id
        for _ in range(2):
            rater = invited.join(client, invite=made)
            assert rater.post("/withdraw", {"confirm": True}).status_code == 200
        refused = client.post(f"{invited.api}/join", json={"invite": made})
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "invite-not-valid")
        with engine.database.read() as conn:
            assert invite_uses(conn, engine.key, [invite]) == {invite: 2}
            assert not verify_chain(conn, engine.key).problems


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


def test_limits_refill_with_time_and_refusals_cost_nothing() -> None:
    now = [0.0]
    limit = RateLimit(burst=2, per_minute=60, now=lambda: now[0])

    async def use() -> None:
        await limit.take("a")
        await limit.take("a")
        for _ in range(500):
            with pytest.raises(TooManyError) as caught:
                await limit.take("a")
            assert caught.value.retry_after == 1
        await limit.take("b")
        now[0] = 1.0
        await limit.take("a")
        await limit.give_back("a")
        await limit.take("a")

    run_apart(use())


def test_what_many_do_to_one_account_is_slowed_down_and_refused_only_at_the_end_of_a_long_line() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def take(count: int) -> None:
        for _ in range(count):
            await pace.turn("ada")

    pace = Pace(burst=2, per_minute=12, longest=20, now=lambda: 0.0, sleep=sleep)
    run_apart(take(6))
    assert slept == [5, 10, 15, 20]
    with pytest.raises(TooManyError):
        run_apart(take(1))
    run_apart(pace.turn("grace"))
    for _ in range(6):
        run_apart(pace.give_back("ada"))
    slept.clear()
    run_apart(take(2))
    assert slept == []


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a name", "a name"),
    ],
)
def test_all_addresses_of_one_ipv6_network_are_one_client(address: str, network: str) -> None:
    assert network_of(address) == network


def _from(site: Site, address: str) -> httpx.Client:
    """A browser at another address."""
    return httpx.Client(transport=_InProcess(site.app, site.portal, address=address), base_url="http://testserver")


def test_passwords_tried_all_at_once_are_counted_and_the_owner_still_gets_in(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def verify_password(given: str, _stored: str) -> bool:
        tried.append(given)
        return given == "the right one"

    monkeypatch.setattr("beholder.web.sign_in.verify_password", verify_password)
    site.coordinators.sign_in(token=site.coordinators.new_token())
    site.coordinators.set_password("the right one")
    with _from(site, "192.0.2.7") as guesser, ThreadPoolExecutor(60) as crowd:
        guesses = [f"guess {n}" for n in range(299)] + ["the right one"]
        codes = list(crowd.map(lambda p: guesser.post("/c/sign-in", data={"password": p}).status_code, guesses))
    assert len(tried) <= 11, "as many as the limit, and one that was given back"
    assert codes.count(429) >= 289
    with _from(site, "198.51.100.9") as owner:
        assert owner.post("/c/sign-in", data={"password": "the right one"}).status_code == 303


def test_codes_tried_all_at_once_are_counted_and_others_still_come_back(site: Site, anyone: httpx.Client) -> None:
    code = site.join(anyone).joined["code"]
    with _from(site, "2001:db8::1") as guesser, ThreadPoolExecutor(20) as crowd:
        guesses = [f"AAAA-{n:04d}" for n in range(60)]
        tried = list(
            crowd.map(lambda g: guesser.post(f"{site.api}/join", json={"resume_code": g}).status_code, guesses)
        )
    assert (tried.count(404), tried.count(429)) == (10, 50)
    with _from(site, "2001:db8::ffff") as neighbour:
        assert neighbour.post(f"{site.api}/join", json={"resume_code": code}).status_code == 429
    with _from(site, "2001:db8:0:1::1") as other:
        assert other.post(f"{site.api}/join", json={"resume_code": code}).status_code == 200


def test_a_right_code_is_no_guess(site: Site, anyone: httpx.Client) -> None:
    code = site.join(anyone).joined["code"]
    replies = [anyone.post(f"{site.api}/join", json={"resume_code": code}) for _ in range(30)]
    assert {reply.status_code for reply in replies} == {200}
    while (reply := anyone.post(f"{site.api}/join", json={"resume_code": code})).status_code == 200:
        pass
    assert reply.status_code == 429, "yet nobody asks for ever"


def test_processes_that_start_before_anybody_signed_in_print_the_same_link(tmp_path: Path) -> None:
    first, second = (Coordinators(tmp_path / "coordinator.json", b"k" * 32) for _ in range(2))
    token, again = first.first_token(), second.first_token()
    assert token
    assert token == again
    assert Coordinators(tmp_path / "other.json", b"k" * 32).first_token() != token, "another server's is another"
    second.sign_in(token=token)
    assert first.first_token() is None
    with pytest.raises(BeholderError):
        first.sign_in(token=token)


def test_a_token_used_at_the_same_moment_lets_in_once(coordinators: Coordinators) -> None:
    for _ in range(20):
        token = coordinators.new_token()
        together = threading.Barrier(6)

        def enter(token: str = token, together: threading.Barrier = together) -> bool:
            together.wait(60)
            try:
                coordinators.sign_in(token=token)
            except BeholderError:
                return False
            return True

        with ThreadPoolExecutor(6) as crowd:
            assert [one.result() for one in [crowd.submit(enter) for _ in range(6)]].count(True) == 1


def test_links_lead_where_the_server_was_told_and_never_to_what_is_no_host(site: Site, study_folder: Path) -> None:
    with site.signed_in() as client:
        path = f"/c/{site.study.short}/invites"
        for host in ('evil"><script>', "a b", "user@evil.example", ""):
            assert client.get(path, headers={"host": host}).status_code == 400
        told = make_app(site.studies, site.coordinators, ServerOptions(origin="https://studies.example.org"))
        with Site(told, site.studies, site.coordinators, site.portal).signed_in() as other:
            page = other.get(path, headers={"host": "evil.example"}).text
            link = other.post(
                f"/c/{site.study.short}/people",
                data={"name": "Ada", "new": "yes", "role": "viewer", "link": "yes"},
                headers={"host": "evil.example"},
            ).text
    assert "https://studies.example.org/s/" in page
    assert "https://studies.example.org/c/?t=" in link
    assert "evil.example" not in page + link


def test_links_never_lead_to_a_host_that_is_not_this_machine(site: Site) -> None:
    short = site.study.short
    mapped, v6 = "http://[::ffff:192.0.2.7]:8400", "http://[2001:db8::1]:8400"
    own = ("localhost", "127.0.0.1:9000", "127.0.0.5", "[::1]:8400", socket.gethostname().upper())
    with site.signed_in() as client:
        for host in own:
            assert f"http://{host}/s/" in client.get(f"/c/{short}/invites", headers={"host": host}).text
        for host in (
            "evil.example",
            "localhost.evil.example",
            "192.0.2.7:8400",
            "[2001:db8::1]",
            "127.0.0.1.evil.example",
        ):
            for method, page, fields in (
                ("GET", "invites", None),
                ("POST", "invites", {"days": "3"}),
                ("POST", "people", {"name": "Eve", "new": "yes", "role": "viewer", "link": "yes"}),
            ):
                headers = {"host": host, "accept": "text/html"}
                refused = client.request(method, f"/c/{short}/{page}", data=fields, headers=headers)
                assert refused.status_code == 421
                assert "--address" in refused.text
                assert f"//{host}" not in refused.text
        # nothing was stored on the way to the refusal
        assert "Eve" not in client.get(f"/c/{short}/people").text
        assert "http://testserver/s/" in client.get(f"/c/{short}/invites").text
        cookies = dict(client.cookies)
    # a request that arrived at one of the machine's addresses may name it, also on a socket for both families
    for address, host in ((mapped, "192.0.2.7:8400"), (v6, "[2001:DB8::1]:8400")):
        with site.client(base_url=address, cookies=cookies) as client:
            assert f"http://{host}/s/" in client.get(f"/c/{short}/invites", headers={"host": host}).text
    named = make_app(site.studies, site.coordinators, ServerOptions(host="rating.lab"))
    with Site(named, site.studies, site.coordinators, site.portal).signed_in() as client:
        assert "http://rating.lab/s/" in client.get(f"/c/{short}/invites", headers={"host": "rating.lab"}).text


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
