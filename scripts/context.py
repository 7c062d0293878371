#!/usr/bin/env python3
"""Prints what each piece of the rule-made context does to searching by words, as Markdown for docs/context.md.

  scripts/context.py --pildora bin/pildora [--only 'SET;SET'] [--max 256]

Every contender cuts the same chunks; the text index sees what is said of it, and what is embedded (and paid for) is
the same for all. The corpora stand beside the repository. A + or − behind a figure says that it is better or worse
than with headings and text: the 95 % interval of the difference (paired bootstrap, not corrected for the number of
comparisons) leaves out 0.
"""
import argparse, json, os, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "..", "shared", "data")
CUAD = os.path.join(DATA, "cuad", "docs"), os.path.join(DATA, "cuad", "questions.jsonl")
SETS = {"cuad, all contracts": (*CUAD, [], 1), "cuad, within the contract": (*CUAD, ["--within", "--question-after", "; "], 1)}
for name in ("docs-qa-es", "docs-qa-en", "squad-es", "covid-qa", "chroma"):
    SETS[name] = os.path.join(DATA, name, "docs"), os.path.join(DATA, name, "questions.jsonl"), [], 5 if name == "squad-es" else 1
for lang in ("es", "en"):
    SETS["examples/" + lang] = os.path.join(ROOT, "examples", lang), os.path.join(ROOT, "examples", "questions", lang + ".jsonl"), [], 1
BASE = "headings, text"
PIECES = ["title", "parties", "table", "list", "antecedent", "acronyms", "definitions", "section"]
CONTENDERS = {"text": ("text", ""), BASE: ("headings,text", "")}
CONTENDERS.update({p: ("headings,context,text", p) for p in PIECES})
CONTENDERS["rules"] = ("headings,context,text", "rules")
CONTENDERS["all pieces"] = ("headings,context,text", ",".join(PIECES))
METRICS = ["hit@5", "mrr@10", "auc_free"]


def evaluate(args, docs, questions, flags, every):
    with tempfile.TemporaryDirectory() as folder:
        with open(questions, "rb") as f:
            asked = f.read().splitlines(True)[::every]
        with open(os.path.join(folder, "questions.jsonl"), "wb") as f:
            f.write(b"".join(asked))
        strategies = []
        for i, (name, (lexical, context)) in enumerate(CONTENDERS.items()):
            file = os.path.join(folder, "%d.yaml" % i)
            settings = ["max: %d" % args.max, "lexical: [%s]" % lexical, "embed: [breadcrumb, header, text]"]
            if context:
                settings += ["frame: [breadcrumb, context, header]", "context: [%s]" % context]
            with open(file, "w") as f:
                f.write("\n".join(settings) + "\n")
            strategies.append("n%d=%s" % (i, file))
        command = [args.pildora, "eval", docs, "--questions", os.path.join(folder, "questions.jsonl"), "--strategies", ",".join(strategies), "--json", *flags]
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
    args.add_argument("--only", default="")
    args.add_argument("--max", type=int, default=256)
    args = args.parse_args()
    base = "n%d" % list(CONTENDERS).index(BASE)
    columns = {}
    for name, of in SETS.items():
        if args.only and name not in args.only.split(";"):
            continue
        result = evaluate(args, *of)
        runs = {r["name"]: r for r in result["runs"]}
        columns["%s (%d)" % (name, len(result["questions"]))] = [
            {m: "%.1f%s" % (100 * runs[run]["metrics"][m]["mean"], sign(result, m, run, base)) for m in METRICS}
            for run in ("n%d" % i for i in range(len(CONTENDERS)))]
        print(name, "done", file=sys.stderr)
    for m in METRICS:
        print("\n| %s | %s |\n| --- |%s" % (m, " | ".join(columns), " ---: |" * len(columns)))
        for i, label in enumerate(CONTENDERS):
            print("| %s | %s |" % (label, " | ".join(of[i][m] for of in columns.values())))


main()
