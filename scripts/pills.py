#!/usr/bin/env python3
"""Writes the figures in docs/pills.md: pills kept whole by our strategies and by other splitters.

  scripts/pills.py --pildora bin/pildora --chunks FOLDER [--python PYTHON]

FOLDER holds SET.PEER-SIZE.jsonl, SET being examples or marked, as ../shared/peers/chunks.py writes them. With --python,
one that has the peers installed (and TIKTOKEN_CACHE_DIR, where there is no network), those that aren't there are cut
first. The part of docs/pills.md between the two marks
is replaced; the figures of the peers go to eval/testdata/pills-peers.json too, so that a change shows in review.
"""
import argparse, json, os, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.path.join(ROOT, "..", "shared")
MARKS = os.path.join(ROOT, "eval", "testdata", "pills.jsonl")
DOC = os.path.join(ROOT, "docs", "pills.md")
BEGIN, END = "<!-- figures, by scripts/pills.py -->", "<!-- end of figures -->"
SIZES = [128, 256, 512, 1024]
OURS = ["cascade", "structural", "recursive"]
PEERS = {"langchain": "langchain", "text-splitter": "text-splitter", "text-splitter-md": "text-splitter-md", "chonkie-recursive": "chonkie"}
TITLES = {"examples": "The documents of `examples/`, pills as the detectors find them",
          "marked": "Twenty-eight documents with pills marked by hand"}


def marked():
    """The ids of the documents with marks."""
    with open(MARKS, encoding="utf-8") as f:
        return sorted({json.loads(line)["doc"] for line in f if line.strip()})


def documents(name, folder):
    """Lays the documents of a set out in a folder, as the peers are given them."""
    if name == "examples":
        for lang in ("es", "en"):
            shutil.copytree(os.path.join(ROOT, "examples", lang), os.path.join(folder, lang))
        return
    for doc in marked():
        path = os.path.join(folder, doc)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copy(os.path.join(SHARED, "data", doc), path)


def cut(python, name, folder, chunks):
    for peer in PEERS:
        for size in SIZES:
            out = os.path.join(chunks, "%s.%s-%d.jsonl" % (name, peer, size))
            if os.path.exists(out):
                continue
            command = [python, os.path.join(SHARED, "peers", "chunks.py"), "%s-tok:%d" % (peer, size), folder]
            with open(out + ".part", "wb") as f:
                subprocess.run(command, stdout=f, check=True)
            os.rename(out + ".part", out)


def measure(binary, name, folder, chunks):
    command = [binary, "eval", "pills", folder, "--json", "--faults", "--strategies", ",".join("%s@%d" % (s, n) for s in OURS for n in SIZES)]
    for peer, label in PEERS.items():
        for size in SIZES:
            path = os.path.join(chunks, "%s.%s-%d.jsonl" % (name, peer, size))
            if os.path.exists(path):
                command += ["--chunks", "%s@%d=%s" % (label, size, path)]
    if name == "marked":
        command += ["--pills", MARKS]
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if out.returncode != 0:
        sys.exit("%s: %s" % (name, out.stderr.decode()[-2000:]))
    return {r["name"]: r for r in json.loads(out.stdout)["runs"]}


def table(runs, size):
    names = [n for n in OURS + list(PEERS.values()) if "%s@%d" % (n, size) in runs]
    of = {n: runs["%s@%d" % (n, size)] for n in names}
    first = of["cascade"]
    for n, r in of.items():
        if r["total"]["fit"] != first["total"]["fit"]:
            sys.exit("%s@%d: held to other pills than cascade" % (n, size))
    lines = ["", "`max` %d:" % size, "", "| pill | fit | " + " | ".join("**%s**" % n if n in OURS else n for n in names) + " |",
             "| --- | ---: |" + " ---: |" * len(names)]
    for kind in sorted(first["kinds"]):
        fit = first["kinds"][kind]["fit"]
        if fit:
            lines.append("| %s | %d of %d | %s |" % (kind, fit, first["kinds"][kind]["pills"],
                                                    " | ".join(str(of[n]["kinds"][kind]["whole"]) for n in names)))
    total = first["total"]
    lines.append("| all | %d of %d | %s |" % (total["fit"], total["pills"], " | ".join(
        "%d (%s %%)" % (of[n]["total"]["whole"], share(of[n]["total"])) for n in names)))
    lines.append("| chunks that mix | | %s |" % " | ".join("%d of %d" % (of[n]["mixed"], of[n]["chunks"]) for n in names))
    return lines


def share(total):
    """The share of pills that are whole, rounded down, so that 100 means all."""
    return "%.1f" % (1000 * total["whole"] // total["fit"] / 10)


def faults(runs):
    """Where cascade loses marks, at any size."""
    places = {}
    for size in SIZES:
        for f in runs["cascade@%d" % size].get("faults", []):
            places.setdefault((f["doc"], f["kind"], f["line"]), []).append(size)
    lines = ["", "### Where cascade differs from the marks", "",
             "A pill that is split though it would fit, or a chunk that mixes two (`mixed`), with its line and the sizes.", ""]
    by = {}
    for (doc, kind, line), sizes in sorted(places.items()):
        by.setdefault((doc, kind), []).append("%d (%s)" % (line, ", ".join(map(str, sizes))))
    for (doc, kind), at in sorted(by.items()):
        lines.append("- %s, %s: %s" % (doc, kind, "; ".join(at)))
    return lines if by else ["", "Cascade keeps every mark that fits whole, and mixes none."]


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--pildora", required=True)
    args.add_argument("--chunks", required=True)
    args.add_argument("--python", default="")
    args = args.parse_args()
    text, golden = [BEGIN], {}
    for name in TITLES:
        with tempfile.TemporaryDirectory() as folder:
            documents(name, folder)
            if args.python:
                cut(args.python, name, folder, args.chunks)
            runs = measure(os.path.abspath(args.pildora), name, folder, args.chunks)
        text += ["", "## " + TITLES[name]]
        for size in SIZES:
            text += table(runs, size)
        if name == "marked":
            text += faults(runs)
        golden[name] = {n: {"fit": r["total"]["fit"], "whole": r["total"]["whole"], "chunks": r["chunks"], "mixed": r["mixed"]}
                        for n, r in runs.items() if n.split("@")[0] not in OURS}
    with open(DOC, encoding="utf-8") as f:
        before, rest = f.read().split(BEGIN)
        after = rest.split(END)[1]
    with open(DOC, "w", encoding="utf-8") as f:
        f.write(before + "\n".join(text) + "\n\n" + END + after)
    with open(os.path.join(ROOT, "eval", "testdata", "pills-peers.json"), "w") as f:
        f.write("{\n" + ",\n".join(" %s: {\n%s\n }" % (json.dumps(s), ",\n".join("  %s: %s" % (json.dumps(n), json.dumps(v)) for n, v in runs.items()))
                                    for s, runs in golden.items()) + "\n}\n")


main()
