"""QR codes: a reader written from the standard gets the link back from what the page draws."""

from __future__ import annotations

import itertools
import re

import pytest

from beholder.web.coordinate.invites_page import draw_code

Grid = list[list[bool]]

FORMATS = [
    "101010000010010",
    "101000100100101",
    "101111001111100",
    "101101101001011",
    "100010111111001",
    "100000011001110",
    "100111110010111",
    "100101010100000",
]
"""The fifteen bits that say: correction M, and which mask."""
VERSIONS = {7: "000111110010010100", 8: "001000010110111100", 9: "001001101010011001", 10: "001010010011010011"}
BLOCKS = [(10, [16]), (16, [28]), (26, [44]), (18, [32] * 2), (24, [43] * 2), (16, [27] * 4), (18, [31] * 4),
          (22, [38, 38, 39, 39]), (22, [36, 36, 36, 37, 37]), (26, [43, 43, 43, 43, 44])]  # fmt: skip
ALIGNED = {2: 18, 3: 22, 4: 26, 5: 30, 6: 34, 7: 38, 8: 42, 9: 46, 10: 50}
QUIET = 4


@pytest.mark.parametrize("length", [22, 26, 42, 62, 84, 106, 122, 152, 180, 213])
def test_a_reader_gets_the_link_back_and_finds_no_error(length: int) -> None:
    link = "https://x.example/s/3f" + "".join(itertools.islice(itertools.cycle("/?i=Wy_-.a"), length - 22))
    assert _read(_modules(draw_code(link))) == link


def test_the_code_is_dark_on_light_with_its_quiet_zone_in_every_theme() -> None:
    drawn = draw_code("https://beholder.example/s/3f/")
    size = len(_modules(drawn)) + 2 * QUIET
    assert f'viewBox="0 0 {size} {size}"' in drawn
    assert f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/>' in drawn
    assert 'stroke="#000"' in drawn


def _modules(drawn: str) -> Grid:
    """The dark modules as a camera sees them: bars of one module's height, without the quiet zone around them."""
    width = re.search(r'viewBox="0 0 (\d+) ', drawn)
    bars = re.search(r'stroke="#000" d="([^"]+)"', drawn)
    assert width
    assert bars
    size = int(width[1]) - 2 * QUIET
    modules = [[False] * size for _ in range(size)]
    x = y = 0.0
    for move, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", bars[1]):
        if move == "h":
            for n in range(int(first)):
                modules[int(y) - QUIET][int(x) + n - QUIET] = True
            x += float(first)
        elif move == "M":
            x, y = float(first), float(second)
        else:
            x, y = x + float(first), y + float(second)
    return modules


def _text(bits: list[bool]) -> str:
    return "".join("1" if bit else "0" for bit in bits)


def _is_data(row: int, column: int, version: int) -> bool:
    size = 17 + 4 * version
    if row == 6 or column == 6:
        return False
    if (row < 9 and column < 9) or (row < 9 and column >= size - 8) or (row >= size - 8 and column < 9):
        return False
    if version >= 7 and ((row < 6 and column >= size - 11) or (column < 6 and row >= size - 11)):
        return False
    if version == 1:
        return True
    last = ALIGNED[version]
    centres = [6, last] if version < 7 else [6, (6 + last) // 2, last]
    for r, c in itertools.product(centres, centres):
        if (r, c) not in ((6, 6), (6, last), (last, 6)) and abs(row - r) <= 2 and abs(column - c) <= 2:
            return False
    return True


def _flips(mask: int, i: int, j: int) -> bool:
    product = i * j
    return [
        (i + j) % 2, i % 2, j % 3, (i + j) % 3, (i // 2 + j // 3) % 2,
        product % 2 + product % 3, (product % 2 + product % 3) % 2, ((i + j) % 2 + product % 3) % 2,
    ][mask] == 0  # fmt: skip


def _mask(m: Grid, version: int) -> int:
    """The mask, from the bits around the finder patterns; those of the version are looked at as well."""
    size = len(m)
    around = [m[8][n] for n in (0, 1, 2, 3, 4, 5, 7, 8)] + [m[n][8] for n in (7, 5, 4, 3, 2, 1, 0)]
    apart = [m[size - 1 - n][8] for n in range(7)] + [m[8][size - 8 + n] for n in range(8)]
    assert _text(around) == _text(apart)
    assert m[size - 8][8], "the dark module"
    if version >= 7:
        below = [m[size - 11 + n % 3][n // 3] for n in reversed(range(18))]
        beside = [m[n // 3][size - 11 + n % 3] for n in reversed(range(18))]
        assert _text(below) == _text(beside) == VERSIONS[version]
    return FORMATS.index(_text(around))


def _read(modules: Grid) -> str:
    size = len(modules)
    version = (size - 17) // 4
    mask = _mask(modules, version)
    bits = []
    column, up = size - 1, True
    while column > 0:
        if column == 6:
            column -= 1
        for n in range(size):
            row = size - 1 - n if up else n
            pair = [c for c in (column, column - 1) if _is_data(row, c, version)]
            bits += [modules[row][c] ^ _flips(mask, row, c) for c in pair]
        column, up = column - 2, not up
    words = [int(_text(bits[i : i + 8]), 2) for i in range(0, len(bits) - 7, 8)]
    extra, sizes = BLOCKS[version - 1]
    assert len(words) == sum(sizes) + extra * len(sizes)
    blocks: list[list[int]] = [[] for _ in sizes]
    stream = iter(words)
    for place in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if place < size:
                block.append(next(stream))
    checks: list[list[int]] = [[] for _ in sizes]
    for _ in range(extra):
        for check in checks:
            check.append(next(stream))
    for block, check in zip(blocks, checks, strict=True):
        assert _syndromes([*block, *check], extra) == [0] * extra
    data = "".join(f"{word:08b}" for block in blocks for word in block)
    assert data[:4] == "0100", "bytes"
    width = 8 if version < 10 else 16
    count = int(data[4 : 4 + width], 2)
    start = 4 + width
    return bytes(int(data[start + 8 * n : start + 8 * n + 8], 2) for n in range(count)).decode()


def _syndromes(words: list[int], count: int) -> list[int]:
    """The code word at each root of the generator, by schoolbook multiplication in GF(256)."""

    def times(a: int, b: int) -> int:
        out = 0
        for bit in range(8):
            if b >> bit & 1:
                out ^= a << bit
        for bit in range(14, 7, -1):
            if out >> bit & 1:
                out ^= 0x11D << (bit - 8)
        return out

    found, root = [], 1
    for _ in range(count):
        value = 0
        for word in words:
            value = times(value, root) ^ word
        found.append(value)
        root = times(root, 2)
    return found
