"""Comparisons in plain words: which system, by how much, how sure, according to whom, and on which question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beholder.analysis.measure import Measure, called_by
from beholder.analysis.result import say
from beholder.analysis.sections.comparison import MeasureComparison
from beholder.analysis.system_names import listed, question
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import Scores
from beholder.stats.comparison.tasks import Task
from beholder.text import Interval, Number, Share

__all__ = ["according_to", "leaders", "level_with", "task_named", "title_of", "upper_first", "verdicts"]


def title_of(found: MeasureComparison) -> Words:
    """The comparison in one sentence, for a heading or a caption; of several tasks only that there are several."""
    if len(found.tasks) > 1:
        return say("verdict-tasks", question=found.measure.label, n=len(found.tasks))
    return _Said(found, found.tasks[0] if found.tasks else None, found.measure.label).sentence()


def verdicts(found: MeasureComparison) -> tuple[Words, ...]:
    """What the summary says: a sentence for each task, each naming its question."""
    measure = found.measure
    asked = question(measure.name, measure.label, measure.info.label)
    if len(found.tasks) < 2:
        return (_Said(found, found.tasks[0] if found.tasks else None, asked).sentence(),)
    out = []
    for task in found.tasks:
        name = task.group or task_named(task.systems)
        out.append(_Said(found, task, say("question-in-task", question=asked, task=name)).sentence())
    return tuple(out)


def task_named(systems: Sequence[str]) -> Words:
    """A task without a name of its own, by its systems: all of a few, or the first of many."""
    return listed(systems) if len(systems) <= 3 else say("task-of", system=systems[0], n=len(systems) - 1)


def leaders(found: MeasureComparison, task: Task | None) -> list[str]:
    """The systems of a task that no other is proved better than, best first."""
    mine = set(task.systems) if task else set(found.means)
    order = [s for s in found.order if s in mine]
    return [s for s in order if (found.ranks.get(s, (0, None))[1] or (2, 2))[0] == 1]


def level_with(first: str, order: Sequence[str], *told: Mapping[str, Finding]) -> list[str]:
    """The systems of which a sentence would tell the same numbers as of the first, the first among them."""
    return [s for s in order if all(math.isclose(of[s].value, of[first].value, rel_tol=1e-12) for of in told)]


def according_to(scores: Scores) -> Words:
    """By whom: so many raters, these raters where they are too few to stand for others, nothing where nobody knows."""
    n = scores.n_raters
    if not n or scores.raters == ("",):
        return say("by-nobody")
    return say("by-these" if scores.sampled_raters is None or n == 1 else "by-raters", n=n)


@dataclass(frozen=True)
class _Said:
    """The sentence on one task; `asked` is what it calls the question."""

    found: MeasureComparison
    task: Task | None
    asked: Words

    @property
    def measure(self) -> Measure:
        return self.found.measure

    def sentence(self) -> Words:
        """Who is ahead and by how much, who cannot be told apart, or that nothing is established."""
        found = self.found
        mine = set(self.task.systems) if self.task else set(found.means)
        order = [s for s in found.order if s in mine]
        if not order:
            return say("lead-nothing", field=self.asked)
        first = order[0]
        if not self.measure.has_systems or len(order) == 1:
            value = self._interval(first)
            name = say("verdict-of", system=self._called(first)) if self.measure.has_systems else say("by-nobody")
            return say("verdict-alone", question=upper_first(self.asked), system=name, what=self._what(), value=value)
        top = level_with(first, order, found.means)
        if len(top) == len(order):
            return say("lead-same", n=len(order), what=self._what(), field=self.asked, value=self._value(first))
        told = {
            "question": self.asked,
            "system": self._called(first),
            "next": self._called(order[1]),
            "what": self._what(),
            "value": self._value(first),
            "other": self._value(order[1]),
            "by": self._by(first),
            "better": self.measure.better,
            "n": len(order),
            "difference": self._gap(first, order[1]),
        }
        if self._apart(order):
            return say("verdict-no-common-order", **told, systems=listed([self._called(s) for s in top]))
        ahead = leaders(found, self.task)
        if ahead == [first]:
            return say("verdict-two-ahead" if len(order) == 2 else "verdict-ahead", **told)
        if len(order) == 2:
            return say("verdict-two-open", **told)
        if len(top) > 1:
            level = listed([self._called(s) for s in top])
            return say("verdict-level", **told, systems=level, behind=len(order) - len(ahead) if ahead else 0)
        if len(ahead) == len(order) or not ahead or first not in ahead:
            return say("verdict-open", **told)
        same = [self._called(s) for s in ahead if s != first]
        # paired differences decide, and a noisy system may stay in reach of the first while a steadier, higher one does not
        skipped = any(s not in ahead for s in order[: order.index(ahead[-1])])
        text = say("verdict-some", **told, same=listed(same), some=len(same), behind=len(order) - len(ahead))
        return say("verdict-skipping", text=text) if skipped else text

    def _called(self, system: str) -> str:
        """The system without the name of its task, which the sentence tells."""
        return system.removeprefix(f"{self.task.group}/") if self.task and len(self.found.tasks) > 1 else system

    def _apart(self, order: list[str]) -> bool:
        """Whether some of these systems never met."""
        listed_pairs = sum(row["first"] in order and row["second"] in order for row in self.found.pairs)
        return bool(self.found.apart) and listed_pairs < math.comb(len(order), 2)

    def _by(self, system: str) -> Words:
        return according_to((self.found.scores or {}).get(system, self.measure.scores))

    def _value(self, system: str) -> Any:
        value = self.found.means[system].value
        return Share(value) if self.found.share else Number(value)

    def _interval(self, system: str) -> Interval:
        finding = self.found.means[system]
        return Interval(finding.value, finding.interval, digits=0 if self.found.share else 2, share=self.found.share)

    def _gap(self, first: str, second: str) -> Interval:
        """How far the first lies from the next, with the interval that holds for all differences together."""
        row = _between(self.found, first, second)
        value, bounds = (row["difference"], row["interval"]) if row else (math.nan, None)
        if row and (value < 0 or (value == 0 and row["first"] != first)):
            # told as a distance: the sentence says in which direction
            value, bounds = -value, None if bounds is None else (-bounds[1], -bounds[0])
        return Interval(value, bounds, digits=0 if self.found.share else 2, share=self.found.share)

    def _what(self) -> Words:
        """What is compared: a share, a share of some answer, a mean, or the least that a mean can be."""
        if not self.found.share:
            return say("lead-mean-at-least" if self.measure.n_censored else "lead-mean")
        yes = self.measure.info.yes
        if not yes:
            return say("lead-share")
        return say("lead-share-of", option=called_by((self.measure.info.options or {}).get(yes, Words(yes)), yes))


def upper_first(words: Words) -> Words:
    """The words as the beginning of a sentence or a heading."""
    return Words({language: text[:1].upper() + text[1:] for language, text in words.root.items()})


def _between(found: MeasureComparison, first: str, second: str) -> Mapping[str, Any] | None:
    for row in found.pairs:
        if {row["first"], row["second"]} == {first, second}:
            return row
    return None
