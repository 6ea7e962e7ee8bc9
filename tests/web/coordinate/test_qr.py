"""QR codes: published vectors of every part, and a reader written from the standard that gets the text back."""

from __future__ import annotations

import itertools

import pytest

from beholder.errors import BeholderError
from beholder.web.qr import QrCode, correction, encode

FORMATS = {
    "M": "101010000010010 101000100100101 101111001111100 101101101001011 "
    "100010111111001 100000011001110 100111110010111 100101010100000",
    "L": "111011111000100 111001011110011 111110110101010 111100010011101 "
    "110011000101111 110001100011000 110110001000001 110100101110110",
}
VERSIONS = {7: "000111110010010100", 8: "001000010110111100", 9: "001001101010011001", 10: "001010010011010011"}
BLOCKS = {
    "M": [(10, [16]), (16, [28]), (26, [44]), (18, [32] * 2), (24, [43] * 2), (16, [27] * 4), (18, [31] * 4),
          (22, [38, 38, 39, 39]), (22, [36, 36, 36, 37, 37]), (26, [43, 43, 43, 43, 44])],
    "L": [(7, [19]), (10, [34]), (15, [55]), (20, [80]), (26, [108]), (18, [68] * 2), (20, [78] * 2), (24, [97] * 2),
          (30, [116] * 2), (18, [68, 68, 69, 69])],
}  # fmt: skip
ALIGNED = {2: 18, 3: 22, 4: 26, 5: 30, 6: 34, 7: 38, 8: 42, 9: 46, 10: 50}
LENGTHS = [1, 14, 15, 26, 42, 62, 84, 106, 122, 152, 180, 213, 214, 271]


def test_correction_bytes_of_the_well_known_example() -> None:
    """HELLO WORLD in version 1-M, as worked through in tutorials on the standard."""
    words = bytes([32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17])
    assert list(correction(words, 10)) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]


@pytest.mark.parametrize("length", LENGTHS)
def test_format_and_version_are_written_as_the_tables_of_the_standard_say(length: int) -> None:
    code = encode("a" * length)
    m, size = code.modules, code.size
    around = [m[8][n] for n in (0, 1, 2, 3, 4, 5, 7, 8)] + [m[n][8] for n in (7, 5, 4, 3, 2, 1, 0)]
    apart = [m[size - 1 - n][8] for n in range(7)] + [m[8][size - 8 + n] for n in range(8)]
    expected = FORMATS[code.level].split()[code.mask]
    assert _text(around) == _text(apart) == expected
    assert m[size - 8][8], "the dark module"
    if code.version >= 7:
        below = [m[size - 11 + n % 3][n // 3] for n in reversed(range(18))]
        beside = [m[n // 3][size - 11 + n % 3] for n in reversed(range(18))]
        assert _text(below) == _text(beside) == VERSIONS[code.version]


@pytest.mark.parametrize("length", LENGTHS)
def test_a_reader_gets_the_text_back_and_finds_no_error(length: int) -> None:
    text = "".join(itertools.islice(itertools.cycle("https://x.example/s/3f/?i=Wy_-.aé"), length))
    while len(text.encode()) > length:
        text = text[:-1]
    assert _read(encode(text)) == text


def test_the_smallest_version_and_the_better_correction_are_taken() -> None:
    sizes = {14: (1, "M"), 15: (2, "M"), 213: (10, "M"), 214: (9, "L"), 271: (10, "L")}
    for length, expected in sizes.items():
        code = encode("x" * length)
        assert (code.version, code.level) == expected
    with pytest.raises(BeholderError, match="too long"):
        encode("x" * 272)


def test_the_path_covers_the_dark_modules_and_nothing_else() -> None:
    code = encode("https://beholder.example/")
    drawn = [[False] * code.size for _ in range(code.size)]
    for bar in code.path().split("M")[1:]:
        start, rest = bar.split("h", 1)
        x, y = map(int, start.split())
        for n in range(int(rest.split("v")[0])):
            drawn[y][x + n] = True
    assert drawn == code.modules


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


def _read(code: QrCode) -> str:
    bits = []
    column, up = code.size - 1, True
    while column > 0:
        if column == 6:
            column -= 1
        for n in range(code.size):
            row = code.size - 1 - n if up else n
            pair = [c for c in (column, column - 1) if _is_data(row, c, code.version)]
            bits += [code.modules[row][c] ^ _flips(code.mask, row, c) for c in pair]
        column, up = column - 2, not up
    words = [int(_text(bits[i : i + 8]), 2) for i in range(0, len(bits) - 7, 8)]
    extra, sizes = BLOCKS[code.level][code.version - 1]
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
    assert data[:4] == "0100"
    width = 8 if code.version < 10 else 16
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
