"""QR codes of links, for phones: byte mode, versions 1 to 10, error correction M where it fits, else L (ISO/IEC 18004)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from beholder.errors import BeholderError

__all__ = ["QrCode", "correction", "encode"]

Grid = list[list[bool]]

# per version: error-correction bytes of a block, then the data bytes of each block
_BLOCKS: dict[str, tuple[tuple[int, tuple[int, ...]], ...]] = {
    "M": (
        (10, (16,)),
        (16, (28,)),
        (26, (44,)),
        (18, (32, 32)),
        (24, (43, 43)),
        (16, (27,) * 4),
        (18, (31,) * 4),
        (22, (38, 38, 39, 39)),
        (22, (36, 36, 36, 37, 37)),
        (26, (43, 43, 43, 43, 44)),
    ),
    "L": (
        (7, (19,)),
        (10, (34,)),
        (15, (55,)),
        (20, (80,)),
        (26, (108,)),
        (18, (68, 68)),
        (20, (78, 78)),
        (24, (97, 97)),
        (30, (116, 116)),
        (18, (68, 68, 69, 69)),
    ),
}
_ALIGNED = ((), (6, 18), (6, 22), (6, 26), (6, 30), (6, 34), (6, 22, 38), (6, 24, 42), (6, 26, 46), (6, 28, 50))
_LEVEL_BITS = {"L": 1, "M": 0}


def _flips(mask: int, r: int, c: int) -> bool:
    """Whether a mask turns the module at row r and column c."""
    turn = (
        (r + c) % 2,
        r % 2,
        c % 3,
        (r + c) % 3,
        (r // 2 + c // 3) % 2,
        r * c % 2 + r * c % 3,
        (r * c % 2 + r * c % 3) % 2,
        ((r + c) % 2 + r * c % 3) % 2,
    )
    return turn[mask] == 0


class QrCode:
    """A finished code: `modules[row][column]` is True where it is dark; the quiet zone is not part of it."""

    def __init__(self, modules: Grid, *, version: int, level: str, mask: int) -> None:
        self.modules = modules
        self.version = version
        self.level = level
        self.mask = mask

    @property
    def size(self) -> int:
        """Modules along one side."""
        return len(self.modules)

    def path(self) -> str:
        """The dark modules as the `d` of an SVG path in units of one module, runs of a row drawn as one bar."""
        parts = []
        for y, row in enumerate(self.modules):
            x = 0
            while x < len(row):
                start = x
                while x < len(row) and row[x]:
                    x += 1
                if x > start:
                    parts.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                x += 1
        return "".join(parts)


def encode(text: str) -> QrCode:
    """The smallest code that holds the text; refused if none of ours does (271 bytes)."""
    data = text.encode()
    for level in ("M", "L"):
        for version, (_, blocks) in enumerate(_BLOCKS[level], start=1):
            room = sum(blocks) * 8 - 4 - _count_bits(version)
            if 8 * len(data) <= room:
                return _drawn(data, version, level)
    raise BeholderError("the text is too long for a QR code", code="qr-too-long", hint="at most 271 bytes fit")


def _count_bits(version: int) -> int:
    return 8 if version < 10 else 16


def _drawn(data: bytes, version: int, level: str) -> QrCode:
    codewords = _interleaved(_padded(data, version, level), version, level)
    modules, fixed = _patterns(version)
    _place(modules, fixed, codewords)
    best: QrCode | None = None
    least = 0
    for mask in range(8):
        masked = [
            [dark ^ (not fixed[r][c] and _flips(mask, r, c)) for c, dark in enumerate(row)]
            for r, row in enumerate(modules)
        ]
        _write_format(masked, level, mask)
        penalty = _penalty(masked)
        if best is None or penalty < least:
            best, least = QrCode(masked, version=version, level=level, mask=mask), penalty
    assert best is not None, "eight masks were tried"
    return best


def _padded(data: bytes, version: int, level: str) -> bytes:
    """Mode, length, data, terminator and padding as codewords."""
    room = sum(_BLOCKS[level][version - 1][1])
    width = _count_bits(version)
    bits = f"0100{len(data):0{width}b}" + "".join(f"{byte:08b}" for byte in data)
    bits += "0" * min(4, 8 * room - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))
    return words + bytes([0xEC, 0x11] * room)[: room - len(words)]


def _interleaved(words: bytes, version: int, level: str) -> bytes:
    extra, sizes = _BLOCKS[level][version - 1]
    blocks, start = [], 0
    for size in sizes:
        blocks.append(words[start : start + size])
        start += size
    checks = [correction(block, extra) for block in blocks]
    return bytes([*_by_turns(blocks), *_by_turns(checks)])


def _by_turns(blocks: Iterable[bytes]) -> Iterator[int]:
    listed = list(blocks)
    for place in range(max(map(len, listed))):
        yield from (block[place] for block in listed if place < len(block))


@lru_cache(maxsize=1)
def _powers() -> tuple[list[int], list[int]]:
    """Exponents and logarithms of GF(256) over x^8 + x^4 + x^3 + x^2 + 1."""
    exponents, logarithms, value = [0] * 255, [0] * 256, 1
    for n in range(255):
        exponents[n], logarithms[value] = value, n
        value = value << 1 ^ (0x11D if value & 0x80 else 0)
    return exponents, logarithms


def _times(a: int, b: int) -> int:
    exponents, logarithms = _powers()
    return exponents[(logarithms[a] + logarithms[b]) % 255] if a and b else 0


def correction(block: bytes, count: int) -> bytes:
    """The Reed-Solomon bytes of a block: the remainder by the generator with roots 2^0 ... 2^(count - 1)."""
    generator = [1]
    for n in range(count):
        root = _powers()[0][n]
        generator = [a ^ _times(b, root) for a, b in zip([*generator, 0], [0, *generator], strict=True)]
    remainder = [0] * count
    for byte in block:
        factor = byte ^ remainder[0]
        remainder = [*remainder[1:], 0]
        remainder = [r ^ _times(g, factor) for r, g in zip(remainder, generator[1:], strict=True)]
    return bytes(remainder)


def _patterns(version: int) -> tuple[Grid, Grid]:
    """The modules that every code of a version has, and which places they take."""
    size = 17 + 4 * version
    modules = [[False] * size for _ in range(size)]
    fixed = [[False] * size for _ in range(size)]

    def put(row: int, column: int, *, dark: bool) -> None:
        if 0 <= row < size and 0 <= column < size:
            modules[row][column], fixed[row][column] = dark, True

    for n in range(size):
        put(6, n, dark=n % 2 == 0)
        put(n, 6, dark=n % 2 == 0)
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for r in range(-1, 8):
            for c in range(-1, 8):
                ring = max(abs(r - 3), abs(c - 3))
                put(top + r, left + c, dark=ring not in (2, 4))
    centres = _ALIGNED[version - 1]
    for row in centres:
        for column in centres:
            if (row, column) in ((6, 6), (6, size - 7), (size - 7, 6)):
                continue
            for r in range(-2, 3):
                for c in range(-2, 3):
                    put(row + r, column + c, dark=max(abs(r), abs(c)) != 1)
    for n in range(9):
        fixed[8][n] = fixed[n][8] = True
    for n in range(8):
        fixed[8][size - 1 - n] = fixed[size - 1 - n][8] = True
    modules[size - 8][8] = True
    if version >= 7:
        bits = _with_checks(version, 0x1F25, 12)
        for n in range(18):
            dark = bool(bits >> n & 1)
            put(size - 11 + n % 3, n // 3, dark=dark)
            put(n // 3, size - 11 + n % 3, dark=dark)
    return modules, fixed


def _with_checks(value: int, generator: int, count: int) -> int:
    """The value followed by its `count` BCH check bits."""
    rest = value << count
    while rest.bit_length() > count:
        rest ^= generator << (rest.bit_length() - count - 1)
    return value << count | rest


def _place(modules: Grid, fixed: Grid, codewords: bytes) -> None:
    """Writes the codewords in the zigzag from the lower right; what is left over stays light."""
    size = len(modules)
    bits = (bool(byte >> shift & 1) for byte in codewords for shift in range(7, -1, -1))
    upwards = True
    # column 6 holds the timing pattern and is passed over
    for right in [*range(size - 1, 6, -2), *range(5, 0, -2)]:
        for row in range(size - 1, -1, -1) if upwards else range(size):
            for column in (right, right - 1):
                if not fixed[row][column]:
                    modules[row][column] = next(bits, False)
        upwards = not upwards


def _write_format(modules: Grid, level: str, mask: int) -> None:
    size = len(modules)
    bits = _with_checks(_LEVEL_BITS[level] << 3 | mask, 0x537, 10) ^ 0x5412
    dark = [bool(bits >> n & 1) for n in range(15)]
    around = [(0, 8), (1, 8), (2, 8), (3, 8), (4, 8), (5, 8), (7, 8), (8, 8)]
    around += [(8, 7), (8, 5), (8, 4), (8, 3), (8, 2), (8, 1), (8, 0)]
    apart = [(8, size - 1 - n) for n in range(8)] + [(size - 7 + n, 8) for n in range(7)]
    for places in (around, apart):
        for (row, column), one in zip(places, dark, strict=True):
            modules[row][column] = one


_BEFORE_QUIET = [True, False, True, True, True, False, True, False, False, False, False]
_FINDER_LIKE = (_BEFORE_QUIET, _BEFORE_QUIET[::-1])


def _penalty(modules: Grid) -> int:
    size = len(modules)
    total = 0
    for lines in (modules, [list(column) for column in zip(*modules, strict=True)]):
        for line in lines:
            run = 1
            for n in range(1, size + 1):
                if n < size and line[n] == line[n - 1]:
                    run += 1
                    continue
                total += run - 2 if run >= 5 else 0
                run = 1
            total += 40 * sum(line[n : n + 11] in _FINDER_LIKE for n in range(size - 10))
    for r in range(size - 1):
        for c in range(size - 1):
            total += 3 * (modules[r][c] == modules[r][c + 1] == modules[r + 1][c] == modules[r + 1][c + 1])
    share = 100 * sum(map(sum, modules)) / size**2
    return total + 10 * int(abs(share - 50) // 5)
