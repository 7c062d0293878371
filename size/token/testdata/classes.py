#!/usr/bin/env python3
"""Writes classes.txt: the character classes as tiktoken's own regex engine sees them.

  python3 classes.py > ../classes.txt        (needs the tiktoken package; no network)

tiktoken's patterns speak of Unicode general categories, and the tables of its regex engine are of another Unicode
version than Go's. So the classes are asked of that engine: an encoding whose vocabulary is the 256 bytes and whose
pattern is one class gives back just the characters of the class. Each line is a range of code points: first, number
of code points, step (all hexadecimal) and class: u = Lu or Lt, l = Ll, o = Lm or Lo, m = M, n = N, s = White_Space.
"""
import tiktoken

BYTES = {bytes([i]): i for i in range(256)}
CLASSES = {"u": r"[\p{Lu}\p{Lt}]", "l": r"\p{Ll}", "o": r"[\p{Lm}\p{Lo}]", "m": r"\p{M}", "n": r"\p{N}", "s": r"\s"}
TEXT = "".join(chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000)


def members(pattern):
    engine = tiktoken.Encoding("classes", pat_str=pattern, mergeable_ranks=BYTES, special_tokens={})
    return sorted(map(ord, bytes(engine.encode_ordinary(TEXT)).decode()))


def ranges(points):
    """Longest runs with one step; step 1 or 2 pays, anything else is single points."""
    i = 0
    while i < len(points):
        best = (1, 1)
        for step in (1, 2):
            n = 1
            while i + n < len(points) and points[i + n] == points[i] + n * step:
                n += 1
            if n > best[0]:
                best = (n, step)
        yield points[i], best[0], best[1]
        i += best[0]


def main():
    rows = [(first, n, step, name) for name, pattern in CLASSES.items() for first, n, step in ranges(members(pattern))]
    seen = set()
    for first, n, step, name in sorted(rows):
        for point in range(first, first + n * step, step):
            assert point not in seen, hex(point)
            seen.add(point)
        print("%x %x %x %s" % (first, n, step, name))


main()
