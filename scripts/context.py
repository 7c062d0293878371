#!/usr/bin/env python3
"""Prints what context does to searching, as Markdown for docs/context.md.

  scripts/context.py --pildora bin/pildora [--only 'SET;SET'] [--max 256]
  scripts/context.py --pildora bin/pildora --table fields [--mode lexical,dense,fused --embedder NAME --cache DIR] [--documents 5]

The table of pieces is of search by words with each piece of the rule-made context: every contender cuts the same
chunks; the text index sees what is said of it, and what is embedded (and paid for) is the same for all. The table of
fields is of what is embedded and what words are searched in; what is embedded costs of max, so chunks differ.

The corpora stand beside the repository. --documents N keeps every Nth document, and the questions about those that are
kept. A + or − behind a figure says that it is better or worse than headings and text in the table of pieces, and than
the text alone in that of fields, in the same mode: the 95 % interval of the difference (paired bootstrap, not corrected
for the number of comparisons) leaves out 0.
"""
import argparse, json, os, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "..", "shared", "data")
CUAD = os.path.join(DATA, "cuad", "docs"), os.path.join(DATA, "cuad", "questions.jsonl")
SETS = {"cuad, all contracts": (*CUAD, [], 1), "cuad, within the contract": (*CUAD, ["--within", "--question-after", "; "], 1)}
for name in ("docs-qa-es", "docs-qa-en", "squad-es", "covid-qa", "chroma"):
    SETS[name] = os.path.join(DATA, name, "docs"), os.path.join(DATA, name, "questions.jsonl"), [], 5 if name == "squad-es" else 1
for lang in ("es", "en"):
    SETS["examples/" + lang] = os.path.join(ROOT, "examples", lang), os.path.join(ROOT, "examples", "questions", lang + ".jsonl"), [], 1
PIECES = ["title", "parties", "table", "list", "antecedent", "acronyms", "definitions", "section"]
ALL_PARTS = "summary,breadcrumb,context,header"


def piece(lexical, context=""):
    frame = "breadcrumb,context,header" if context else "breadcrumb,header"
    return {"lexical": lexical, "embed": "breadcrumb,header,text", "frame": frame, **({"context": context} if context else {})}


def fields(lexical, embed):
    return {"lexical": lexical, "embed": embed, "frame": ALL_PARTS}


# Of each table: what its contenders are compared with, their settings, and the metrics.
TABLES = {
    "pieces": ("headings, text", {
        "text": piece("text"),
        "headings, text": piece("headings,text"),
        **{p: piece("headings,context,text", p) for p in PIECES},
        "rules": piece("headings,context,text", "rules"),
        "all pieces": piece("headings,context,text", ",".join(PIECES)),
    }, ["hit@5", "mrr@10", "auc_free"]),
    "fields": ("text", {
        "text": fields("text", "header,text"),
        "breadcrumb": fields("headings,text", "breadcrumb,header,text"),
        "breadcrumb, summary": fields("headings,summary,text", "summary,breadcrumb,header,text"),
        "breadcrumb, context": fields("headings,context,text", "breadcrumb,context,header,text"),
        "all of them": fields("headings,summary,context,text", ALL_PARTS + ",text"),
        "double field": fields("text", "summary"),
        "double field, context": fields("headings,context,text", "summary"),
    }, ["hit@5", "recall@5", "mrr@10", "auc_free"]),
}


def every(n, docs, questions, folder):
    """Copies every nth document into folder, and returns their folder with the questions about them."""
    paths = sorted(os.path.relpath(os.path.join(at, f), docs) for at, _, names in os.walk(docs) for f in names)
    kept = set(paths[::n])
    for path in kept:
        to = os.path.join(folder, "docs", path)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        shutil.copy(os.path.join(docs, path), to)
    return os.path.join(folder, "docs"), [q for q in questions if json.loads(q)["doc"] in kept]


def evaluate(args, contenders, docs, questions, flags, nth):
    with tempfile.TemporaryDirectory() as folder:
        with open(questions, "rb") as f:
            asked = f.read().splitlines(True)
        if args.documents > 1:
            docs, asked = every(args.documents, docs, asked, folder)
        else:
            asked = asked[::nth]
        with open(os.path.join(folder, "questions.jsonl"), "wb") as f:
            f.write(b"".join(asked))
        strategies = []
        for i, settings in enumerate(contenders.values()):
            file = os.path.join(folder, "%d.yaml" % i)
            with open(file, "w") as f:
                f.write("max: %d\n" % args.max + "".join("%s: [%s]\n" % of for of in settings.items()))
            strategies.append("n%d=%s" % (i, file))
        command = [args.pildora, "eval", docs, "--questions", os.path.join(folder, "questions.jsonl"), "--strategies", ",".join(strategies), "--mode", args.mode, "--json", *flags]
        for flag in ("embedder", "cache"):
            if getattr(args, flag):
                command += ["--" + flag, getattr(args, flag)]
        out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if out.returncode != 0:
        sys.exit("%s: %s" % (docs, out.stderr.decode()[-2000:]))
    return json.loads(out.stdout)


def sign(result, metric, run, base):
    for c in result["comparisons"]:
        if c["metric"] == metric and {c["a"], c["b"]} == {run, base} and c["lo"] * c["hi"] > 0:
            return "+" if (c["diff"] > 0) == (c["a"] == run) else "−"
    return ""


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--pildora", required=True)
    args.add_argument("--table", default="pieces", choices=TABLES)
    args.add_argument("--only", default="")
    args.add_argument("--max", type=int, default=256)
    args.add_argument("--mode", default="lexical")
    args.add_argument("--embedder", default="")
    args.add_argument("--cache", default="")
    args.add_argument("--documents", type=int, default=1)
    args = args.parse_args()
    base, contenders, metrics = TABLES[args.table]
    base = "n%d" % list(contenders).index(base)
    modes = [""] if "," not in args.mode else [" " + mode for mode in args.mode.split(",")]  # as eval names its runs
    columns = {}
    for name, of in SETS.items():
        if args.only and name not in args.only.split(";"):
            continue
        result = evaluate(args, contenders, *of)
        runs = {r["name"]: r for r in result["runs"]}
        columns["%s (%d)" % (name, len(result["questions"]))] = {
            run: {m: "%.1f%s" % (100 * runs[run]["metrics"][m]["mean"], sign(result, m, run, base + mode)) for m in metrics}
            for mode in modes for run in ("n%d%s" % (i, mode) for i in range(len(contenders)))}
        print(name, "done", file=sys.stderr)
    for mode in modes:
        for m in metrics:
            print("\n| %s | %s |\n| --- |%s" % (m + mode, " | ".join(columns), " ---: |" * len(columns)))
            for i, label in enumerate(contenders):
                print("| %s | %s |" % (label, " | ".join(of["n%d%s" % (i, mode)][m] for of in columns.values())))


main()
