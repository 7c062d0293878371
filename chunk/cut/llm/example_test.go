package llm_test

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	cutllm "github.com/pildora/pildora/chunk/cut/llm"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/size"
)

// A model says that the topic changes after the second sentence.
func ExampleTopics() {
	d := &doc.Document{URI: "a.txt", Language: "en", Text: "The cat sleeps. It hunts at night. Bills are due in May. Pay them at the bank."}
	asked := llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: `{"after": [2]}`}, nil
	})
	sentences := cut.Sentences("")
	topics := cutllm.Topics(cutllm.Options{LLM: asked, Sentences: sentences})
	for c, err := range chunk.Pack(chunk.Limits{Max: 60, Measure: size.Bytes}, topics, sentences, cut.Words).Split(context.Background(), d, d.Whole()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%q\n", d.Slice(d.Body(c.Span)))
	}
	// Output:
	// "The cat sleeps. It hunts at night."
	// "Bills are due in May. Pay them at the bank."
}
