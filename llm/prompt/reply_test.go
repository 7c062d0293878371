package prompt_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
	"github.com/pildora/pildora/llm/prompt"
)

type reply struct {
	N int `json:"n"`
}

func (r reply) check() error {
	if r.N < 1 {
		return errors.New("n is too small")
	}
	return nil
}

func text(answers ...string) []llm.Response {
	var out []llm.Response
	for _, a := range answers {
		out = append(out, llm.Response{Text: a, Stop: llm.Done})
	}
	return out
}

func TestAsk(t *testing.T) {
	for name, c := range map[string]struct {
		replies []llm.Response
		n       int
		why     string // of the Unusable, where there is no answer
	}{
		"at once":           {text(`{"n": 1}`), 1, ""},
		"fenced":            {text("```json\n{\"n\": 1}\n```"), 1, ""},
		"fenced, no name":   {text("``` {\"n\": 1} ```"), 1, ""},
		"second try":        {text(`{"n": 0}`, `{"n": 2}`), 2, ""},
		"in vain":           {text(`{"n": 0}`, `{"n": 0}`), 0, "n is too small"},
		"half a fence":      {text("```json\n{\"n\": 1}", "x"), 0, "invalid character"},
		"empty":             {text("", " "), 0, "nothing in it"},
		"more keys":         {text(`{"n": 1, "m": 2}`, `{"m": 2}`), 0, "unknown field"},
		"more behind it":    {text(`{"n": 1} so`, `{"n": 1}{}`), 0, "something follows"},
		"a list":            {text(`[{"n": 1}]`, `[]`), 0, "cannot unmarshal"},
		"a refusal":         {text("I’m sorry, but I can't do that."), 0, "refuses"},
		"una negativa":      {text("Lo siento, pero no puedo ayudarte."), 0, "refuses"},
		"cut off, then not": {[]llm.Response{{Text: `{"n": 1}`, Stop: llm.Length}, {Text: `{"n": 3}`}}, 3, ""},
		"cut off":           {[]llm.Response{{Text: `{"n"`, Stop: llm.Length}, {Text: `{"n": 1}`, Stop: llm.Length}}, 0, "cut off"},
		"held back":         {[]llm.Response{{Stop: llm.Filtered}}, 0, "held it back"},
		"declined":          {[]llm.Response{{Stop: llm.Refused}}, 0, "declined"},
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			m := llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
				calls++
				return c.replies[calls-1], nil
			})
			got, err := prompt.Ask(t.Context(), m, prompt.Request("en", "How many?", 9), reply.check)
			var bad *prompt.Unusable
			switch {
			case c.why == "" && (err != nil || got.N != c.n):
				t.Errorf("got %v, %v", got, err)
			case c.why != "" && (!errors.As(err, &bad) || !strings.Contains(bad.Why, c.why)):
				t.Errorf("got %v, want %q", err, c.why)
			}
			if calls != len(c.replies) {
				t.Errorf("%d calls, want %d", calls, len(c.replies))
			}
		})
	}
}

// The second try shows the model a bounded part of its answer, and the caller's
// request stays as it was.
func TestAskAgain(t *testing.T) {
	s := llmtest.New(t, llmtest.Text(strings.Repeat("ñandú ", 10_000), `{"n": 1}`)...)
	messages := make([]llm.Message, 1, 8)
	messages[0] = llm.Message{Role: llm.User, Text: "How many?"}
	if _, err := prompt.Ask(t.Context(), s.Client(), llm.Request{Messages: messages}, reply.check); err != nil {
		t.Fatal(err)
	}
	second := s.Calls()[1].Messages
	if len(second) != 3 || second[1].Role != llm.Assistant || len(second[1].Text) > 5000 || !strings.HasPrefix(second[1].Text, "ñandú ") || second[2].Role != llm.User {
		t.Errorf("asked again with %d messages", len(second))
	}
	if extra := messages[:2]; extra[1].Text != "" {
		t.Error("the caller's messages were written to")
	}
}

func TestAskFails(t *testing.T) {
	s := llmtest.New(t, llmtest.Reply{Status: 503})
	_, err := prompt.Ask(t.Context(), s.Client(), prompt.Request("en", "How many?", 9), reply.check)
	var status *llm.StatusError
	if !errors.As(err, &status) || len(s.Calls()) != 1 {
		t.Errorf("got %v", err)
	}
	if _, err := prompt.Ask(t.Context(), &llm.Estimator{}, prompt.Request("en", "How many?", 9), reply.check); !errors.Is(err, prompt.ErrUnasked) {
		t.Errorf("got %v", err)
	}
}

func TestRefusal(t *testing.T) {
	for answer, want := range map[string]bool{
		"As an AI language model, I cannot say.":                true,
		"I’m unable to process this.":                           true,
		"Lamentablemente, no puedo resumirlo.":                  true,
		"The seller cannot be held liable.":                     false,
		"El titular no puede ceder el contrato.":                false,
		"":                                                      false,
		"What if I am unable to come?":                          false,
		"¿Y si no puedo ir?":                                    false,
		"No puedo hacerlo.":                                     true,
		"“Sorry, that is not possible.”":                        true,
		"Sorrynotsorry is a song.":                              false,
		"The text was refused. I cannot fulfill this request.":  true,
		strings.Repeat("text ", 100) + "I'm sorry, but I can't": false,
	} {
		if got := prompt.Refusal(answer); (got != "") != want {
			t.Errorf("%q: refuses by %q", answer, got)
		}
	}
}

func TestEnds(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want bool
	}{
		{t.Context(), &llm.StatusError{Status: 401}, true},
		{t.Context(), fmt.Errorf("here: %w", &llm.StatusError{Status: 404}), true},
		{t.Context(), &llm.StatusError{Status: 400}, false},
		{t.Context(), &llm.StatusError{Status: 500}, false},
		{t.Context(), fmt.Errorf("here: %w", llm.ErrBudget), true},
		{t.Context(), context.Canceled, true},
		{t.Context(), &url.Error{Op: "Post", Err: &net.OpError{Op: "dial", Err: errors.New("refused")}}, true},
		{t.Context(), &url.Error{Op: "Post", Err: &net.OpError{Op: "read", Err: errors.New("reset")}}, false},
		{t.Context(), context.DeadlineExceeded, false}, // of one call
		{t.Context(), &prompt.Unusable{Why: "no"}, false},
		{done, &prompt.Unusable{Why: "no"}, true},
	} {
		if got := prompt.Ends(c.ctx, c.err); got != c.want {
			t.Errorf("%v ends the work: %v", c.err, got)
		}
	}
}
