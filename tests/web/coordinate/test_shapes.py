"""Whatever a trial shows and asks, coordinators can watch it, decide it and compare."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from beholder.engine import Answer, Join, Lease
from tests.study_maker import make_study, payload_for
from tests.web.coordinate.conftest import Watched
from tests.web.coordinate.test_pages import PAGES
from tests.web.web_client import open_site

SPREAD = {"pair": {"better": 1}, "all": {"points": 2}, "one": {"score": 2}, "item": {"score": 2}}
SYSTEMS = ["alphanet", "betanet", "gammanet"]


@pytest.mark.parametrize("shape", ["pair", "all", "one", "item"])
def test_every_shape_of_trial(tmp_path: Path, shape: str) -> None:
    folder = tmp_path / "study"
    make_study(folder, shape, items=5, systems=SYSTEMS, ratings=3, adjudicate={"spread": SPREAD[shape]})  # type: ignore[arg-type]
    with open_site(folder) as site, site.client() as owner:
        engine = site.study.engine
        for n in range(3):
            rater = engine.run(Join()).rater
            while leases := engine.run(Lease(rater)).leases:
                for lease in leases:
                    slots = json.loads(lease.slots)
                    payload = payload_for(shape, len(slots), value=1 + 2 * n)
                    if shape == "pair":
                        # one rater for each of the two systems, whatever the sides, so that every pair is disputed
                        sides = ("left", "right") if slots[0] < slots[1] else ("right", "left")
                        payload["trial"]["better"] = (*sides, "tie")[n]
                    answer = f"{rater}-{lease.sequence:05d}"
                    engine.run(Answer(id=answer, rater=rater, lease=lease.lease, payload=payload, active_ms=9000))
        site.sign_in(owner)
        study = Watched(site, {}, owner)
        for path in PAGES:
            page = study.get(path)
            assert page.status_code == 200, path
            assert not any(system in page.text for system in SYSTEMS), path
        queue = study.get("/adjudication").text
        trial = re.findall(rf"{study.base}/adjudication/(\d+)", queue)[0]
        assert study.get(f"/adjudication/{trial}").status_code == 200
        count = {"pair": 2, "all": 3, "one": 1, "item": 1}[shape]
        shown = study.get(f"/adjudication/{trial}/showing").text
        assert shown.count('<p class="slot-text">') == (0 if shape == "item" else count)
        assert re.search(rf'data-field="[^"]*{next(iter(SPREAD[shape]))}"', shown), (
            "what raters are asked stands there, too"
        )
        decision = json.dumps(payload_for(shape, count, value=3))
        assert study.post(f"/adjudication/{trial}", payload=decision).status_code == 303
        study.post("/state", state="closed")
        results = study.get("/results", lang="en")
        assert "<table" in results.text
        assert 'id="quality"' in results.text
        assert not any(system in results.text for system in SYSTEMS)
