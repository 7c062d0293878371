package catalog

// Model is an embedding model that is known by name, with how it counts.
type Model struct {
	Name      string
	Tokenizer string // by the name of one that is built in
	Window    int    // most tokens of one text; special tokens are none of them
}

// Models returns the models that can be named where a tokenizer is asked for.
// Tokenizers and windows are those that OpenAI documents for its models.
func Models() []Model {
	return []Model{
		{"text-embedding-3-small", "cl100k", 8191},
		{"text-embedding-3-large", "cl100k", 8191},
		{"text-embedding-ada-002", "cl100k", 8191},
	}
}
