package token

import (
	"fmt"
	"testing"
)

func tokenizer(t testing.TB, name string) *Tokenizer {
	t.Helper()
	k, err := New(name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestQuick(t *testing.T) {
	for _, n := range Names() {
		fmt.Println(n, tokenizer(t, n).Encode("hello"), tokenizer(t, n).Encode(" I'm \nworld"))
	}
}
