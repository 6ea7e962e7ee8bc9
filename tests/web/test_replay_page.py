"""What replay draws is what the server had sent."""

from __future__ import annotations

import base64
import io
import json
import re
from html import unescape
from pathlib import Path

import httpx
from PIL import Image

from beholder.cli.releases import replay_page
from beholder.report.replay import read_replay
from tests.web.web_client import GOOD, Site


def test_a_replay_holds_the_fragment_and_the_pictures_that_the_rater_got(
    site: Site, anyone: httpx.Client, study_folder: Path
) -> None:
    rater = site.join(anyone)
    lease = rater.leases()[0]
    got = [anyone.get(address).content for address in lease["media"]]
    meta = {"language": "en", "display": {"width": 900, "height": 700}}
    assert rater.answer("a-replayed-answer", lease["lease"], meta=meta).status_code == 200
    with read_replay(study_folder, "a-replayed-answer") as shown:
        page = replay_page(shown)
    assert 'width="900" height="700"' in page
    document = unescape(re.search(r'srcdoc="(.*?)"></iframe>', page, re.DOTALL)[1])  # type: ignore[index]
    boot = json.loads(document.split('id="boot">')[1].split("</script>")[0])
    assert boot["payload"] == GOOD
    drawn = document.split('<main class="stage" id="stage" tabindex="-1">')[1].split("</main>")[0]
    sent = lease["html"]
    for number, (theirs, ours) in enumerate(zip(lease["media"], boot["lease"]["media"], strict=True)):
        sent, drawn = sent.replace(theirs, f"picture {number}"), drawn.replace(ours, f"picture {number}")
        one, two = (Image.open(io.BytesIO(data)) for data in (got[number], base64.b64decode(ours.partition(",")[2])))
        assert one.size == two.size
        assert one.convert("RGB").tobytes() == two.convert("RGB").tobytes()
    static = re.compile(r"/static/[0-9a-f]+/|replay://static/")
    assert static.sub("", drawn.replace("replay", "")) == static.sub("", sent.replace(lease["lease"], ""))
