"""Three objects small enough to score by hand.

bear: bear 4, dog 2, ball 2, teddy 1. Three raters. `bear` is perfect for all. `dog` is a mistake of seeing (0, 0, 0.5), grouped
with `bear` by two of three. `ball` is another object for all. `beer` is a planted typo.
deer: deer 3, animal 3, dear 2. `animal` is perfect; `dear` is a slip of language for two raters and perfect for the third, all in
one group.
zebra: zebra 5: one name only, judged by nobody.
"""

from __future__ import annotations

from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.verify.adequacy import Judgment, score_judgments
from beholder.protocols.naming.verify.verified import Thresholds, VerifiedObject, make_consistent

SETS = [
    ResponseSet.of(
        "bear",
        {"bear": 4, "dog": 2, "ball": 2, "teddy": 1},
        columns={"domain": "animals", "vg_obj_name": "Bear"},
    ),
    ResponseSet.of("deer", {"deer": 3, "animal": 3, "dear": 2}, columns={"domain": "animals", "vg_obj_name": "dear"}),
    ResponseSet.of("zebra", {"zebra": 5}, columns={"domain": "stripes", "vg_obj_name": "horse"}),
]

_GIVEN: dict[tuple[str, str], list[tuple[float, str, str]]] = {
    ("bear", "bear"): [(1, "none", "1"), (1, "none", "1"), (1, "none", "1")],
    ("bear", "dog"): [(0, "visual", "1"), (0, "visual", "1"), (0.5, "referential", "2")],
    ("bear", "ball"): [(0.5, "referential", "2"), (0.5, "referential", "2"), (1, "none", "3")],
    ("bear", "beer"): [(0, "linguistic", "1"), (0, "linguistic", "2"), (0, "linguistic", "2")],
    ("deer", "deer"): [(1, "none", "1"), (1, "none", "1"), (1, "none", "1")],
    ("deer", "animal"): [(1, "none", "1"), (1, "none", "1"), (1, "none", "1")],
    ("deer", "dear"): [(0.5, "linguistic", "1"), (0.5, "linguistic", "1"), (1, "none", "1")],
}

JUDGMENTS = [
    Judgment(item, f"r{place}", name, float(adequacy), kind, group, "typo" if name == "beer" else "")
    for (item, name), given in _GIVEN.items()
    for place, (adequacy, kind, group) in enumerate(given)
]


def verified(**limits: float) -> list[VerifiedObject]:
    """The objects after verification."""
    return make_consistent(SETS, score_judgments(JUDGMENTS), thresholds=Thresholds(**limits))
