"""What an adjudicator is shown of a disputed trial."""

from __future__ import annotations

import json
import re
from pathlib import Path

from beholder.store.leases import load_leases
from tests.study_maker import make_study
from tests.web.coordinate.conftest import Watched
from tests.web.web_client import open_site


def test_an_adjudicator_sees_the_page_and_the_pictures_that_raters_see(watched: Watched) -> None:
    study = watched.site.study
    with watched.site.client() as browser:
        leased = watched.site.join(browser).leases()
        with study.engine.database.read() as conn:
            rows = load_leases(conn, study.engine.key, [one["lease"] for one in leased])
        lease = next(one for one in leased if rows[one["lease"]].kind == "main")
        theirs = [browser.get(address).content for address in lease["media"]]
    trial = rows[lease["lease"]].trial
    page = watched.get(f"/adjudication/{trial}/showing", lang="en").text
    boot = json.loads(page.split('id="boot">')[1].split("</script>")[0])
    assert boot["payload"] is None
    assert [watched.owner.get(address).content for address in boot["lease"]["media"]] == theirs
    drawn = page.split('<main class="stage" id="stage" tabindex="-1">')[1].split("</main>")[0]
    sent = lease["html"]
    for number, (one, other) in enumerate(zip(lease["media"], boot["lease"]["media"], strict=True)):
        sent, drawn = sent.replace(one, f"picture {number}"), drawn.replace(other, f"picture {number}")
    # the numbers of trials make their ids
    numbered = re.compile(r'(?<=data-number=")\d+|(?<="t)\d+(?=-)|(?<= t)\d+(?=-)')
    assert numbered.sub("", drawn) == numbered.sub("", sent.replace(lease["lease"], ""))
    for script in (boot["script"], *boot["kinds"].values()):
        assert watched.owner.get(script).status_code == 200


def test_only_the_decision_may_hold_the_page_of_raters(watched: Watched) -> None:
    policies = {path: watched.get(path).headers["content-security-policy"] for path in ("", "/adjudication/0")}
    assert "frame-src" not in policies[""], "nothing else shows a page inside it"
    assert "frame-src 'self'" in policies["/adjudication/0"]
    assert all("frame-ancestors 'none'" in policy for policy in policies.values())
    framed = watched.get("/adjudication/0/showing").headers["content-security-policy"]
    assert "frame-ancestors 'self'" in framed
    assert "unsafe" not in framed + policies["/adjudication/0"]
    assert f'src="{watched.base}/adjudication/0/showing?lang=zh"' in watched.get("/adjudication/0", lang="zh").text


def test_columns_are_called_what_raters_see_them_called(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    make_study(folder, "one", items=2, ratings=1)
    protocol = folder / "protocol.yaml"
    label = "{text: {kind: text, label: {en: The reply, zh: 回答}}}"
    protocol.write_text(protocol.read_text(encoding="utf-8").replace("{text: {kind: text}}", label), encoding="utf-8")
    with open_site(folder) as site, site.signed_in() as owner:
        base = f"/c/{site.study.short}"
        for path in ("/items/0", "/adjudication/0/showing"):
            assert "The reply" in owner.get(f"{base}{path}?lang=en").text, path
        assert ">回答<" in owner.get(f"{base}/items/0?lang=zh").text
