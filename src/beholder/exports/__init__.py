"""What leaves a study as data: tables with codebook, a data set with card, layouts of a protocol."""

from beholder.exports.codebook import Codebook, column_meanings
from beholder.exports.dataset import write_dataset
from beholder.exports.downloads import Download, downloads, write_download
from beholder.exports.layouts import layout_names, write_layout, write_next_round
from beholder.exports.tables import TABLES, Exported, Wish, record_export, write_export

__all__ = [
    "TABLES",
    "Codebook",
    "Download",
    "Exported",
    "Wish",
    "column_meanings",
    "downloads",
    "layout_names",
    "record_export",
    "write_dataset",
    "write_download",
    "write_export",
    "write_layout",
    "write_next_round",
]
