"""Parts of a protocol that are imported when they are first asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from beholder.protocols import Deferred, protocol_names


def test_a_deferred_part_is_called_with_what_it_was_given() -> None:
    assert Deferred("json:dumps")({"b": 1, "a": 2}, sort_keys=True) == '{"a": 2, "b": 1}'


def test_a_wrong_address_is_told_at_the_call() -> None:
    with pytest.raises(AttributeError, match="no_such"):
        Deferred("json:no_such")()


def test_declaring_all_protocols_imports_no_statistics() -> None:
    asked = "import sys; from beholder.protocols import protocol_names as names; print(*names()); print('scipy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [*protocol_names(), "False"]
