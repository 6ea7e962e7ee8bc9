"""Statistics on long columns: agreement, aggregation, ranking, comparison and planning, with honest intervals."""

from typing import Any

from beholder.stats.aggregation.consensus import Consensus, mean_consensus, median_consensus
from beholder.stats.aggregation.dawid_skene import ConfusionPrior, DawidSkene, dawid_skene, fit_dawid_skene
from beholder.stats.aggregation.labels import Labels
from beholder.stats.aggregation.majority import TieRule, majority
from beholder.stats.aggregation.one_coin import AbilityPrior, OneCoin, fit_one_coin, one_coin
from beholder.stats.agreement.agreement_sums import (
    chance_corrected_engine,
    percent_agreement_engine,
    within_agreement_engine,
)
from beholder.stats.agreement.alpha import Level, krippendorff_alpha
from beholder.stats.agreement.chance_corrected import brennan_prediger, conger_kappa, fleiss_kappa, gwet_ac
from beholder.stats.agreement.coefficient import Agreement, RaterScope
from beholder.stats.agreement.coincidence import krippendorff_alpha_engine
from beholder.stats.agreement.component_sums import (
    component_sums,
    intraclass_correlation_engine,
    variance_components_engine,
)
from beholder.stats.agreement.icc import IccForm, VarianceComponents, intraclass_correlation, variance_components
from beholder.stats.agreement.kappa import cohen_kappa
from beholder.stats.agreement.name_sums import name_variation_engine
from beholder.stats.agreement.partitions import Partitions, adjusted_rand, partition_alpha
from beholder.stats.agreement.percent import percent_agreement, specific_agreement, within_agreement
from beholder.stats.agreement.permutation import agreement_by_chance
from beholder.stats.agreement.weights import WeightKind, agreement_weights
from beholder.stats.blocks import balanced_blocks
from beholder.stats.chunks import Chunk, ChunkEngine, Kernel, MemoryEngine, ParquetEngine, combine, run
from beholder.stats.columns import Ratings, codes, scale_of
from beholder.stats.comparison.corrections import Adjusted, benjamini_hochberg, benjamini_yekutieli, holm
from beholder.stats.comparison.correlation import kendall, pearson, spearman
from beholder.stats.comparison.effects import (
    cliffs_delta,
    cohens_dz,
    odds_ratio,
    odds_ratio_paired,
    risk_difference,
    risk_difference_paired,
    superiority_paired,
)
from beholder.stats.comparison.fair import fair_mean_ratings
from beholder.stats.comparison.mean_sums import compare_systems_engine, mean_ratings_engine
from beholder.stats.comparison.means import difference_ratings, mean_ratings, product_bootstrap, weighted_mean
from beholder.stats.comparison.paired import (
    PairedValues,
    bootstrap_paired,
    mcnemar_paired,
    permutation_paired,
    sign_paired,
    t_paired,
    tost_paired,
    tost_ratings,
    wilcoxon_paired,
)
from beholder.stats.comparison.rates import clopper_pearson, wilson
from beholder.stats.comparison.scores import Scores
from beholder.stats.comparison.severity import rater_severity, rater_variance
from beholder.stats.comparison.severity_sums import rater_severity_engine, rater_variance_engine
from beholder.stats.comparison.systems import Comparison, compare_systems
from beholder.stats.encode import encode_ratings
from beholder.stats.judges.alt_test import AltTest, LeftOut, alt_test
from beholder.stats.judges.alt_test_sums import alt_test_engine
from beholder.stats.judges.combined_means import Combined, CombinedDifference, CombinedMean, combined_means
from beholder.stats.judges.combined_sums import combined_means_engine
from beholder.stats.judges.judge_columns import judge_columns
from beholder.stats.marks.grid import mark_alpha
from beholder.stats.marks.mark_clusters import MarkCluster, consensus_marks, density_clusters
from beholder.stats.marks.marks import Marks, Nearness, iou
from beholder.stats.marks.matching import mark_accuracy, mark_agreement, match_marks
from beholder.stats.marks.words import word_alpha, word_shares
from beholder.stats.opinion.opinion_scores import OpinionMethod, OpinionScores, differential_ratings, opinion_scores
from beholder.stats.opinion.projection_sums import OpinionFit, opinion_scores_engine
from beholder.stats.opinion.screening import Deviation, bt500_rejected
from beholder.stats.planning.components import Components
from beholder.stats.planning.design import Design, half_width, power
from beholder.stats.planning.planned_agreement import AlphaSpread, alpha_half_width, items_for_alpha
from beholder.stats.planning.planned_study import Plan, plan
from beholder.stats.planning.search import items_enough, items_for_power, raters_enough, raters_for_power
from beholder.stats.planning.sequential import planned_looks, ratings_by_lead, ratings_by_width
from beholder.stats.planning.stability import stability_curve
from beholder.stats.planning.typical import TypicalSpread, typical_spread, typical_spreads
from beholder.stats.ranking.best_worst import BestWorst, BestWorstModel, best_worst_table, max_diff
from beholder.stats.ranking.both_bad import both_bad_shares
from beholder.stats.ranking.bradley_terry import BootstrapStrengths, bootstrap_strengths, bradley_terry
from beholder.stats.ranking.concordance import kendall_w
from beholder.stats.ranking.davidson import davidson, rao_kupper
from beholder.stats.ranking.graded import graded_preference
from beholder.stats.ranking.graph import Connectedness, Separation, connectedness, separation
from beholder.stats.ranking.pair_sums import pairwise_counts_engine, strengths_engine
from beholder.stats.ranking.pairs import Pairs, PairwiseCounts
from beholder.stats.ranking.plackett_luce import plackett_luce
from beholder.stats.ranking.rankings import Rankings
from beholder.stats.ranking.ranks import RankTable, WinTable, contrasts, rank_table, win_table
from beholder.stats.ranking.strengths import Strengths
from beholder.stats.resampling.bootstrap import Bootstrap, Jackknife, Uncertainty, poisson_weights
from beholder.stats.resampling.poisson import Draws, PoissonBootstrap, bootstrap_engine
from beholder.stats.results import ConvergenceError, Results
from beholder.stats.stopping.anytime import anytime_factor, anytime_half_width
from beholder.stats.stopping.boundaries import group_sequential_bounds
from beholder.stats.stopping.stopping_replay import Orders, StoppingReplay, replay_stopping
from beholder.stats.stopping.vote_rule import RuleOutcome, VoteRule

__all__ = [
    "AbilityPrior",
    "Adjusted",
    "Agreement",
    "AlphaSpread",
    "AltTest",
    "BestWorst",
    "BestWorstModel",
    "Bootstrap",
    "BootstrapStrengths",
    "Chunk",
    "ChunkEngine",
    "Combined",
    "CombinedDifference",
    "CombinedMean",
    "Comparison",
    "Components",
    "ConfusionPrior",
    "Connectedness",
    "Consensus",
    "ConvergenceError",
    "DawidSkene",
    "Design",
    "Deviation",
    "Draws",
    "IccForm",
    "Jackknife",
    "Kernel",
    "Labels",
    "LeftOut",
    "Level",
    "MarkCluster",
    "Marks",
    "MemoryEngine",
    "Nearness",
    "OneCoin",
    "OpinionFit",
    "OpinionMethod",
    "OpinionScores",
    "Orders",
    "PairedValues",
    "Pairs",
    "PairwiseCounts",
    "ParquetEngine",
    "Partitions",
    "Plan",
    "PoissonBootstrap",
    "RankTable",
    "Rankings",
    "RaterScope",
    "Ratings",
    "Results",
    "RuleOutcome",
    "Scores",
    "Separation",
    "StoppingReplay",
    "Strengths",
    "TieRule",
    "TypicalSpread",
    "Uncertainty",
    "VarianceComponents",
    "VoteRule",
    "WeightKind",
    "WinTable",
    "adjusted_rand",
    "agreement_by_chance",
    "agreement_weights",
    "alpha_half_width",
    "alt_test",
    "alt_test_engine",
    "anytime_factor",
    "anytime_half_width",
    "balanced_blocks",
    "benjamini_hochberg",
    "benjamini_yekutieli",
    "best_worst_table",
    "bootstrap_engine",
    "bootstrap_paired",
    "bootstrap_strengths",
    "both_bad_shares",
    "bradley_terry",
    "brennan_prediger",
    "bt500_rejected",
    "chance_corrected_engine",
    "cliffs_delta",
    "clopper_pearson",
    "codes",
    "cohen_kappa",
    "cohens_dz",
    "combine",
    "combined_means",
    "combined_means_engine",
    "compare_systems",
    "compare_systems_engine",
    "component_sums",
    "conger_kappa",
    "connectedness",
    "consensus_marks",
    "contrasts",
    "davidson",
    "dawid_skene",
    "density_clusters",
    "difference_ratings",
    "differential_ratings",
    "encode_ratings",
    "fair_mean_ratings",
    "fit_dawid_skene",
    "fit_one_coin",
    "fleiss_kappa",
    "graded_preference",
    "group_sequential_bounds",
    "gwet_ac",
    "half_width",
    "holm",
    "intraclass_correlation",
    "intraclass_correlation_engine",
    "iou",
    "items_enough",
    "items_for_alpha",
    "items_for_power",
    "judge_columns",
    "kendall",
    "kendall_w",
    "krippendorff_alpha",
    "krippendorff_alpha_engine",
    "majority",
    "mark_accuracy",
    "mark_agreement",
    "mark_alpha",
    "match_marks",
    "max_diff",
    "mcnemar_paired",
    "mean_consensus",
    "mean_ratings",
    "mean_ratings_engine",
    "median_consensus",
    "name_variation_engine",
    "odds_ratio",
    "odds_ratio_paired",
    "one_coin",
    "opinion_scores",
    "opinion_scores_engine",
    "pairwise_counts_engine",
    "partition_alpha",
    "pearson",
    "percent_agreement",
    "percent_agreement_engine",
    "permutation_paired",
    "plackett_luce",
    "plan",
    "planned_looks",
    "poisson_weights",
    "power",
    "product_bootstrap",
    "rank_table",
    "rao_kupper",
    "rater_severity",
    "rater_severity_engine",
    "rater_variance",
    "rater_variance_engine",
    "raters_enough",
    "raters_for_power",
    "ratings_by_lead",
    "ratings_by_width",
    "replay_stopping",
    "risk_difference",
    "risk_difference_paired",
    "run",
    "scale_of",
    "separation",
    "sign_paired",
    "spearman",
    "specific_agreement",
    "stability_curve",
    "strengths_engine",
    "superiority_paired",
    "t_paired",
    "tost_paired",
    "tost_ratings",
    "typical_spread",
    "typical_spreads",
    "variance_components",
    "variance_components_engine",
    "weighted_mean",
    "wilcoxon_paired",
    "wilson",
    "win_table",
    "within_agreement",
    "within_agreement_engine",
    "word_alpha",
    "word_shares",
]


def __getattr__(name: str) -> Any:
    if name == "Engine":
        from beholder.stats import chunks

        return chunks.Engine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
