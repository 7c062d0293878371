#!/usr/bin/env python3
"""bench_peer.py PEER FILE REPS: one Python peer, one process, one JSON line; PEERS_SPEED is ../shared/peers/speed.py.

Runs that script, and adds what it lacks: the peers below, and a way to count cl100k tokens when it checks limits, where
the installed quicktok, which it counts with, is of a version that has no cl100k.
"""
import json, os, re, runpy, sys, time, types

HOME = os.environ["PEERS_HOME"]


def status(key):
    with open("/proc/self/status") as f:
        return next(int(line.split()[1]) / 1024 for line in f if line.startswith(key))


def paragraphs(text):
    return re.split(r"(?<=\n\n)", text)


def unigram_huggingface(fast):
    import tokenizers
    t = tokenizers.Tokenizer.from_file(HOME + "/vocab/unigram.json")
    encode = t.encode_batch_fast if fast else t.encode_batch
    return lambda s: sum(len(x) for x in encode(paragraphs(s), add_special_tokens=False))


def unigram_huggingface_whole():
    import tokenizers
    t = tokenizers.Tokenizer.from_file(HOME + "/vocab/unigram.json")
    return lambda s: len(t.encode(s, add_special_tokens=False))


def unigram_tokie():
    import tokie
    return tokie.Tokenizer.from_json(HOME + "/vocab/unigram.json").count_tokens


def wordpiece_whole():
    import tokenizers
    t = tokenizers.Tokenizer.from_file(HOME + "/vocab/bert-base-cased.json")
    t.no_truncation()
    t.no_padding()
    return lambda s: len(t.encode(s, add_special_tokens=False))


OWN = {
    "U_hf": lambda: unigram_huggingface(False), "U_hf_fast": lambda: unigram_huggingface(True), "U_hf_whole": unigram_huggingface_whole,
    "U_tokie_count": unigram_tokie, "T_hf_bert_whole": wordpiece_whole,
}


def measure(name, path, repetitions):
    """As speed.py does it: a short text first, then the least processor time of the repetitions."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    with open(path, newline="") as f:
        text = f.read()
    run = OWN[name]()
    run("Hello world. ¿Qué tal? This is fine.\n\n# Head\n\ntext here.\n")
    before = status("VmRSS")
    with open("/proc/self/clear_refs", "w") as f:
        f.write("5")
    cpu, wall, began = [], [], time.time()
    for _ in range(repetitions):
        c, w = time.process_time(), time.perf_counter()
        n = run(text)
        wall.append(time.perf_counter() - w)
        cpu.append(time.process_time() - c)
        if time.time() - began > float(os.environ.get("CAP", "8")):
            break
    size = len(text.encode()) / 1e6
    print(json.dumps({"peer": "py:" + name, "file": os.path.basename(path), "mb": size, "s": min(wall), "cpu": min(cpu), "cpu_first": cpu[0],
                      "rss0": before, "rss": status("VmHWM"), "n": n}))


def main():
    name, path, repetitions = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if name in OWN:
        return measure(name, path, repetitions)
    try:
        import quicktok
        known = hasattr(quicktok, "get_encoding")
    except ImportError:
        known = False
    if not known and "quicktok" in name:
        sys.exit("Error: the quicktok of this registry has no cl100k")
    if not known:
        def counter(encoding):
            import tiktoken
            e = tiktoken.get_encoding(encoding)
            return types.SimpleNamespace(count=lambda s: len(e.encode_ordinary(s)))
        sys.modules["quicktok"] = types.SimpleNamespace(get_encoding=counter)
    runpy.run_path(os.environ["PEERS_SPEED"], run_name="__main__")


if __name__ == "__main__":
    main()
