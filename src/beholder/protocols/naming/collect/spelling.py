"""Spelling proposals: which names may be slips of which others. A person decides; nothing is merged unasked."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from beholder.errors import BeholderError
from beholder.protocols.naming.collect.normalise import singulars
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.published.files import read_rows

__all__ = ["Proposal", "accept", "propose_spellings", "read_spellings", "write_proposals"]

_COLUMNS = ("name", "proposal", "reason", "answers", "proposal_answers", "objects", "accept")
_YES, _NO = {"yes", "y", "true", "1", "x"}, {"no", "n", "false", "0", ""}
# letters: in shorter words one slip makes another word; two slips do in those below eight
_SHORTEST_SLIP, _SHORTEST_DOUBLE_SLIP = 4, 8


@dataclass(frozen=True, slots=True)
class Proposal:
    """`name` may stand for `proposal`; `objects` counts the objects that were given both."""

    name: str
    proposal: str
    reason: str
    answers: int
    proposal_answers: int
    objects: int


def propose_spellings(sets: Iterable[ResponseSet], *, ratio: float = 10.0) -> list[Proposal]:
    """Names that look like other, more frequent ones, the most answers first.

    `slip`: one letter off (two in long names) from a name of the same object that is `ratio` times as frequent in all the
    data. `variant`: equal but for spaces, hyphens and accents. `plural`: an English plural whose singular was given too.
    Scripts without capital letters get no slips: there a changed character is another word.
    """
    total: Counter[str] = Counter()
    together: Counter[tuple[str, str]] = Counter()
    for one in sets:
        total.update(dict(zip(one.names, one.counts, strict=True)))
        cased = [name for name in one.names if _cased(name)]
        together.update((a, b) for a in cased for b in cased if a != b)
    out: dict[str, Proposal] = {}

    def offer(name: str, other: str, reason: str) -> None:
        out.setdefault(name, Proposal(name, other, reason, total[name], total[other], together[name, other]))

    for name, other in _variants(total):
        offer(name, other, "variant")
    for name in total:
        singular = next((one for one in singulars(name) if one in total), None)
        if singular is not None:
            offer(name, singular, "plural")
    for (name, other), _ in together.most_common():
        if total[other] >= ratio * total[name] and _slip(name, other):
            offer(name, other, "slip")
    return sorted(out.values(), key=lambda proposal: (-proposal.answers, proposal.name))


def write_proposals(proposals: Iterable[Proposal], path: Path) -> None:
    """A CSV table with an empty column `accept`, for a person to fill with yes or no."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(_COLUMNS)
        for one in proposals:
            writer.writerow([one.name, one.proposal, one.reason, one.answers, one.proposal_answers, one.objects, ""])


def read_spellings(path: Path) -> dict[str, str]:
    """The accepted rows of a table with the columns `name`, `proposal` and `accept`."""
    pairs: dict[str, str] = {}
    for line, row in read_rows(path):
        missing = {"name", "proposal", "accept"} - row.keys()
        if missing:
            raise BeholderError(
                f"the table of spellings has no column {min(missing)!r}", code="naming-no-column", where=str(path)
            )
        answer = str(row["accept"] or "").strip().lower()
        if answer not in _YES | _NO:
            raise BeholderError(
                f"accept is yes or no, got {row['accept']!r}", code="naming-bad-spelling", where=f"{path}:{line}"
            )
        if answer in _YES:
            pairs[str(row["name"])] = str(row["proposal"])
    return accept(pairs)


def accept(pairs: Mapping[str, str]) -> dict[str, str]:
    """Accepted pairs with chains followed to their end: a → b and b → c make a → c."""
    out: dict[str, str] = {}
    for name in pairs:
        seen = [name]
        while (target := pairs.get(seen[-1])) is not None:
            if target in seen:
                raise BeholderError(
                    f"the spellings go round in a circle: {' → '.join([*seen, target])}", code="naming-bad-spelling"
                )
            seen.append(target)
        out[name] = seen[-1]
    return out


def _variants(total: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in total:
        groups[_skeleton(name)].append(name)
    for names in groups.values():
        best = max(names, key=lambda name: (total[name], name))
        yield from ((name, best) for name in names if name != best)


def _skeleton(name: str) -> str:
    """The name without spaces and hyphens and, in scripts with capital letters, without accents."""
    text = "".join(char for char in name if not char.isspace() and unicodedata.category(char) != "Pd")
    if not _cased(name):
        return text
    return "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char) != "Mn")


def _cased(name: str) -> bool:
    letters = [char for char in name if char.isalpha()]
    return bool(letters) and all(unicodedata.category(char) in ("Ll", "Lu", "Lt") for char in letters)


def _slip(name: str, other: str) -> bool:
    shorter = min(len(name), len(other))
    if shorter < _SHORTEST_SLIP:
        return False
    return _within(name, other, 2 if shorter >= _SHORTEST_DOUBLE_SLIP else 1)


def _within(a: str, b: str, most: int) -> bool:
    """Whether `most` insertions, deletions, replacements or swaps of neighbours turn one text into the other."""
    if abs(len(a) - len(b)) > most:
        return False
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, char in enumerate(a, start=1):
        last, before, row = before, row, [i]
        for j, other in enumerate(b, start=1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                best = min(best, last[j - 2] + 1)
            row.append(best)
        if min(row) > most:
            return False
    return row[-1] <= most
