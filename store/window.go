package store

// Window is what is delivered of a record that is found by less: its body with
// what stands around it. Offsets are in the document, as those of a record are.
type Window struct {
	Start     int    `json:"start"` // of text, in bytes
	End       int    `json:"end"`
	StartRune int    `json:"start_rune"` // the same in code points
	EndRune   int    `json:"end_rune"`
	StartLine int    `json:"start_line"` // from 1, inclusive
	EndLine   int    `json:"end_line"`
	Pages     []int  `json:"pages,omitempty"`
	Tokens    int    `json:"tokens"` // of text with the record's frame
	Text      string `json:"text"`
}
