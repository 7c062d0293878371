#!/usr/bin/env python3
"""The activations of a small ModernBERT, as PyPI's transformers has them: writes modern.json.

  modern.py > modern.json

Its weights are those of encodertest.NewModern. It needs torch and transformers, which CI doesn't have: what it wrote is
kept here.
"""
import json, sys
import numpy as np, torch
from transformers import ModernBertConfig, ModernBertModel

MASK = (1 << 64) - 1


def fnv(name):
    h = 0xcbf29ce484222325
    for b in name.encode():
        h = (h ^ b) * 0x100000001b3 & MASK
    return h


def values(name, shape):
    n = int(np.prod(shape))
    with np.errstate(over="ignore"):
        z = np.uint64(fnv(name)) + np.arange(n, dtype=np.uint64) * np.uint64(0x9e3779b97f4a7c15)
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xbf58476d1ce4e5b9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94d049bb133111eb)
    v = ((z ^ z >> np.uint64(31)) >> np.uint64(11)).astype(np.float64) / 2 ** 53 - 0.5
    if name.lower().endswith("norm.weight"):
        v += 1
    return torch.tensor(v.astype(np.float32)).reshape(shape)


config = ModernBertConfig(vocab_size=50, hidden_size=64, num_hidden_layers=4, num_attention_heads=4, intermediate_size=96,
                          max_position_embeddings=256, norm_eps=1e-5, hidden_activation="gelu", global_attn_every_n_layers=3,
                          local_attention=16, global_rope_theta=160000.0, local_rope_theta=10000.0, pad_token_id=0,
                          attn_implementation="eager", reference_compile=False)
model = ModernBertModel(config).eval()
sys.stderr.write("%s\n" % config.to_json_string())
with torch.no_grad():
    for name, p in model.named_parameters():
        p.copy_(values(name, p.shape))
    out = []
    for n in (1, 5, 40, 200):
        ids = [1] + [(7 * i * i + 3) % 50 for i in range(n)] + [2]
        rows = model(input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids), dtype=torch.long)).last_hidden_state[0]
        # All of a few tokens, and one number of each.
        some = sorted({0, len(ids) // 2, len(ids) - 1})
        out.append({"words": n, "tokens": some, "rows": [[round(float(x), 5) for x in rows[i]] for i in some],
                    "column": [round(float(x), 5) for x in rows[:, 17]]})
json.dump(out, sys.stdout)
print()
