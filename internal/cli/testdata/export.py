"""Compares the records of a Parquet file with those of JSON Lines."""
import json
import sys

import pyarrow.parquet as pq

records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
rows = pq.read_table(sys.argv[2]).to_pylist()
assert len(rows) == len(records) > 0, (len(rows), len(records))


def present(value):
    """What JSON Lines write of a value: nothing that is empty, in objects too."""
    if isinstance(value, dict):
        return {k: present(v) for k, v in value.items() if v is not None and v != []}
    if isinstance(value, list):
        return [present(v) for v in value]
    return value


for record, row in zip(records, rows):
    row["meta"] = dict(row["meta"]) or None
    if row["window"]:
        row["window"] = present(row["window"])
    for key, value in row.items():
        value = present(value)
        want = record.get(key)
        if want is None:
            assert value in (None, [], {}), (row["id"], key, value)
        else:
            assert value == want, (row["id"], key, value, want)
    assert set(record) <= set(row), set(record) - set(row)
