package model_test

import (
	"strings"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// split parts a request into what it says itself and what it shows.
func split(r llm.Request) (instructions, material string) {
	instructions, shown := prompt.Split(r)
	return instructions, strings.Join(shown, "\n")
}
