package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"github.com/pildora/pildora/llm"
)

// Data is text of a document, or anything else that comes from outside, as it
// is shown to a model. As a string it is fenced:
//
//	<data-0f3c2a91b47d5e68>
//	the text
//	</data-0f3c2a91b47d5e68>
//
// The tag's name holds a digest of the text, so the same text always gives the
// same bytes, and no text can hold the tag that ends it. What looks like such a
// tag in the text, and what the tokenizers of common models read as a mark of
// theirs between messages, is broken up by a blank.
type Data string

// fenceDigits is how many hexadecimal digits of SHA-256 a tag has.
const fenceDigits = 16

// String writes the text in its fence, on lines of its own where it has
// several.
func (d Data) String() string {
	sum := sha256.Sum256([]byte(d))
	tag := "data-" + hex.EncodeToString(sum[:fenceDigits/2]) + ">"
	text, line := escape(string(d)), ""
	if strings.Contains(text, "\n") {
		line = "\n"
	}
	return "<" + tag + line + text + line + "</" + tag
}

// tags look like ends or beginnings of a fence to a reader who isn't strict.
var tags = regexp.MustCompile(`(?i)<([\s/\\]*data-)`)

// marks are what chat templates put between messages: the tokenizers of models
// that run locally may read them as such wherever they stand.
var marks = strings.NewReplacer("<|", "< |", "<｜", "< ｜", "[INST]", "[ INST]", "[/INST]", "[ /INST]",
	"<<SYS>>", "< <SYS>>", "<</SYS>>", "< </SYS>>", "<start_of_turn>", "< start_of_turn>", "<end_of_turn>", "< end_of_turn>",
	"<bos>", "< bos>", "<eos>", "< eos>", "<s>", "< s>", "</s>", "< /s>", "[SYSTEM_PROMPT]", "[ SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[ /SYSTEM_PROMPT]")

func escape(text string) string {
	return marks.Replace(tags.ReplaceAllString(text, "< $1"))
}

// Split parts what a request says into instructions and the texts of documents
// in it, without their fences.
func Split(r llm.Request) (instructions string, material []string) {
	var b strings.Builder
	texts := []string{r.System}
	for _, m := range r.Messages {
		texts = append(texts, m.Text)
	}
	for _, text := range texts {
		for {
			at := fenced.FindStringIndex(text)
			if at == nil {
				break
			}
			inner, rest, _ := strings.Cut(text[at[1]:], "</"+text[at[0]+1:at[1]])
			b.WriteString(text[:at[0]])
			material = append(material, strings.TrimSuffix(strings.TrimPrefix(inner, "\n"), "\n"))
			text = rest
		}
		b.WriteString(text + "\n")
	}
	return b.String(), material
}

var fenced = regexp.MustCompile(`<data-[0-9a-f]{16}>`)

// Numbered is texts as data, each on a line of its own that begins with its
// number, from 1: [1] …
func Numbered(texts []string) Data {
	var b strings.Builder
	for i, text := range texts {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "[%d] %s", i+1, strings.Join(strings.Fields(text), " "))
	}
	return Data(b.String())
}
