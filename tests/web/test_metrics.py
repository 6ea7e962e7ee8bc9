"""What a server tells those who watch it."""

from __future__ import annotations

import re

import httpx

from beholder.web.metrics import Metrics, StudyFigures, written
from beholder.web.metrics_port import exposition
from tests.web.web_client import Site

_SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="(?:[^"\\\n]|\\.)*"(,[a-z]+="(?:[^"\\\n]|\\.)*")*\})? [0-9.e+-]+')


def _value(text: str, sample: str) -> float:
    return float(next(line for line in text.splitlines() if line.startswith(sample)).rpartition(" ")[2])


def test_requests_leases_and_the_writer_are_counted_and_no_rater_is_named(site: Site, anyone: httpx.Client) -> None:
    rater = site.join(anyone)
    lease = rater.leases(2)[0]
    assert rater.answer("answer-0001", lease["lease"]).status_code == 200
    assert rater.answer("answer-0002", "no-such-lease").status_code == 404
    anyone.get("/nowhere")
    text = site.portal.call(exposition, site.app)
    answers = 'beholder_requests_total{route="/s/{study}/api/answers/{answer}",method="PUT",status='
    assert _value(text, f'{answers}"200"}}') == 1
    assert _value(text, f'{answers}"404"}}') == 1
    assert _value(text, 'beholder_requests_total{route="other",method="GET",status="404"}') == 1
    seconds = 'beholder_request_seconds_{}{{route="/s/{{study}}/api/answers/{{answer}}"'
    assert _value(text, seconds.format("count")) == 2
    assert _value(text, seconds.format("bucket") + ',le="+Inf"') == 2
    study = f'{{study="{site.study.short}"}}'
    assert _value(text, f"beholder_open_leases{study}") == 1
    assert _value(text, f"beholder_writer_works{study}") == 1
    assert _value(text, f"beholder_writer_queue{study}") == 0
    assert rater.joined["rater"] not in text
    assert lease["lease"] not in text


def test_the_text_is_as_prometheus_reads_it() -> None:
    metrics = Metrics()
    metrics.count("/a", "GET", 200, 0.003)
    metrics.count("/a", "GET", 200, 99.0)
    text = written(metrics, [StudyFigures('a"b\\c', True, True, 3, 1.5, None, 7)], version="1", loop_lag=0.0)
    assert text.endswith("\n")
    typed = set()
    for line in text.splitlines():
        if line.startswith("#"):
            typed.add(line.split()[2])
            continue
        assert _SAMPLE.fullmatch(line), line
        name = line.partition("{")[0].partition(" ")[0]
        assert name in typed or name.rpartition("_")[0] in typed
    assert "beholder_open_leases{" not in text, "what is not known is left out"
    assert _value(text, 'beholder_request_seconds_bucket{route="/a",le="0.005"}') == 1
    assert _value(text, 'beholder_request_seconds_bucket{route="/a",le="10.0"}') == 1
    assert _value(text, 'beholder_request_seconds_sum{route="/a"}') == 99.003
