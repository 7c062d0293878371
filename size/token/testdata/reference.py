#!/usr/bin/env python3
"""tiktoken's own answers, without any download.

  reference.py NAME RANKS             reads texts from stdin, writes a line of ids for each
  reference.py points NAME RANKS      prints a digest of the ids of every code point in several contexts
  reference.py vector FOLDER          writes the committed vector.jsonl from the texts of vector.py

NAME is cl100k, o200k, p50k or r50k; RANKS is its rank file, and FOLDER holds the four (NAME_base.tiktoken, as in the
module github.com/pkoukk/tiktoken-go-loader). On stdin each text is preceded by a line with its length in bytes. The
patterns are those of the installed tiktoken. TestTiktoken runs the first form where PILDORA_REF names a Python
interpreter that has tiktoken.
"""
import base64, hashlib, json, os, sys
import tiktoken
from tiktoken_ext import openai_public

NAMES = ["cl100k", "o200k", "p50k", "r50k"]
CONTEXTS = ["%s", "a%sb", "A%sb", "1%s2", " %s", " %s ", "%sa", "%s1", "%s'S", "a'%s", "\n%s\n", "!%s!", "%s%s", "a %s%sB"]


def encoding(name, path):
    with open(path, "rb") as f:
        ranks = {base64.b64decode(a): int(b) for a, b in (line.split() for line in f if line.strip())}
    real = openai_public.load_tiktoken_bpe
    openai_public.load_tiktoken_bpe = lambda *_, **__: ranks  # so that only the pattern is taken
    try:
        pattern = getattr(openai_public, name + "_base")()["pat_str"]
    finally:
        openai_public.load_tiktoken_bpe = real
    return tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


def answer(enc):
    data = sys.stdin.buffer
    out = sys.stdout
    while True:
        head = data.readline()
        if not head:
            return
        text = data.read(int(head)).decode("utf-8", "replace")
        out.write(" ".join(map(str, enc.encode_ordinary(text))) + "\n")


def points(enc):
    for context in CONTEXTS:
        digest = hashlib.sha256()
        for c in range(0x110000):
            if not 0xD800 <= c < 0xE000:
                ids = enc.encode_ordinary(context.replace("%s", chr(c)))
                digest.update((" ".join(map(str, ids)) + "\n").encode())
        print("%s\t%s\t%s" % (enc.name, json.dumps(context), digest.hexdigest()[:32]))


def vector(folder):
    from vector import texts
    encodings = [encoding(n, os.path.join(folder, n + "_base.tiktoken")) for n in NAMES]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "vector.jsonl"), "w") as f:
        for text in texts():
            row = {"text": text, **{e.name: e.encode_ordinary(text) for e in encodings}}
            f.write(json.dumps(row, ensure_ascii=True, separators=(",", ":")) + "\n")


def main():
    if sys.argv[1] == "points":
        points(encoding(sys.argv[2], sys.argv[3]))
    elif sys.argv[1] == "vector":
        vector(sys.argv[2])
    else:
        answer(encoding(sys.argv[1], sys.argv[2]))


if __name__ == "__main__":
    main()
