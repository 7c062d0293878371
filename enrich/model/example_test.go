package model_test

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/llm"
)

// A model is asked for the context of two chunks; it is told what to warn of.
func ExampleContext() {
	d := &doc.Document{URI: "contract.txt", Language: "en", Text: "Contract of Northern Lifts with the house at 4 Main Street.\n\nThe price is 120 euros."}
	asked := llm.Func(func(_ context.Context, r llm.Request) (llm.Response, error) {
		return llm.Response{Text: `{"context": "Of the contract between Northern Lifts and 4 Main Street."}`}, nil
	})
	contexts := model.Context(model.Options{
		LLM:  asked,
		Warn: func(w model.Warning) { fmt.Println("warning:", w) },
	}, nil)
	lines, err := contexts.Contexts(context.Background(), d, []doc.Span{{Start: 0, End: 59}, {Start: 61, End: 84}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range lines {
		fmt.Printf("%q\n", l)
	}
	// Output:
	// ["Of the contract between Northern Lifts and 4 Main Street."]
	// ["Of the contract between Northern Lifts and 4 Main Street."]
}
