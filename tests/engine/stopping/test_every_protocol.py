"""A rule on the example of every protocol: checked, planned, simulated, verified and analysed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from beholder.engine import Engine, SimulatedClock, open_simulated, seeded_entropy, simulate
from beholder.engine.planning.plan import outline
from beholder.facade import load
from beholder.keeping.verify import verify_chain
from beholder.protocols.registry import find_protocol, protocol_names
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import load_definition

EXAMPLES = [name for name in protocol_names() if find_protocol(name).example is not None]


@pytest.mark.long
@pytest.mark.parametrize("stop", ["lead: 2", "half_width: 0.6"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_rule_holds_on_the_example_of_every_protocol(
    name: str, stop: str, painted: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = tmp_path / "study"
    shutil.copytree(painted(name), folder)
    declaration = find_protocol(name).declaration
    field = dict(declaration.form.all_fields())[declaration.watched]
    if stop.startswith("half_width") and not field.numeric:
        pytest.skip("a width is one of numbers")
    settings = folder / "study.yaml"
    rule = f"ratings: {{least: 2, most: 5, stop: {{{stop}}}}}\noverlap: {{share: 0.2, ratings: 5}}\n"
    text = re.sub(r"^overlap:.*\n", "", settings.read_text(encoding="utf-8"), flags=re.MULTILINE)
    text, found = re.subn(r"^ratings:.*\n", rule, text, flags=re.MULTILINE)
    assert found == 1
    settings.write_text(text, encoding="utf-8")

    definition = load_definition(folder)
    assert definition.stop_rule is not None
    assert outline(definition).trials > 0
    Home(folder).make()
    database, clock = Database.open(Home(folder).database), SimulatedClock()
    key = open_simulated(database, definition, seed=1, now=clock.now)
    engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(1))
    simulate(engine, clock, raters=8, seed=1)
    engine.close()
    with database.read() as conn:
        assert verify_chain(conn, key).problems == ()
    database.close()
    with load(folder) as study:
        status, analysis = study.status(), study.analysis()
    assert status.given <= status.wanted
    assert status.stopped or stop.startswith("half_width") or declaration.shows == "all"
    assert "By a rule declared before the data" in analysis.method.to("en")
