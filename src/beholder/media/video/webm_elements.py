"""The elements of a WebM file that playing needs, by where they stand, and the most that their numbers may be."""

from __future__ import annotations

# ids of elements (Matroska specification, RFC 9559)
EBML, DOC_TYPE = 0x1A45DFA3, 0x4282
SEGMENT, SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES = (
    0x18538067,
    0x114D9B74,
    0x1549A966,
    0x1654AE6B,
    0x1F43B675,
    0x1C53BB6B,
)
SCALE, DURATION, MUXER, WRITER = 0x2AD7B1, 0x4489, 0x4D80, 0x5741
ENTRY, NUMBER, UID, TYPE, CODEC, PRIVATE, ENCODINGS = 0xAE, 0xD7, 0x73C5, 0x83, 0x86, 0x63A2, 0x6D80
VIDEO, AUDIO, WIDTH, HEIGHT, SHOWN_WIDTH, SHOWN_HEIGHT, ALPHA = 0xE0, 0xE1, 0xB0, 0xBA, 0x54B0, 0x54BA, 0x53C0
PROJECTION, ROLL = 0x7670, 0x7675
TIME, SIMPLE, GROUP, BLOCK = 0xE7, 0xA3, 0xA0, 0xA1
SEEK, SEEK_ID, SEEK_AT, POINT, POINT_TIME, PLACES, PLACE_TRACK, PLACE_AT = (
    0x4DBB,
    0x53AB,
    0x53AC,
    0xBB,
    0xB3,
    0xB7,
    0xF7,
    0xF1,
)
COLOUR, REFERENCE, RATE, OUTPUT_RATE = 0x55B0, 0xFB, 0xB5, 0x78B5
# Elements that playing needs, by where they stand. Every other one is made void: tags, titles, dates, chapters, attachments,
# checksums, what nobody knows, and the screen that a film was mastered on.
KEPT: dict[int, frozenset[int]] = {
    EBML: frozenset({0x4286, 0x42F7, 0x42F2, 0x42F3, DOC_TYPE, 0x4287, 0x4285}),
    SEGMENT: frozenset({SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES}),
    SEEK_HEAD: frozenset({SEEK}),
    SEEK: frozenset({SEEK_ID, SEEK_AT}),
    INFO: frozenset({SCALE, DURATION, MUXER, WRITER}),
    TRACKS: frozenset({ENTRY}),
    ENTRY: frozenset(
        {NUMBER, UID, TYPE, 0xB9, 0x88, 0x9C, 0x23E383, CODEC, PRIVATE, 0x56AA, 0x56BB, VIDEO, AUDIO, ENCODINGS}
    ),
    VIDEO: frozenset({WIDTH, HEIGHT, SHOWN_WIDTH, SHOWN_HEIGHT, 0x54B2, 0x9A, 0x53B8, ALPHA, COLOUR, PROJECTION}),
    COLOUR: frozenset(range(0x55B1, 0x55BE)),
    AUDIO: frozenset({RATE, OUTPUT_RATE, 0x9F, 0x6264}),
    CLUSTER: frozenset({TIME, SIMPLE, GROUP}),
    GROUP: frozenset({BLOCK, 0x9B, REFERENCE}),
    CUES: frozenset({POINT}),
    POINT: frozenset({POINT_TIME, PLACES}),
    PLACES: frozenset({PLACE_TRACK, PLACE_AT}),
}
REPEATED = frozenset({SEEK, ENTRY, CLUSTER, SIMPLE, GROUP, POINT, PLACES})
IN_CLUSTERS = frozenset({SIMPLE, GROUP, BLOCK, 0x9B, REFERENCE})
# Whole numbers that nothing else bounds, and the most that each may be: times in nanoseconds, flags, kinds, channels.
MOST = dict.fromkeys((0x23E383, 0x56AA, 0x56BB, 0x9B), 10**10) | dict.fromkeys(
    (0x4286, 0x42F7, 0x42F2, 0x42F3, 0x4287, 0x4285, 0xB9, 0x88, 0x9C, 0x54B2, 0x9A, 0x53B8, 0x9F, 0x6264), 255
)
MOST |= dict.fromkeys(KEPT[COLOUR], 65_535) | {NUMBER: 126, TYPE: 255}
LACING = 0x06
NAMES = {SEEK_HEAD: "seek", INFO: "info", TRACKS: "tracks", CLUSTER: "clusters", CUES: "cues"}
