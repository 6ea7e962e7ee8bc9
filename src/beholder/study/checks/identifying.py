"""Questions that ask raters who they are: crowd platforms forbid them, and no study of ours needs the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beholder.declarations.states import RaterStage
from beholder.errors import Problem
from beholder.study.definition import STUDY_FILE, Definition

__all__ = ["find_identifying"]

_WHO = re.compile(
    r"\be-?mails?\b|\b(your|full|first|last|family|real|sur) ?names?\b|\b(tele)?phone\b|\bmobile number\b"
    r"|\b(home|street|postal|mail(ing)?) address\b|\b(date of birth|birth ?(date|day))\b|\bpassport\b|\bsocial security\b"
    r"|\b(prolific|worker|mturk|participant)[ _-]?id\b|邮箱|邮件地址|姓名|名字是|电话|手机号|身份证|住址|出生日期|生日|微信号",
    re.IGNORECASE,
)


def find_identifying(definition: Definition) -> Iterator[Problem]:
    """A warning for each question before or after the trials into which raters would type who they are."""
    settings = definition.settings
    for when, questions in ((RaterStage.BEFORE, settings.before), (RaterStage.AFTER, settings.after)):
        for name, question in questions.items():
            asked = " ".join(question.label.root.values())
            if question.typed and (found := _WHO.search(asked)):
                yield Problem(
                    f"this question seems to ask who the rater is ({found[0]!r})",
                    "question-identifies",
                    f"{STUDY_FILE} · {when}.{name}",
                    "leave it out: pseudonyms are enough, and ids of a platform come with its link",
                    warning=True,
                )
