package llmtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/pildora/pildora/llm"
)

// dialect is the format of a provider, as its server has it.
type dialect struct {
	provider string // by package remote's name
	own      string // whose own server it is, at its own address; empty for others
	base     string // of the address that a client is given
	path     string // of the call
	greeted  func(http.Header) error
	decode   func(body []byte) (llm.Request, error)
	encode   func(q llm.Request, r Reply) any
	refuse   func(status int, message string) any
	// What the format has.
	parts    bool   // of messages, with marks where a shared beginning ends
	stops    bool   // texts to stop at
	json     bool   // a mode for JSON
	refusals bool   // of the model
	cached   bool   // figures of the provider's cache
	degrees  bool   // a temperature
	quick    string // the field that tells a model not to think; empty for none
}

// dialects are by name: a provider's, and with "own " before it that of its
// own server at its own address.
func dialects() map[string]dialect {
	chat := dialect{path: "/v1/chat/completions", base: "/v1", greeted: bearer, decode: decodeChat(false), encode: encodeChat, refuse: refuseOpenAI,
		stops: true, json: true, refusals: true, cached: true, degrees: true}
	as := func(d dialect, provider string) dialect { d.provider = provider; return d }
	own := chat
	own.own, own.decode, own.parts, own.quick = "openai", decodeChat(true), true, "reasoning_effort"
	return map[string]dialect{
		"openai":     as(chat, "openai"),
		"own openai": as(own, "openai"),
		"llamacpp":   as(chat, "llamacpp"),
		"vllm":       as(chat, "vllm"),
		"own openai-responses": {provider: "openai-responses", own: "openai", path: "/v1/responses", greeted: bearer, decode: decodeResponses,
			encode: encodeResponses, refuse: refuseOpenAI, parts: true, json: true, refusals: true, cached: true, degrees: true, quick: "reasoning"},
		"own anthropic": {provider: "anthropic", own: "anthropic", path: "/v1/messages", greeted: anthropicKey, decode: decodeAnthropic,
			encode: encodeAnthropic, refuse: refuseAnthropic, parts: true, stops: true, refusals: true, cached: true, quick: "thinking"},
		"ollama": {provider: "ollama", path: "/api/chat", greeted: bearer, decode: decodeOllama, encode: encodeOllama,
			refuse: func(_ int, message string) any { return map[string]string{"error": message} }, stops: true, json: true, degrees: true, quick: "think"},
	}
}

// Dialects lists what [Speak] and [Run] can be told to speak, in order.
func Dialects() []string {
	var names []string
	for name := range dialects() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func find(name string) (dialect, bool) {
	d, ok := dialects()[name]
	return d, ok
}

// bearer checks the key as most servers want it.
func bearer(h http.Header) error {
	switch {
	case h.Get("Content-Type") != "application/json":
		return fmt.Errorf("the Content-Type is %q", h.Get("Content-Type"))
	case h.Get("Authorization") != "Bearer "+Key:
		return fmt.Errorf("incorrect API key provided: %s", h.Get("Authorization"))
	}
	return nil
}

// strict reads one JSON object, without fields that aren't known.
func strict[T any](body []byte) (T, error) {
	var v T
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		return v, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return v, errors.New("something follows the JSON object")
	}
	return v, nil
}

// wellFormed checks what all providers ask of messages: roles in turn, the
// user first and last, nothing blank.
func wellFormed(r llm.Request, model string) error {
	if model != Model {
		return fmt.Errorf("the model '%s' does not exist", model)
	}
	var last llm.Role
	for i, m := range r.Messages {
		switch {
		case m.Role != llm.User && m.Role != llm.Assistant:
			return fmt.Errorf("messages.%d: role %q", i, m.Role)
		case strings.TrimSpace(m.Text) == "":
			return fmt.Errorf("messages.%d: text content blocks must be non-empty", i)
		case i == 0 && m.Role != llm.User:
			return errors.New("messages: first message must use the user role")
		}
		last = m.Role
	}
	if last != llm.User {
		return errors.New("messages: the last one must be the user's")
	}
	return nil
}

// inTurn checks that no role speaks twice in a row.
func inTurn(roles []string) error {
	for i := 1; i < len(roles); i++ {
		if roles[i] == roles[i-1] {
			return errors.New("messages: roles must alternate")
		}
	}
	return nil
}
