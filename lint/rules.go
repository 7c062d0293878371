package lint

// Rules returns all rules.
func Rules() []Rule {
	return []Rule{
		{"split-pill", Error, "a pill that would fit one chunk and lies whole in none", "a question about it is answered by no chunk alone", "cut by pills (strategy cascade), or raise max", splitPill},
		{"mosaic", Warning, "a chunk that holds something of two pills which don't belong together", "a chunk of foreign pills matches questions about either and answers both badly", "cut by pills (strategy cascade), and merge: never", mosaic},
		{"split-sentence", Error, "a chunk that begins inside a sentence which would fit", "half a sentence says something else, or nothing", "use a strategy that knows sentences: cascade, structural or sentence", splitSentence},
		{"split-row", Error, "a chunk that begins inside a table row which would fit", "a row without its other cells means nothing", "use a strategy that knows tables: cascade or structural", splitRow},
		{"split-fence", Error, "a chunk that begins inside a code block which would fit", "half a code block can't be read or run", "use a strategy that knows code blocks: cascade or structural", splitFence},
		{"split-item", Warning, "a chunk that begins inside a list item which would fit", "half an item lacks what it begins or ends with", "use a strategy that knows lists: cascade or structural", splitItem},
		{"orphan-heading", Error, "a chunk that ends with a heading whose content stands in the next", "a heading alone answers nothing, and what stands under it has lost it", "use a strategy that knows headings: cascade or structural", orphanHeading},
		{"dangling-reference", Warning, "a chunk that opens with an exception, a contrast or a reference back, in the section of the one before", "it opens with a reference to what stands in the chunk before", "use strategy cascade, which keeps such sentences together, or an overlap of 1s", danglingReference},
		{"boilerplate", Note, "a chunk of links, marks or a legal notice and little else", "it holds links, navigation or legal notices and nothing else, and crowds out answers", "leave such parts out by the reader, or exclude the files", boilerplate},
		{"tiny", Note, "a chunk of fewer tokens than `--tiny`, or of fewer than three words", "it is too short to answer anything by itself", "set min, or merge: siblings for a profile of such sources", tiny},
		{"huge", Warning, "a chunk of more tokens than `--huge`", "most embedding models blur or cut what is this long", "lower max, or add a document summary and a model with a long window", huge},
		{"near-duplicate", Warning, "a chunk whose word sequences another one has too, from `--similar` on", "equal chunks take each other's places among the results", "remove one of the sources, or exclude it", nearDuplicate},
		{"near-document", Warning, "a document most of whose word sequences another one has too", "versions of one document answer a question twice, and perhaps in two ways", "exclude what is out of date, or give both dates (or the newer one supersedes:) and set search.prefer: newest", nearDocument},
		{"overlap-across-section", Error, "a chunk that repeats text from before the heading in force at it", "the repeated text is about something else", "let overlap stay within sections: strategies cascade and structural do", overlapAcrossSection},
		{"incomplete-breadcrumb", Warning, "a chunk whose breadcrumb lacks a heading in force at it", "the chunk doesn't say where in the document it stands", "add breadcrumb to frame, or raise max so that it fits", incompleteBreadcrumb},
	}
}
