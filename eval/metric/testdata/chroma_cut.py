#!/usr/bin/env python3
"""Cut a folder of documents with LangChain's recursive splitter, set as Chroma's evaluation sets its own.

  chroma_cut.py FOLDER CL100K_RANKS SIZE/OVERLAP... > chunks.jsonl

Each line: {"setting", "doc", "text"}. Needs langchain-text-splitters and tiktoken. CL100K_RANKS is the file
cl100k_base.tiktoken; it is put where tiktoken looks before it downloads.
"""
import json, os, sys, tempfile

folder, ranks, settings = sys.argv[1], sys.argv[2], sys.argv[3:]
cache = tempfile.mkdtemp()
# tiktoken names what it keeps by the SHA-1 of where it would download it from
os.symlink(os.path.abspath(ranks), os.path.join(cache, "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"))
os.environ["TIKTOKEN_CACHE_DIR"] = cache

import tiktoken
from langchain_text_splitters import RecursiveCharacterTextSplitter

encoding = tiktoken.get_encoding("cl100k_base")
for setting in settings:
    size, overlap = map(int, setting.split("/"))
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=size, chunk_overlap=overlap, separators=["\n\n", "\n", ".", "?", "!", " ", ""],
        keep_separator="start", length_function=lambda t: len(encoding.encode_ordinary(t)))
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            for text in splitter.split_text(f.read()):
                print(json.dumps({"setting": setting, "doc": name, "text": text}))
