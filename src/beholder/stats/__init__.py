"""Statistics on long columns: agreement, aggregation, ranking, comparison and planning, with honest intervals."""

from beholder.stats.agreement import Agreement, RaterScope
from beholder.stats.alpha import Level, krippendorff_alpha
from beholder.stats.chance import brennan_prediger, conger_kappa, fleiss_kappa, gwet_ac
from beholder.stats.coincidence import krippendorff_alpha_engine
from beholder.stats.columns import Ratings, codes, scale_of
from beholder.stats.consensus import Consensus, mean_consensus, median_consensus
from beholder.stats.convergence import ConvergenceError
from beholder.stats.dawid_skene import ConfusionPrior, DawidSkene, dawid_skene, fit_dawid_skene
from beholder.stats.engine import Chunk, Engine, Kernel, MemoryEngine, ParquetEngine, combine, run
from beholder.stats.icc import IccForm, VarianceComponents, intraclass_correlation, variance_components
from beholder.stats.kappa import cohen_kappa
from beholder.stats.labels import Labels
from beholder.stats.majority import TieRule, majority
from beholder.stats.one_coin import AbilityPrior, OneCoin, fit_one_coin, one_coin
from beholder.stats.parquet import encode_ratings
from beholder.stats.partitions import Partitions, adjusted_rand, partition_alpha
from beholder.stats.percent import percent_agreement, specific_agreement, within_agreement
from beholder.stats.resampling import Bootstrap, Jackknife, Uncertainty, poisson_weights
from beholder.stats.severity import rater_severity
from beholder.stats.weights import WeightKind, agreement_weights

__all__ = [
    "AbilityPrior",
    "Agreement",
    "Bootstrap",
    "Chunk",
    "ConfusionPrior",
    "Consensus",
    "ConvergenceError",
    "DawidSkene",
    "Engine",
    "IccForm",
    "Jackknife",
    "Kernel",
    "Labels",
    "Level",
    "MemoryEngine",
    "OneCoin",
    "ParquetEngine",
    "Partitions",
    "RaterScope",
    "Ratings",
    "TieRule",
    "Uncertainty",
    "VarianceComponents",
    "WeightKind",
    "adjusted_rand",
    "agreement_weights",
    "brennan_prediger",
    "codes",
    "cohen_kappa",
    "combine",
    "conger_kappa",
    "dawid_skene",
    "encode_ratings",
    "fit_dawid_skene",
    "fit_one_coin",
    "fleiss_kappa",
    "gwet_ac",
    "intraclass_correlation",
    "krippendorff_alpha",
    "krippendorff_alpha_engine",
    "majority",
    "mean_consensus",
    "median_consensus",
    "one_coin",
    "partition_alpha",
    "percent_agreement",
    "poisson_weights",
    "rater_severity",
    "run",
    "scale_of",
    "specific_agreement",
    "variance_components",
    "within_agreement",
]
