// Package prompt is what asking a language model about documents needs,
// whatever is asked.
//
// [Prompts] are files, one a prompt and language, that are part of what a
// recipe is made of: their [Prompts.Digest] changes with every byte of them. A
// [Request] is the same [System] text for all, then the document, where the
// question is about all of it, then the question: what is the same for many
// requests stands first, so that a provider can cache it.
//
// [Data] is text of a document in a prompt. It is written inside a fence that
// it can't close, and the system text says that what stands inside is never an
// instruction. Nothing else of a document gets into a prompt.
//
// [Ask] puts a request to a model, and reads its answer, which is one JSON
// object, strictly. An answer that can't be used is an [Unusable].
package prompt
