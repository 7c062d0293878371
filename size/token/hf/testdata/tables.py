#!/usr/bin/env python3
"""Writes ../tables.txt: what the reference takes each character for.

  tables.py > ../tables.txt

Everything is asked of the installed `tokenizers` itself (0.23.3), so the answers are those of the several Unicode
versions that are built into it: one for regular expressions (Oniguruma), one for Rust's own methods, one for the
normal forms, one for punctuation and controls. A line is a name and ranges of code points, hexadecimal; those of
"lower" are first, count, step and distance, those of "script" are ranges of scripts in no order.
"""
import sys
from tokenizers import Regex, normalizers, pre_tokenizers

POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cn Co".split()
SCRIPTS = """Arabic Armenian Bengali Bopomofo Braille Canadian_Aboriginal Cherokee Common Cyrillic Devanagari Ethiopic
Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Inherited Kannada Katakana Khmer Lao Latin Malayalam
Mongolian Myanmar Ogham Oriya Runic Sinhala Syriac Tamil Telugu Thaana Thai Tibetan Yi""".split()
PROPERTIES = "Alphabetic Emoji Extended_Pictographic Ideographic Lowercase Uppercase White_Space".split()


def ranges(points):
    out, first, last = [], None, None
    for c in sorted(points):
        if last is not None and (c == last + 1 or (last == 0xD7FF and c == 0xE000)):
            last = c
            continue
        if first is not None:
            out.append((first, last))
        first = last = c
    if first is not None:
        out.append((first, last))
    return " ".join("%x" % a if a == b else "%x-%x" % (a, b) for a, b in out)


def matching(pattern):
    """Code points that the regular expression for one character matches, asked in one text."""
    others = normalizers.Replace(Regex("[^%s]+" % pattern), "")
    return {ord(c) for c in others.normalize_str("".join(map(chr, POINTS)))}


def splitting(pre, probe="a%sa"):
    """Code points that are cut off from the letters around them."""
    found = set()
    for c in POINTS:
        pieces = pre.pre_tokenize_str(probe % chr(c))
        if len(pieces) > 1:
            found.add(c)
    return found


def scripts():
    pre = pre_tokenizers.UnicodeScripts()
    rest, classes = list(POINTS), []
    never = set()
    # "any": joins both a Latin and a Greek letter
    for c in rest:
        if len(pre.pre_tokenize_str("a" + chr(c))) == 1 and len(pre.pre_tokenize_str("\u03b1" + chr(c))) == 1:
            never.add(c)
    rest = [c for c in rest if c not in never]
    while rest:
        r = chr(rest[0])
        text = "".join(r + chr(c) for c in rest)
        starts = {a for _, (a, _) in pre.pre_tokenize_str(text)}
        same = [c for i, c in enumerate(rest) if 2 * i + 1 not in starts]
        classes.append(same)
        gone = set(same)
        rest = [c for c in rest if c not in gone]
    return never, classes


def lower():
    out, special = [], []
    run = None
    points = [c for c in POINTS if c != 0x0A]
    text = "\n".join(map(chr, points))
    for c, low in zip(points, normalizers.Lowercase().normalize_str(text).split("\n")):
        if low == chr(c):
            continue
        if len(low) > 1:
            special.append("%x=%s" % (c, "+".join("%x" % ord(x) for x in low)))
            continue
        d = ord(low) - c
        if run and run[3] == d and ((run[1] == 1 and c - run[0] <= 2) or (run[1] > 1 and c == run[0] + run[1] * run[2])):
            if run[1] == 1:
                run[2] = c - run[0]
            run[1] += 1
        else:
            run = [c, 1, 1, d]
            out.append(run)
    return " ".join("%x,%x,%x,%d" % tuple(r) for r in out) + " " + " ".join(special)


def emit(name, value):
    sys.stdout.write("%s %s\n" % (name, value))
    sys.stderr.write(name + "\n")


def main():
    for name in CATEGORIES:
        emit(name, ranges(matching(r"\p{%s}" % name)))
    emit("s", ranges(matching(r"\s")))
    emit("w", ranges(matching(r"\w")))
    for name in SCRIPTS + PROPERTIES:
        emit(name, ranges(matching(r"\p{%s}" % name)))
    emit("white", ranges(splitting(pre_tokenizers.WhitespaceSplit())))
    emit("numeric", ranges(splitting(pre_tokenizers.Digits(individual_digits=True))))
    emit("punctuation", ranges(splitting(pre_tokenizers.Punctuation())))
    # \w+|[^\w\s]+ : what is neither is cut off from both letters and dashes
    inword = set(POINTS) - splitting(pre_tokenizers.Whitespace())
    emit("word", ranges(inword))
    blank = {c for c in POINTS if all(chr(c) not in s for s, _ in pre_tokenizers.Whitespace().pre_tokenize_str("a%sa" % chr(c)))}
    emit("space", ranges(blank))
    bert = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    clean = normalizers.BertNormalizer(**{**bert, "clean_text": True})
    emit("control", ranges(c for c in POINTS if clean.normalize_str("a%sa" % chr(c)) == "aa"))
    strip = normalizers.BertNormalizer(**{**bert, "strip_accents": True})
    emit("nonspacing", ranges(c for c in POINTS if strip.normalize_str(chr(c)) == ""))
    marks = normalizers.StripAccents()
    emit("mark", ranges(c for c in POINTS if marks.normalize_str(chr(c)) == ""))
    wide = normalizers.BertNormalizer(**{**bert, "handle_chinese_chars": True})
    emit("chinese", ranges(c for c in POINTS if wide.normalize_str(chr(c)) != chr(c)))
    nfd, nfkd = normalizers.NFD(), normalizers.NFKD()
    known = {c for c in POINTS if nfkd.normalize_str(chr(c)) != chr(c) or nfd.normalize_str("\u0345" + chr(c)) != "\u0345" + chr(c)}
    emit("normal", ranges(known | {0x345}))
    never, classes = scripts()
    emit("script", ranges(never))
    for points in classes:
        emit("script", ranges(points))
    emit("lower", lower())


if __name__ == "__main__":
    main()
