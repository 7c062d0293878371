#!/usr/bin/env python3
"""Writes docs/quality.md: our strategies and other splitters on the corpora beside the repository, side by side.

  scripts/quality.py --pildora bin/pildora --chunks FOLDER [--only SET[,SET]]

FOLDER holds SET.PEER-SIZE.jsonl, made by ../shared/peers/chunks.py (for example chroma.semchunk-256.jsonl from
`chunks.py semchunk-tok:256 ../shared/data/chroma/docs`). What isn't there is left out by name. The figures go to
eval/testdata/peers.json too, so that a change shows in review.
"""
import argparse, json, os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "..", "shared", "data")
SETS = {
    "covid-qa": [], "chroma": [], "cuad": ["--within", "--question-after", "; "], "squad-es": [], "mlqa-es": [],
    "docs-qa-es": [], "docs-qa-en": [],
}
OURS = ["%s@%d" % (s, n) for s in ("cascade", "recursive", "sentence", "fixed") for n in (128, 256, 512)]
HEAD = """# Quality

Written by `scripts/quality.py` (see there); don't edit by hand. Words alone (BM25 over one store, one searcher), the
same for all; what is delivered is the chunk's body, what is paid for is what was embedded. Tokens are those of
`cl100k`, figures per cent with 95 % intervals by paired bootstrap over questions; differences are corrected by Holm.
What each figure means is in [evaluation.md](evaluation.md). In **bold** ours; the others are the packages that
`../shared/peers` names, at the same sizes, without overlap; a peer that isn't there was not cut in the time there was.
A size such as `@256` is the `max` that a user would set. cuad is searched within the contract, without the question's
prefix; of squad-es every fifth question is asked. The docs-qa sets are too small to rank by.

With the words of an independent harness (folded, cut to six letters) our measures give its figures for these peers
(`PILDORA_PEERS=VENV go test ./eval/metric -run Baseline -v`); here words are stemmed by the document's language, which
gives everybody more on cuad and less on covid-qa. Among clean cuts of one size hardly anything is significant.

```
go build -o bin/pildora ./cmd/pildora
scripts/quality.py --pildora bin/pildora --chunks FOLDER
```
"""
EVERY = {"squad-es": 5}  # each how many-th question is asked; its first ones are all about few documents
COLUMNS = ["hit@5", "whole@5", "mrr@10", "recall@1000t", "auc", "precision_omega"]


def evaluate(binary, name, flags, chunks):
    peers = sorted(f for f in os.listdir(chunks) if re.fullmatch(re.escape(name) + r"\.[a-z-]+-\d+\.jsonl", f))
    with open(os.path.join(DATA, name, "questions.jsonl"), "rb") as f:
        asked = f.read().splitlines(True)[::EVERY.get(name, 1)]
    with tempfile.NamedTemporaryFile(suffix=".jsonl", delete=False) as f:
        f.write(b"".join(asked))
    command = [binary, "eval", os.path.join(DATA, name, "docs"), "--questions", f.name,
               "--strategies", ",".join(OURS), "--json", *flags]
    for p in peers:
        peer, size = p[len(name) + 1:-len(".jsonl")].rsplit("-", 1)
        command += ["--chunks", "%s@%s=%s" % (peer, size, os.path.join(chunks, p))]
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.remove(f.name)
    if out.returncode != 0:
        sys.exit("%s: %s" % (name, out.stderr.decode()[-2000:]))
    return json.loads(out.stdout)


def verdict(result, metric, a, b):
    """The difference of a to b in one metric, in words."""
    for c in result["comparisons"]:
        if c["metric"] == metric and {c["a"], c["b"]} == {a, b}:
            sign = 1 if c["a"] == a else -1
            p = c.get("p_holm", c["p"])
            d = "%+.1f" % (100 * sign * c["diff"])
            return d + (" (p %.3f)" % p if p < .05 else " (no significant difference)")
    return "?"


def table(name, result):
    ours = set(OURS)
    runs = sorted(result["runs"], key=lambda r: -r["metrics"]["auc"]["mean"])
    lines = ["", "## %s" % name, "", "%d questions over %d documents." % (len(result["questions"]), result["corpus"]["documents"]), "",
             "| | chunks | answers cut | " + " | ".join(COLUMNS) + " |", "| --- | ---: | ---: |" + " ---: |" * len(COLUMNS)]
    for r in runs:
        m = r["metrics"]
        cells = ["%.1f" % (100 * m[c]["mean"]) for c in COLUMNS]
        cells[4] += " [%.1f, %.1f]" % (100 * m["auc"]["lo"], 100 * m["auc"]["hi"])
        label = "**%s**" % r["name"] if r["name"] in ours else r["name"]
        lines.append("| %s | %d | %.1f | %s |" % (label, r["chunks"], 100 * r["chunk_stats"]["answers_cut"], " | ".join(cells)))
    peers = [r for r in runs if r["name"] not in ours]
    if peers:
        lines.append("")
        for metric in ("auc", "whole@5"):
            best = max(peers, key=lambda r: r["metrics"][metric]["mean"])["name"]
            mine = max((r for r in runs if r["name"].startswith("cascade@")), key=lambda r: r["metrics"][metric]["mean"])["name"]
            lines.append("- %s: the best cascade (%s) against the best of the others (%s): %s points." %
                         (metric, mine, best, verdict(result, metric, mine, best)))
    return lines


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--pildora", required=True)
    args.add_argument("--chunks", required=True)
    args.add_argument("--only", default="")
    args = args.parse_args()
    text, golden = [], {}
    for name, flags in SETS.items():
        if args.only and name not in args.only.split(","):
            continue
        result = evaluate(args.pildora, name, flags, args.chunks)
        text += table(name, result)
        golden[name] = {r["name"]: {c: round(r["metrics"][c]["mean"], 3) for c in COLUMNS} for r in result["runs"]}
        print(name, "done", file=sys.stderr)
    with open(os.path.join(ROOT, "docs", "quality.md"), "w") as f:
        f.write(HEAD + "\n".join(text).rstrip() + "\n")
    with open(os.path.join(ROOT, "eval", "testdata", "peers.json"), "w") as f:
        f.write("{\n" + ",\n".join(" %s: {\n%s\n }" % (json.dumps(s), ",\n".join("  %s: %s" % (json.dumps(n), json.dumps(v)) for n, v in runs.items()))
                                    for s, runs in golden.items()) + "\n}\n")


main()
