"""Comparisons in plain words: which system, by how much, how sure, according to whom, and on which question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beholder.analysis.measure import Measure, called_by
from beholder.analysis.result import say
from beholder.analysis.sections.comparison import MeasureComparison
from beholder.analysis.sections.ranks import HELD
from beholder.analysis.sections.standing import proved, standing
from beholder.analysis.system_names import listed, question
from beholder.fields import Words
from beholder.stats import Scores
from beholder.stats.comparison.tasks import Task
from beholder.text import Interval, Number, PValue, Share

__all__ = ["according_to", "leaders", "task_named", "title_of", "upper_first", "verdicts"]


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
    """The systems of a task that no other is proved better than, best first; a reference is no other."""
    mine = set(task.systems) if task else set(found.means)
    order = [s for s in found.order if s in mine]
    if found.reference in mine:
        better = proved((*found.pairs, *found.unlisted), lower_is_better=found.measure.lower_is_better)
        beaten = {worse for system, worse in better if system != found.reference}
        return [s for s in order if s not in beaten]
    return [s for s in order if (found.ranks.get(s, (0, None))[1] or (2, 2))[0] == 1]


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
        """The sentence on those that compete, and how far the first of them is from the reference, where there is one."""
        found = self.found
        mine = set(self.task.systems) if self.task else set(found.means)
        order = [s for s in found.order if s in mine]
        competing = [s for s in order if s != found.reference]
        if not competing or len(competing) == len(order):
            return self._among(order)
        return self._against(found.reference, competing[0], text=self._among(competing))

    def _against(self, reference: str, system: str, *, text: Words) -> Words:
        row = _between(self.found, system, reference)
        if row is None:
            return text
        told = {"text": text, "system": self._called(system), "reference": self._called(reference)}
        told |= {"value": self._value(reference), "difference": self._gap(system, reference)}
        if row["p_holm"] < HELD:
            side = "above" if self.found.means[system].value > self.found.means[reference].value else "below"
            return say("reference-apart", **told, side=side)
        return say("reference-open", **told)

    def _among(self, order: list[str]) -> Words:
        """Who is ahead and by how much, who cannot be told apart, or that nothing is established."""
        found = self.found
        if not order:
            return say("lead-nothing", field=self.asked)
        first = order[0]
        if not self.measure.has_systems or len(order) == 1:
            value = self._interval(first)
            name = say("verdict-of", system=self._called(first)) if self.measure.has_systems else say("by-nobody")
            return say("verdict-alone", question=upper_first(self.asked), system=name, what=self._what(), value=value)
        stand = standing(order, self._family(), found.means, lower_is_better=self.measure.lower_is_better)
        if len(stand.level) == len(order):
            return say("lead-same", n=len(order), what=self._what(), field=self.asked, value=self._value(first))
        two = len(order) == 2
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
            "behind": len(stand.behind),
        }
        level = self._listed(stand.level)
        if self._apart(order):
            return say("verdict-no-common-order", **told, systems=level, some=len(stand.level))
        if stand.ahead:
            return say("verdict-contrary", **told, ahead=self._listed(stand.ahead), some=len(stand.ahead))
        if stand.all_behind:
            return say("verdict-two-ahead" if two else "verdict-ahead", **told)
        if two:
            return say("verdict-two-open", **told)
        if len(stand.level) > 1:
            worse = say("worse-lower" if self.measure.better == "none" else "worse-worse")
            return say("verdict-level", **told, systems=level, others=stand.others(worse))
        if not stand.behind:
            return say("verdict-open", **told)
        # paired differences decide, and a noisy system may stay in reach of the first while a steadier, higher one does not
        text = say("verdict-some", **told, same=self._listed(stand.open))
        return say("verdict-skipping", text=text) if stand.skipping else text

    def _family(self) -> tuple[Mapping[str, Any], ...]:
        return (*self.found.pairs, *self.found.unlisted)

    def _listed(self, systems: Sequence[str]) -> Words:
        return listed([self._called(s) for s in systems])

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

    def _gap(self, first: str, second: str) -> Interval | Words:
        """How far the first lies from the next, with the interval that holds for all differences together.

        Holm's method may prove what that interval leaves open, and then the p value is told as well.
        """
        row = _between(self.found, first, second)
        value, bounds = (row["difference"], row["interval"]) if row else (math.nan, None)
        if row and (value < 0 or (value == 0 and row["first"] != first)):
            # told as a distance: the sentence says in which direction
            value, bounds = -value, None if bounds is None else (-bounds[1], -bounds[0])
        told = Interval(value, bounds, digits=0 if self.found.share else 2, share=self.found.share)
        if row is None or bounds is None or not bounds[0] <= 0 <= bounds[1] or not row["p_holm"] < HELD:
            return told
        return say("difference-by-holm", difference=told, p=PValue(row["p_holm"]))

    def _what(self) -> Words:
        """What is compared: a share, a share of some answer, a mean, or the least that a mean can be; weighted or not."""
        plain = self._unweighted()
        return plain if self.measure.scores.weight is None else say("lead-weighted", what=plain)

    def _unweighted(self) -> Words:
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
