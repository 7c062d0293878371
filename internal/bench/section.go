package main

// section is a set of contenders that do the same work over the same files.
type section struct {
	name, title string
	about       string
	unit        string // what result.Count counts
	cold        bool   // also show the first repetition
	contenders  []contender
	goals       []goal
}

// goal is a speed of ours in terms of another contender's.
type goal struct {
	ours, than string
	times      float64 // at least
	mb         int     // at this size; 0 means the largest that both were measured at
}

// sections lists what is compared, ours first.
func sections() []section {
	return []section{structure(), recursion(), windows(), budgets(), counts("cl100k"), counts("o200k"), wordPieces(), unigrams(), sentencing(), parsing(), physics()}
}

func structure() section {
	return section{
		name: "structural", title: "By structure: Markdown, 1500 runes, no overlap", unit: "chunks",
		about: "Peers marked † have no limit, they only part at headings.",
		contenders: []contender{
			{"pildora:structural", ""}, {"pildora:cascade", ""}, {"pildora:records", "structural, with the records that are stored"},
			{"chunkr:chunkr_md", "chunkr Rust, Markdown"}, {"py:chunkr_md", "chunkr from Python, Markdown"},
			{"py:lc_mdheader+rec", "LangChain, headers + recursive"}, {"py:lc_md_rec", "LangChain, MarkdownTextSplitter"},
			{"rs:ts_md_char", "text-splitter Rust, MarkdownSplitter"}, {"py:sts_md", "text-splitter from Python, MarkdownSplitter"},
			{"go:lcgo_md", "langchaingo, Markdown"}, {"js:lcjs_md", "LangChain.js, MarkdownTextSplitter"},
			{"py:li_md_nodes", "LlamaIndex, MarkdownNodeParser †"}, {"py:haystack_mdheader", "Haystack, MarkdownHeaderSplitter †"},
		},
		goals: []goal{
			{"pildora:structural", "chunkr:chunkr_md", 1, 0}, {"pildora:structural", "py:lc_mdheader+rec", 30, 0},
			{"pildora:structural", "rs:ts_md_char", 50, 1}, {"pildora:structural", "py:sts_md", 50, 1},
			{"pildora:cascade", "pildora:structural", 0.7, 0},
		},
	}
}

func recursion() section {
	return section{
		name: "recursive", title: "Recursive: 1500 runes, no overlap", unit: "chunks",
		about: "Peers that count bytes have it easier than those that count runes.",
		contenders: []contender{
			{"pildora:recursive", ""}, {"pildora:recursive_file", ""}, {"pildora:sentence", ""},
			{"py:blaze_rec_char", "blazechunk, recursive"},
			{"chunkr:chunkr_rec", "chunkr Rust, recursive, bytes"}, {"py:chunkr_rec", "chunkr from Python, recursive, bytes"},
			{"py:chonkie_rec_char", "chonkie, recursive"}, {"py:lc_rec", "LangChain, recursive"},
			{"go:lcgo_rec", "langchaingo, recursive"}, {"js:lcjs_rec", "LangChain.js, recursive"}, {"js:chonkiejs_rec", "chonkie.js, recursive"},
			{"py:semchunk_char", "semchunk"}, {"rs:ts_char", "text-splitter Rust, TextSplitter"}, {"py:sts_text", "text-splitter from Python, TextSplitter"},
			{"py:haystack_rec_char", "Haystack, recursive"}, {"py:li_sent_char", "LlamaIndex, SentenceSplitter"},
			{"py:blaze_sent_char", "blazechunk, sentences"}, {"py:chunkr_sent", "chunkr from Python, sentences"}, {"py:chonkie_sent_char", "chonkie, sentences"},
		},
		goals: []goal{{"pildora:recursive", "py:blaze_rec_char", 1.5, 0}, {"pildora:recursive", "chunkr:chunkr_rec", 1, 0}},
	}
}

func windows() section {
	return section{
		name: "fixed", title: "Fixed windows of 1500", unit: "chunks",
		about: "The peers that only yield borders read a few bytes around each, and cut inside characters; ours never cuts inside a grapheme " +
			"and reads the file as UTF-8 first, which visits each byte.",
		contenders: []contender{
			{"pildora:fixed_bytes", ""}, {"pildora:fixed", ""},
			{"rs:chunk_size", "chunk (memchunk's Rust), bytes"}, {"py:memchunk_offsets", "memchunk, offsets, bytes"}, {"py:memchunk", "memchunk, slices, bytes"},
			{"py:chonkie_core_offsets", "chonkie-core, offsets, bytes"}, {"py:chonkie_core", "chonkie-core, slices, bytes"},
			{"py:chonkie_fast", "chonkie, FastChunker, bytes"}, {"py:chonkie_token_char", "chonkie, TokenChunker, characters"},
			{"py:blaze_token_char", "blazechunk, TokenChunker, characters"}, {"py:chunkr_char", "chunkr from Python, characters"},
			{"js:chonkiejs_chunk_wasm", "chonkie.js, wasm, bytes"},
		},
		goals: []goal{{"pildora:fixed_bytes", "rs:chunk_size", 1, 0}},
	}
}

func budgets() section {
	return section{
		name: "tokens", title: "Budgets in tokens: 512, no overlap", unit: "chunks",
		about: "Tokens are those of cl100k, save where another tokenizer is named. Vocabularies are loaded before the clock starts.",
		contenders: []contender{
			{"pildora:structural_cl100k", ""}, {"pildora:cascade_cl100k", ""}, {"pildora:structural_o200k", ""}, {"pildora:recursive_cl100k", ""},
			{"pildora:structural_wordpiece", ""},
			{"py:chonkie_rec_tik512", "chonkie, recursive"}, {"py:chonkie_sent_tik512", "chonkie, sentences"}, {"py:chonkie_token_tik512", "chonkie, tokens"},
			{"py:lc_token_tik512", "LangChain, TokenTextSplitter"}, {"py:lc_rec_tik512", "LangChain, recursive"},
			{"py:sts_md_tik512", "text-splitter from Python, Markdown"}, {"py:sts_text_tik512", "text-splitter from Python, text"},
			{"rs:ts_md_tik512", "text-splitter Rust, Markdown"}, {"rs:ts_tik512", "text-splitter Rust, text"},
			{"py:chunkr_tok512", "chunkr from Python, tokens"}, {"py:semchunk_tik512", "semchunk"},
			{"py:li_sent_tik512", "LlamaIndex, SentenceSplitter"}, {"py:li_token_tik512", "LlamaIndex, TokenTextSplitter"},
			{"go:lcgo_token_tik512", "langchaingo, tokens"}, {"js:lcjs_token_cl", "js-tiktoken, every 512 tokens"},
			{"py:chunkr_hf512", "chunkr from Python, uncased BERT"}, {"py:sts_text_hf512", "text-splitter from Python, text, uncased BERT"},
		},
		goals: []goal{
			{"pildora:structural_cl100k", "py:chunkr_tok512", 10, 0}, {"pildora:structural_cl100k", "py:lc_token_tik512", 10, 0},
			{"pildora:structural_cl100k", "py:chonkie_rec_tik512", 10, 0}, {"pildora:structural_o200k", "py:lc_token_tik512", 10, 0},
		},
	}
}

func counts(ranks string) section {
	short := map[string]string{"cl100k": "cl", "o200k": "o2"}[ranks]
	s := section{
		name: "count-" + ranks, title: "Counting alone: " + ranks, unit: "tokens", cold: true,
		about: "Cold is the first time that a process reads the text, warm the best later one: some remember the words that they have met.",
		contenders: []contender{
			{"pildora:count_" + ranks, ""}, {"py:T_gigatoken_" + short, "gigatoken"}, {"py:T_tiktoken_" + short, "tiktoken"},
			{"py:T_quicktok_count_" + short, "quicktok, count"},
			{"rs:tok_bpecount_bpe_" + short, "bpe-openai, count"}, {"rs:tok_bpe_" + short, "bpe-openai, encode"}, {"rs:tok_tik_" + short, "tiktoken-rs"},
			{"go:tok_tiktokengo_" + short, "tiktoken-go/tokenizer"}, {"go:tok_pkoukk_" + short, "pkoukk/tiktoken-go"},
			{"js:tok_gpttokenizer_" + short, "gpt-tokenizer"},
		},
		goals: []goal{{"pildora:count_" + ranks, "py:T_gigatoken_" + short, 1, 0}, {"pildora:count_" + ranks, "py:T_tiktoken_" + short, 6, 0}},
	}
	if ranks == "cl100k" {
		s.contenders = append(s.contenders, contender{"pildora:count_bytelevel", ""}, contender{"py:T_snaptokens_cl", "snaptokens"},
			contender{"py:T_tokie_cl_count", "tokie, count"}, contender{"py:T_hf_cl", "Hugging Face tokenizers, by paragraph"},
			contender{"js:tok_jstiktoken_cl", "js-tiktoken"})
	}
	return s
}

func wordPieces() section {
	return section{
		name: "count-wordpiece", title: "Counting alone: WordPiece, uncased BERT", unit: "tokens", cold: true,
		about: "The vocabulary is that of all-MiniLM-L6-v2. Ours counts the two special tokens of a model's input too.",
		contenders: []contender{
			{"pildora:count_wordpiece", ""}, {"py:T_tokie_bert_count", "tokie, count"}, {"py:T_tokie_bert", "tokie, encode"},
			{"py:T_hf_bert", "Hugging Face tokenizers, by paragraph"}, {"py:T_hf_bert_fast", "Hugging Face tokenizers, by paragraph, no offsets"},
			{"py:T_hf_bert_whole", "Hugging Face tokenizers, whole text"}, {"rs:tok_hf_bert_fast", "Hugging Face tokenizers (Rust), by paragraph, no offsets"},
		},
		goals: []goal{{"pildora:count_wordpiece", "py:T_tokie_bert_count", 1, 0}, {"pildora:count_wordpiece", "py:T_hf_bert_fast", 15, 0}},
	}
}

func unigrams() section {
	return section{
		name: "count-unigram", title: "Counting alone: Unigram", unit: "tokens", cold: true,
		about: "The model of 24,000 pieces is trained on this corpus by Hugging Face's trainer (`scripts/bench_vocab.py`).",
		contenders: []contender{
			{"pildora:count_unigram", ""}, {"py:U_hf", "Hugging Face tokenizers, by paragraph"},
			{"py:U_hf_fast", "Hugging Face tokenizers, by paragraph, no offsets"}, {"py:U_hf_whole", "Hugging Face tokenizers, whole text"},
			{"py:U_tokie_count", "tokie, count"},
		},
		goals: []goal{{"pildora:count_unigram", "py:U_hf_fast", 15, 0}},
	}
}

func sentencing() section {
	return section{
		name: "sentences", title: "Sentences", unit: "sentences",
		about: "icu, uax29, uniseg and unicode-segmentation follow UAX 29: they know no abbreviations and end a sentence at every line end.",
		contenders: []contender{
			{"pildora:sentences_en", ""}, {"pildora:sentences_all", ""},
			{"py:S_sentencex", "sentencex"}, {"py:S_nltk_punkt", "NLTK, punkt"}, {"py:S_pysbd_para", "pySBD, by paragraph"},
			{"go:sent_neurosnap", "neurosnap/sentences (punkt)"}, {"go:sent_uax29", "clipperhouse/uax29"}, {"go:sent_uniseg", "rivo/uniseg"},
			{"rs:icu_sent", "icu_segmenter"}, {"rs:us_sent", "unicode-segmentation"},
		},
		goals: []goal{{"pildora:sentences_en", "py:S_sentencex", 3, 0}},
	}
}

func parsing() section {
	return section{
		name: "markdown", title: "Markdown alone", unit: "blocks, events or bytes",
		about: "Ours makes blocks with spans; the peers also parse what stands inside a line.",
		contenders: []contender{
			{"pildora:markdown", ""}, {"rs:md_pulldown", "pulldown-cmark, CommonMark"}, {"rs:md_pulldown_gfm", "pulldown-cmark, all extensions"},
			{"go:md_goldmark_ast", "goldmark, CommonMark"}, {"go:md_goldmark_gfm", "goldmark, GFM"},
		},
		goals: []goal{{"pildora:markdown", "rs:md_pulldown", 1, 0}},
	}
}

func physics() section {
	return section{
		name: "limits", title: "What the machine can do", unit: "",
		about: "Single loops over the bytes, to see how far there is to go.",
		contenders: []contender{
			{"rs:phys_memcpy", "memcpy"}, {"rs:phys_memchr_each", "memchr, each line end visited"}, {"rs:phys_bytesum", "sum of all bytes"},
			{"go:phys_utf8valid", "Go utf8.Valid"}, {"go:phys_runecount", "Go utf8.RuneCount"}, {"go:phys_count_nl", "Go bytes.Count"},
			{"go:phys_fields", "Go strings.FieldsSeq"},
		},
	}
}
