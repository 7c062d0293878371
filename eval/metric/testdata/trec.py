#!/usr/bin/env python3
"""What trec_eval says of rankings: JSON lines {"ranking": [...], "grades": {id: int}} in, a line of measures out.

Needs pytrec_eval or pytrec-eval-terrier. Rankings have no id twice: trec_eval takes a run as a mapping.
"""
import json, sys
import pytrec_eval

NAMES = {"success.1,5,10", "recall.1,5,10", "P.1,5,10", "recip_rank", "map", "map_cut.1,5,10", "ndcg", "ndcg_cut.1,5,10"}
lines = [json.loads(l) for l in sys.stdin]
qrels = {str(i): l["grades"] for i, l in enumerate(lines)}
run = {str(i): {id: float(len(l["ranking"]) - at) for at, id in enumerate(l["ranking"])} for i, l in enumerate(lines)}
got = pytrec_eval.RelevanceEvaluator(qrels, NAMES).evaluate(run)
for i in range(len(lines)):
    print(json.dumps(got.get(str(i), {})))
