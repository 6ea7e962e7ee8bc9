"""Limits on what a file or a server from outside may cost: one place for every reader.

They are far above what studies hold, and low enough that a file made to exhaust a machine is refused in seconds.
"""

from __future__ import annotations

# tables: rows that are held in memory take about 400 bytes each
MAX_TABLE_ROWS = 5_000_000
MAX_TABLE_COLUMNS = 4_096
MAX_HEADING_BYTES = 1_000_000
MAX_TABLE_BYTES = 4 * 2**30
"""Bytes of a table as text, once unpacked."""
MAX_LINE_BYTES = 64_000_000
"""Bytes of one line: a mask is easily some megabytes long, what is longer than this is a file of another kind."""
MAX_CELL_BYTES = 16_000_000

# a file that unpacks to more than this, and to more than so many times its size, was made to do so
MAX_UNPACK_RATIO = 200
FREE_UNPACKED_BYTES = 64 * 2**20

# archives, and pictures inside tables: ImageNet has 1,281,167 of them, and the largest clip that is taken has 2 GB
MAX_UNPACKED_FILES = 2_000_000
MAX_UNPACKED_FILE_BYTES = 2 * 2**30
MAX_UNPACKED_BYTES = 256 * 2**30
MAX_EMBEDDED_BYTES = 256 * 2**20
"""Bytes of one picture or clip in a cell of a table."""
MAX_ARCHIVE_HEADER_BYTES = 1_000_000
"""Bytes of the name and attributes of one member of a tar archive."""

# workbooks: the rows and columns of a spreadsheet program; XML of a sheet is never deep
MAX_SHEET_ROWS = 1_048_576
MAX_SHEET_CELLS = 20_000_000
MAX_ARCHIVE_MEMBERS = 10_000
MAX_WORKBOOK_BYTES = 2 * 2**30
MAX_SHEET_TEXT = 512 * 2**20
MAX_XML_DEPTH = 100

# clips: a film of two hours at 60 frames a second has 432,000 frames, and 360,000 packets of sound
MIN_CLIP_SECONDS, MAX_CLIP_SECONDS = 0.001, 7_200.0
MAX_CLIP_FRAMES = 1_000_000
MAX_CLIP_SIDE = 16_384
MAX_FRAME_RATE = 1_000.0
MAX_CLIP_PARTS = 200_000
"""Boxes or elements of a clip that are not frames; two hours of WebM have about 30,000."""
MAX_CLIP_UNITS = 4_000_000
"""Parts of frames: two hours at 60 frames a second, each in eight slices."""
# animated pictures that are made clips: a minute of 1024 × 1024 at 30 frames a second, about a minute of a core
MAX_ANIMATION_FRAMES = 20_000
MAX_ANIMATION_PIXELS = 2_000_000_000

# judges: an answer is a few hundred bytes, a long thought before it some ten thousand
MAX_REPLY_BYTES = 2 * 2**20
MAX_REPLY_CHARACTERS = 200_000
