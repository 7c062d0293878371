#!/usr/bin/env python3
"""Measures how documents are read: by pildora and, where they are installed, by markitdown, unstructured and docling.

  scripts/readers.py --pildora bin/pildora [--peers FOLDER] [--references PYTHON] [--formats pdf,docx] [--limit 120]
                     [--render PYTHON] [--data ../shared/data] [--json eval/testdata/readers.json] [--doc docs/readers.md] [--keep FOLDER]

FOLDER holds a virtual environment a peer, named markitdown, unstructured and docling; docs/readers.md has the commands
that make them. PYTHON has python-docx, openpyxl and python-pptx; pdftotext (poppler-utils) must be on the path. What is
missing is said and skipped. Nothing here needs a network, and the peers are kept from it.

Every file is read under a time limit. Pildora is a process a file, its start included. A peer is a process a format
that reads one file after the other, its imports not counted in the seconds. Figures:

headings  F1 of heading texts (folded, their words in any order, since a number may stand before or behind; a text
          that comes twice counts twice) against FILE.expected.md, and F1 of level and text together. The expected files are docling's own output with its models: a comparison, no truth.
tables    F1 of the texts of cells, a cell that spans several counted once.
words     how many of the reference's words (folded, hyphens aside) the text has: recall; and how many of the text's
          words the reference has: precision. The reference is pdftotext, python-docx, openpyxl or python-pptx.
body      the same recall against pdftotext without its running heads and feet: lines that come again, numbers aside,
          at the top or at the bottom of most of a file's pages (three or more), and bare page numbers there.
expected  the same recall against FILE.expected.txt, where there is one.

--render PYTHON, one that has weasyprint and markdown, adds the Markdown documents of examples/ as PDF files without
bookmarks and tags, in one and in two columns, with a running head and page numbers; there the expected is the truth,
and its words are the reference.
"""
import argparse, collections, html, json, os, re, resource, select, shutil, signal, subprocess, sys, tempfile, time, unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FORMATS = {".pdf": "pdf", ".docx": "docx", ".pptx": "pptx", ".xlsx": "xlsx", ".odt": "odt", ".rtf": "rtf", ".epub": "epub", ".eml": "eml",
           ".html": "html", ".md": "markdown", ".rst": "rst", ".adoc": "asciidoc", ".org": "org", ".tex": "latex", ".ipynb": "ipynb",
           ".csv": "csv", ".vtt": "vtt", ".srt": "srt", ".xml": "xml"}
BEGIN, END = "<!-- figures, by scripts/readers.py -->", "<!-- end of figures -->"
PEERS = ["markitdown", "unstructured", "docling"]


# --- workers: run inside the virtual environment of a peer, a file a line on standard input -------------------------

def converter(name):
    """A function from a path to Markdown."""
    if name == "markitdown":
        from markitdown import MarkItDown
        tool = MarkItDown(enable_plugins=False)
        return lambda path: tool.convert(path).text_content
    if name == "docling":
        from docling.document_converter import DocumentConverter
        tool = DocumentConverter()
        return lambda path: tool.convert(path).document.export_to_markdown()
    from unstructured.partition.auto import partition
    return lambda path: "\n\n".join(filter(None, map(element, partition(path, strategy="fast"))))


def element(e):
    """One element of unstructured as Markdown."""
    if e.category == "PageBreak":
        return ""
    if e.category == "Title":
        return "#" * (1 + min(5, e.metadata.category_depth or 0)) + " " + " ".join(e.text.split())
    if e.category == "ListItem":
        return "- " + e.text
    if e.category == "Table" and e.metadata.text_as_html:
        return e.metadata.text_as_html
    return e.text


def work(name):
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is not an answer
    convert = converter(name)
    answers.write("ready\n")
    answers.flush()
    for line in sys.stdin:
        start, answer = time.perf_counter(), {}
        try:
            answer["text"] = convert(line.rstrip("\n"))
        except Exception as err:  # a peer's failure is a figure
            answer["error"] = " ".join(("%s: %s" % (type(err).__name__, err)).split())[:200]
        answer["seconds"] = time.perf_counter() - start
        answer["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


class Peer:
    """A worker that is started when asked, and again after it was killed for its time."""

    def __init__(self, name, python, limit):
        self.name, self.python, self.limit, self.process = name, python, limit, None

    def start(self):
        env = dict(os.environ, HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", NO_PROXY="", AUTO_DOWNLOAD_NLTK="false")
        for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
            env[name] = "http://127.0.0.1:9"
        self.process = subprocess.Popen([self.python, os.path.abspath(__file__), "--work", self.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=env, start_new_session=True)
        return self.answer(300) == b"ready\n"

    def answer(self, seconds):
        """The next line, or None where it doesn't come in time. A worker writes one line an answer and waits."""
        end, got = time.monotonic() + seconds, b""
        while not got.endswith(b"\n"):
            ready = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]
            more = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if not more:
                return None
            got += more
        return got

    def read(self, path):
        if self.process is None and not self.start():
            self.stop()
            return {"error": "does not start"}
        self.process.stdin.write(path.encode() + b"\n")
        self.process.stdin.flush()
        start = time.monotonic()
        line = self.answer(self.limit)
        if line is None:
            seconds = time.monotonic() - start
            self.stop()
            return {"error": "no answer within %d s, or died" % self.limit, "seconds": seconds}
        return json.loads(line)

    def stop(self):
        if self.process is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.wait()
            self.process = None


class Pildora:
    name = "pildora"

    def __init__(self, binary, limit):
        self.binary, self.limit = os.path.abspath(binary), limit

    def read(self, path):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            process = subprocess.Popen([self.binary, "read", "--markdown", path], stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
            usage = None
            while usage is None and time.monotonic() - start < self.limit:
                pid, status, rusage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    usage, process.returncode = rusage, os.waitstatus_to_exitcode(status)
                else:
                    time.sleep(0.002)
            seconds = time.monotonic() - start
            if usage is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return {"error": "no answer within %d s" % self.limit, "seconds": seconds}
            out.seek(0)
            err.seek(0)
            answer = {"seconds": seconds, "memory": usage.ru_maxrss / 1024}
            if process.returncode != 0:
                answer["error"] = " ".join(err.read().decode("utf-8", "replace").replace(path, os.path.basename(path)).split())[:200]
            else:
                answer["text"] = out.read().decode("utf-8", "replace")
            return answer

    def stop(self):
        pass


# --- what is compared -----------------------------------------------------------------------------------------------

def folded(text):
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text)).casefold()
    return "".join(c for c in text if not unicodedata.combining(c) and c not in "\u00ad\u200b\u200c\u200d\u200e\u200f\u0002\ufeff\u0640")


HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011](?:[ \t]*\n[ \t]*)?(?=[^\W\d_])")
WORD = re.compile(r"[^\W_]+")


def words(text):
    return collections.Counter(WORD.findall(HYPHEN.sub("", folded(text))))


def key(text):
    """A heading's or a cell's text as it is compared: without marks, links, escapes, case, accents and punctuation."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)|<!--.*?-->|<[^>]+>", " ", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", html.unescape(text))
    return " ".join(WORD.findall(folded(text)))


def lines_of(markdown):
    """The lines outside of fenced code."""
    fence = None
    for line in markdown.splitlines():
        mark = re.match(r" {0,3}(```+|~~~+)", line)
        if mark and (fence is None or line.strip().startswith(fence)):
            fence = None if fence else mark[1]
        elif fence is None:
            yield line


def headings(markdown):
    found, above = [], ""
    for line in lines_of(re.sub(r"\A---\n.*?\n---\n", "", markdown, flags=re.S)):
        below = re.match(r" {0,3}(=+|-{2,})\s*$", line)
        if below and re.match(r" {0,3}[^\s#>|*+-]", above):
            found.append((1 if below[1][0] == "=" else 2, " ".join(sorted(key(above).split()))))
        above = line
        m = re.match(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$", line)
        if m and key(m[2]):
            found.append((len(m[1]), " ".join(sorted(key(m[2]).split()))))
    return found


ROW = re.compile(r"^ {0,8}\|(.*)\|\s*$")


def cells(markdown):
    """The texts of all cells, in rows: pipes and HTML."""
    rows = []
    for line in lines_of(markdown):
        m = ROW.match(line)
        if m:
            row = [c.replace("\\|", "|") for c in re.split(r"(?<!\\)\|", m[1])]
            rows.append(None if all(re.fullmatch(r"\s*:?-+:?\s*", c) for c in row) else [key(c) for c in row])
        else:
            for row in re.findall(r"<tr\b.*?</tr>", line, re.S | re.I):
                rows.append([key(c) for c in re.findall(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", row, re.S | re.I)])
    found, above = collections.Counter(), []
    for row in rows:
        if row is None:  # the line between header and body
            continue
        for i, cell in enumerate(row):
            if cell and not (i and row[i - 1] == cell) and not (i < len(above) and above[i] == cell):
                found[cell] += 1
        above = row
    return found


def agreement(got, want):
    got, want = collections.Counter(got), collections.Counter(want)
    return sum((got & want).values()), sum(got.values()), sum(want.values())


TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>")
FENCED = re.compile(r"^ {0,3}(```+|~~~+).*?\n(.*?)^ {0,3}\1", re.S | re.M)


def plain(markdown):
    """The text of Markdown: what marks and addresses are is not words of the document."""
    code = [m[2] for m in FENCED.finditer(markdown)]
    text = re.sub(r"<!--.*?-->", " ", FENCED.sub("\n", markdown), flags=re.S)
    text = re.sub(r"\]\((?:[^()\s]|\([^()\s]*\))*(?: \"[^\"]*\")?\)", "] ", text)
    text = TAG.sub(" ", text)
    text = re.sub(r"(?<=\w)[*`]+(?=\w)", "", re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text))
    return html.unescape(text) + "\n" + "\n".join(code)


def body(pages):
    """The text of pages without the lines that come again at their tops and bottoms."""
    edges = collections.Counter()
    lines = [[line for line in page.split("\n") if line.strip()] for page in pages]
    near = 3

    def again(line):
        return re.sub(r"\d+", "#", folded(line)).strip()
    for page in lines:
        edges.update({again(line) for line in page[:near] + page[-near:]})
    out = []
    for page in lines:
        for i, line in enumerate(page):
            if not (min(i, len(page) - 1 - i) < near and edges[again(line)] * 2 > len(pages) and edges[again(line)] >= 3):
                out.append(line)
    return "\n".join(out)


# --- references: run with --references' python ----------------------------------------------------------------------

def reference(path):
    """The words that a document has after a library of its format."""
    kind = FORMATS[os.path.splitext(path)[1].lower()]
    if kind == "docx":
        import docx
        w = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
        fallback = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
        out = []

        def walk(node):
            for child in node:
                if child.tag in (fallback, w + "del", w + "moveFrom"):
                    continue
                if child.tag == w + "t":
                    out.append(child.text or "")
                elif child.tag in (w + "tab", w + "br", w + "cr"):
                    out.append("\n")
                elif child.tag == w + "noBreakHyphen":
                    out.append("-")
                walk(child)
                if child.tag == w + "p":
                    out.append("\n")
        walk(docx.Document(path).element.body)
        return "".join(out)
    if kind == "xlsx":
        import openpyxl
        out = []
        for sheet in openpyxl.load_workbook(path, data_only=True).worksheets:
            for row in sheet.iter_rows():
                out += [shown(cell) for cell in row if cell.value is not None]
        return "\n".join(out)
    if kind == "pptx":
        import pptx
        out = []

        def shapes(group):
            for shape in group:
                if shape.shape_type == 6:  # a group
                    shapes(shape.shapes)
                if shape.has_text_frame:
                    out.append(shape.text_frame.text)
                if getattr(shape, "has_table", False) and shape.has_table:
                    out.extend(cell.text for row in shape.table.rows for cell in row.cells)
        for slide in pptx.Presentation(path).slides:
            shapes(slide.shapes)
            if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
                out.append(slide.notes_slide.notes_text_frame.text)
        return "\n".join(out)
    raise ValueError("no reference for " + kind)


def shown(cell):
    """A cell's value as it is displayed, for the plain formats; a date or a format of another kind is left out."""
    value, form = cell.value, cell.number_format
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int) and form == "General":
        return str(value)
    if isinstance(value, float) and form == "General":
        return "%.10g" % value
    if isinstance(value, (int, float)) and re.fullmatch(r"#?,?#*0(\.0+)?%?", form):
        digits = len(form.split(".")[1].rstrip("%")) if "." in form else 0
        return ("{:%s.%df}" % ("," if "," in form else "", digits)).format(value * 100 if form.endswith("%") else value)
    return ""


def refer(python, path, *options):
    """The reference text of a file, or None."""
    if path.endswith(".pdf"):
        command = ["pdftotext", "-enc", "UTF-8", *options, path, "-"]
    elif FORMATS[os.path.splitext(path)[1].lower()] in ("docx", "xlsx", "pptx") and python:
        command = [python, os.path.abspath(__file__), "--refer", path]
    else:
        return None
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


# --- our own documents as PDF files ---------------------------------------------------------------------------------

STYLE = """@page { size: A4; margin: 2.2cm; @top-left { content: "Manual"; font-size: 8pt } @bottom-center { content: counter(page) } }
body { font-family: serif; font-size: 10.5pt; text-align: justify; hyphens: auto; %s }
table { border-collapse: collapse } td, th { border: 0.5pt solid #333; padding: 2pt }
h1, h2, h3, h4, h5, h6 { bookmark-level: none }"""
LAYOUTS = {"one column": "", "two columns": "columns: 2; column-gap: 16pt; font-size: 9pt"}


def render(source, target, layout):
    """Writes a Markdown file as a PDF file. Runs in --render's python."""
    import markdown, weasyprint
    text = re.sub(r"\A---\n.*?\n---\n", "", content(source), flags=re.S)
    page = "<html lang=%s><style>%s</style>%s" % (source.split(os.sep + "examples" + os.sep)[1][:2], STYLE % LAYOUTS[layout], markdown.markdown(text, extensions=["extra"]))
    weasyprint.HTML(string=page).write_pdf(target)


def rendered(python, folder):
    """The examples as PDF files, each beside its Markdown."""
    out = []
    for layout in LAYOUTS:
        for at, dirs, names in os.walk(os.path.join(ROOT, "examples")):
            dirs.sort()
            for name in sorted(names):
                source = os.path.join(at, name)
                where = os.path.relpath(source, os.path.join(ROOT, "examples"))
                if not name.endswith(".md") or where[:3] not in ("es/", "en/"):
                    continue
                target = os.path.join(folder, layout.split()[0] + "-" + where.replace(os.sep, "-")[:-3] + ".pdf")
                subprocess.run([python, os.path.abspath(__file__), "--draw", source, target, layout], check=True, stderr=subprocess.DEVNULL)
                shutil.copy(source, target + ".expected.md")
                out.append(("pdf, " + layout, "examples/" + os.path.basename(target), target))
    return out


# --- the measurement ------------------------------------------------------------------------------------------------

def files(data, formats):
    for top in ("binary-formats", "structured-docs"):
        folder = os.path.join(data, top)
        if not os.path.isdir(folder):
            print("%s: not there, skipped" % folder, file=sys.stderr)
            continue
        for at, dirs, names in os.walk(folder):
            dirs.sort()
            for name in sorted(names):
                path = os.path.join(at, name)
                kind = FORMATS.get(os.path.splitext(name)[1].lower())
                # structured-docs' Markdown is ours byte for byte: nothing is measured by reading it here
                if kind and (formats is None or kind in formats) and ".expected." not in name and name != "README.md" and not (top == "structured-docs" and kind == "markdown"):
                    yield kind, os.path.relpath(path, data), path


def content(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def measure(tool, path, wanted):
    """The figures of one file by one tool; counts are [agreed, found, wanted]."""
    answer = tool.read(os.path.abspath(path))
    row = {"seconds": round(answer.get("seconds", 0), 3), "memory": round(answer.get("memory", 0))}
    if "error" in answer:
        row["error"] = re.sub(r"https?://\S+|(?:/[^\s/]+){2,}/", "…", answer["error"])
        return row, None
    text = answer["text"]
    if wanted["markdown"] is not None:
        got, want = headings(text), headings(wanted["markdown"])
        row["headings"] = agreement([t for _, t in got], [t for _, t in want])
        row["levels"] = agreement(got, want)
        row["cells"] = agreement(cells(text), cells(wanted["markdown"]))
    mine = words(plain(text))
    if wanted["words"]:
        row["words"] = agreement(mine, wanted["words"])
    if wanted["body"]:
        row["body"] = agreement(mine, wanted["body"])
    if wanted["expected"]:
        row["expected"] = agreement(mine, wanted["expected"])
    return row, text


def f1(counts):
    agreed, found, wanted = map(sum, zip(*counts)) if counts else (0, 0, 0)
    return round(2 * agreed / (found + wanted), 4) if found + wanted else None


def ratio(counts, of):
    agreed, total = sum(c[0] for c in counts), sum(c[of] for c in counts)
    return round(agreed / total, 4) if total else None


def summary(rows):
    """The figures of many files of one tool."""
    def of(name):
        return [r[name] for r in rows if name in r]

    def macro(name):
        each = [f1([c]) for c in of(name) if c[1] + c[2]]
        return round(sum(each) / len(each), 4) if each else None
    return {"files": len(rows), "read": sum("error" not in r for r in rows), "seconds": round(sum(r["seconds"] for r in rows), 2),
            "memory": max(r["memory"] for r in rows), "headings": f1(of("headings")), "headings_per_file": macro("headings"), "levels": f1(of("levels")),
            "cells": f1(of("cells")), "recall": ratio(of("words"), 2), "body": ratio(of("body"), 2), "precision": ratio(of("words"), 1), "expected": ratio(of("expected"), 2)}


def version(python, name):
    code = "import importlib.metadata as m;print(m.version(%r))" % name
    done = subprocess.run([python, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.decode().strip()


def percent(value):
    return "–" if value is None else "%.1f" % (100 * value)


def markdown(report):
    out = ["| format | reader | read | s | MiB | headings | with level | cells | recall | precision | body |", "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for kind, tools in report["formats"].items():
        for name, s in tools.items():
            out.append("| %s | %s | %d/%d | %.2f | %d | %s |" % (kind, name, s["read"], s["files"], s["seconds"], s["memory"],
                       " | ".join(percent(s[c]) for c in ("headings", "levels", "cells", "recall", "precision", "body"))))
    return "\n".join(out) + "\n"


def write(path, report):
    """JSON with a line a file and tool, so that a change shows in review."""
    lines = ["{", ' "readers": %s,' % json.dumps(report["readers"]), ' "formats": {']
    for i, (kind, tools) in enumerate(report["formats"].items()):
        lines.append("  %s: {" % json.dumps(kind))
        lines += ["   %s: %s%s" % (json.dumps(n), json.dumps(s), "," if n != list(tools)[-1] else "") for n, s in tools.items()]
        lines.append("  }" + ("," if i + 1 < len(report["formats"]) else ""))
    lines += [" },", ' "files": [']
    lines += ["  " + json.dumps(r) + ("," if i + 1 < len(report["files"]) else "") for i, r in enumerate(report["files"])]
    lines += [" ]", "}"]
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pildora")
    parser.add_argument("--peers", help="a folder of virtual environments")
    parser.add_argument("--references", help="a python that has python-docx, openpyxl and python-pptx")
    parser.add_argument("--data", default=os.path.join(ROOT, "..", "shared", "data"))
    parser.add_argument("--formats", type=lambda s: s.split(","))
    parser.add_argument("--match", default="", help="only files with this in their path")
    parser.add_argument("--limit", type=int, default=120, help="seconds a file")
    parser.add_argument("--json", help="where the figures go")
    parser.add_argument("--doc", help="a page whose table between the two marks is replaced; else it goes to standard output")
    parser.add_argument("--keep", help="a folder for what each reader makes of each file")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--refer", help=argparse.SUPPRESS)
    parser.add_argument("--render", help="a python that has weasyprint and markdown")
    parser.add_argument("--draw", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.work:
        return work(args.work)
    if args.draw:
        return render(*args.draw)
    if args.refer:
        sys.stdout.buffer.write(reference(args.refer).encode("utf-8", "replace"))
        return None
    if not shutil.which("pdftotext"):
        print("pdftotext: not there, no word recall for PDF", file=sys.stderr)
    makers, readers = [], {}
    if args.pildora:
        makers.append(lambda: Pildora(args.pildora, args.limit))
        readers["pildora"] = "this tree"
    for name in PEERS:
        python = os.path.join(args.peers or "", name, "bin", "python")
        if not args.peers or not os.path.exists(python):
            print("%s: not there, skipped" % name, file=sys.stderr)
            continue
        makers.append(lambda name=name, python=python: Peer(name, python, args.limit))
        readers[name] = version(python, name) or version(python, name + "-slim")
    report = {"readers": readers, "formats": {}, "files": []}
    todo = [f for f in files(args.data, args.formats) if args.match in f[1]]
    drawn = tempfile.mkdtemp()
    if args.render and (args.formats is None or "pdf" in args.formats):
        todo += [f for f in rendered(args.render, drawn) if args.match in f[1]]
    for kind in sorted({f[0] for f in todo}):
        those = [f for f in todo if f[0] == kind]
        wanted = {}
        for _, name, path in those:
            ours = name.startswith("examples/")
            words_of = plain(content(path + ".expected.md")) if ours else refer(args.references, path)
            laid_out = refer(None, path, "-layout") if path.endswith(".pdf") and not ours else None  # there the edges of pages are where they are seen
            text = content(path + ".expected.txt")
            wanted[name] = {"markdown": content(path + ".expected.md"), "words": words_of and words(words_of),
                            "body": laid_out and words(body(laid_out.rstrip("\f").split("\f"))), "expected": text and words(text)}
        report["formats"][kind] = {}
        for make in makers:
            tool, rows = make(), []
            for _, name, path in those:
                row, text = measure(tool, path, wanted[name])
                rows.append(row)
                report["files"].append({"file": name, "reader": tool.name, **row})
                if args.keep and text is not None:
                    target = os.path.join(args.keep, tool.name, name + ".md")
                    os.makedirs(os.path.dirname(target), exist_ok=True)
                    with open(target, "w", encoding="utf-8") as f:
                        f.write(text)
                if "error" in row:
                    print("%s: %s: %s" % (tool.name, name, row["error"]), file=sys.stderr)
            tool.stop()
            report["formats"][kind][tool.name] = summary(rows)
    report["files"].sort(key=lambda r: (r["file"], list(readers).index(r["reader"])))
    if args.json:
        write(args.json, report)
    shutil.rmtree(drawn)
    if not args.doc:
        sys.stdout.write(markdown(report))
        return None
    before, rest = content(args.doc).split(BEGIN)
    with open(args.doc, "w", encoding="utf-8") as f:
        f.write(before + BEGIN + "\n" + markdown(report) + END + rest.split(END)[1])
    return None


if __name__ == "__main__":
    sys.exit(main())
