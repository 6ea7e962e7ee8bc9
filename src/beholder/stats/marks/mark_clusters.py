"""Places on which raters agree: clusters of marks by density, and the mark in the middle of each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from beholder.errors import BeholderError
from beholder.stats.marks.marks import iou

if TYPE_CHECKING:
    from beholder.stats.columns import Floats
    from beholder.stats.marks.marks import Marks, Nearness

__all__ = ["MarkCluster", "consensus_marks", "density_clusters"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkCluster:
    """A place on a picture that several marks name: their number, how many raters, and the mark in their middle.

    `sigma` is the spread: the root mean square distance of centres from the middle (n - 1), or of 1 - IoU by overlap.
    """

    item: Any
    count: int
    raters: int
    x: float
    y: float
    width: float
    height: float
    sigma: float


def density_clusters(distance: Floats, *, reach: float, least: int) -> NDArray[np.int64]:
    """DBSCAN on a matrix of distances: the cluster of each mark, from 0 in order of first appearance; -1 for none.

    A mark with `least` marks within `reach`, itself among them, founds or extends a cluster; marks within its reach
    belong to it. Ester, Kriegel, Sander & Xu 1996, KDD-96.
    """
    near = distance <= reach
    core = near.sum(axis=1) >= least
    label = np.full(len(distance), -1, dtype=np.int64)
    cluster = 0
    for start in np.flatnonzero(core):
        if label[start] >= 0:
            continue
        label[start] = cluster
        waiting = [int(start)]
        while waiting:
            for other in np.flatnonzero(near[waiting.pop()] & (label < 0)):
                label[other] = cluster
                if core[other]:
                    waiting.append(int(other))
        cluster += 1
    return label


def consensus_marks(marks: Marks, nearness: Nearness, *, least: int = 2) -> tuple[MarkCluster, ...]:
    """Clusters of at least `least` marks on each picture, by DBSCAN with the given nearness as reach.

    The middle of points, and of boxes by radius, is the mean of all coordinates; by overlap it is the box with the least
    sum of squared 1 - IoU. Boxes are near by radius when all four of their coordinates together are, as Euclid measures.
    """
    nearness.check(marks)
    if least < 1:
        raise BeholderError(f"a cluster takes 1 mark or more, got {least}", code="stats-bad-option")
    out = []
    for picture, given in marks.by_item():
        box = np.concatenate([*given.values(), np.empty((0, 4))])
        who = np.repeat(list(given), [len(rows) for rows in given.values()])
        label = cluster_labels(box, nearness, least=least)
        for cluster in range(int(label.max(initial=-1)) + 1):
            members = label == cluster
            middle, sigma = _middle(box[members], nearness)
            out.append(
                MarkCluster(
                    item=marks.items[picture],
                    count=int(members.sum()),
                    raters=len(np.unique(who[members])),
                    x=float(middle[0]),
                    y=float(middle[1]),
                    width=float(middle[2]),
                    height=float(middle[3]),
                    sigma=sigma,
                )
            )
    return tuple(out)


def cluster_labels(box: Floats, nearness: Nearness, *, least: int) -> NDArray[np.int64]:
    """The cluster of each mark of one picture."""
    if nearness.overlap is not None:
        distance = nearness.distance(box, box)
    else:
        distance = np.asarray(np.linalg.norm(box[:, None] - box[None], axis=2))
    return density_clusters(distance, reach=nearness.limit, least=least)


def _middle(box: Floats, nearness: Nearness) -> tuple[Floats, float]:
    mean = box.mean(axis=0)
    if nearness.overlap is None:
        squares = float(((box[:, :2] + box[:, 2:] / 2 - mean[:2] - mean[2:] / 2) ** 2).sum())
        return mean, math.sqrt(squares / (len(box) - 1)) if len(box) > 1 else 0.0

    def misfit(corners: Floats) -> float:
        return float(((1 - iou(box, corners[None])) ** 2).sum())

    # IoU has kinks where edges meet, so the simplex is used instead of slopes
    best = minimize(misfit, mean, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12, "maxiter": 4000})
    middle = best.x if best.fun < misfit(mean) - 1e-9 else mean
    return np.asarray(middle), math.sqrt(misfit(middle) / (len(box) - 1)) if len(box) > 1 else 0.0
