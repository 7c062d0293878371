package llmtest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora/llm"
)

// Run holds the client of a provider to what [llm.Completer] promises and to
// what its format can say, against a server that speaks it.
func Run(t *testing.T, name string) {
	d, ok := find(name)
	if !ok {
		t.Fatalf("nobody speaks as %q", name)
	}
	c := conformance{name, d}
	t.Run("request", c.request)
	t.Run("turns", c.turns)
	t.Run("marks", c.marks)
	t.Run("reply", c.reply)
	t.Run("stops", c.stopTexts)
	t.Run("faults", c.faults)
	t.Run("slow", c.slow)
	t.Run("unmeasured", c.unmeasured)
	t.Run("particular", c.particular)
	t.Run("together", c.together)
}

type conformance struct {
	name string
	dialect
}

func user(texts ...string) []llm.Message {
	var ms []llm.Message
	for _, text := range texts {
		ms = append(ms, llm.Message{Role: llm.User, Text: text})
	}
	return ms
}

// start starts a server with replies in order.
func (c conformance) start(t *testing.T, replies ...Reply) *Server {
	t.Helper()
	return Speak(t, c.name, script(replies))
}

// request: everything that the format can say arrives.
func (c conformance) request(t *testing.T) {
	s := c.start(t, Text("sí «ya»")...)
	want := llm.Request{System: "Answer in JSON.", MaxTokens: 9, Temperature: 0.5, Stop: []string{"FIN", "."}, JSON: true,
		Messages: []llm.Message{{Role: llm.User, Text: "<a> & «b»\n"}, {Role: llm.Assistant, Text: "b"}, {Role: llm.User, Text: "¿c?"}}}
	res, err := s.Client().Complete(t.Context(), want)
	if err != nil || res.Text != "sí «ya»" {
		t.Fatalf("got %+v, %v", res, err)
	}
	if !c.stops {
		want.Stop = nil
	}
	if !c.degrees {
		want.Temperature = 0
	}
	want.JSON = c.json
	if got := s.Calls(); len(got) != 1 || !reflect.DeepEqual(got[0], want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, bad := range []llm.Request{{}, {Messages: []llm.Message{{Role: llm.Assistant, Text: "a"}}}} {
		if _, err := s.Client().Complete(t.Context(), bad); err == nil || llm.Temporary(err) || len(s.Calls()) != 1 {
			t.Errorf("%+v: %d calls, %v", bad, len(s.Calls()), err)
		}
	}
}

// turns: what one role says in pieces is one turn, and what is blank is none.
func (c conformance) turns(t *testing.T) {
	s := c.start(t, Text("yes")...)
	asked := llm.Request{MaxTokens: 5, Messages: user("one", " \n", "two")}
	if _, err := s.Client().Complete(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, m := range s.Calls()[0].Messages {
		all += m.Text + "\n\n"
	}
	if all != "one\n\ntwo\n\n" {
		t.Errorf("got %+v", s.Calls()[0].Messages)
	}
}

// marks: where shared beginnings end is said to those that want to know it.
func (c conformance) marks(t *testing.T) {
	s := c.start(t, Text("yes", "yes")...)
	asked := llm.Request{MaxTokens: 5, Messages: user("the document", "the question")}
	asked.Messages[0].Cache = true
	if _, err := s.Client().Complete(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	got := s.Calls()[0].Messages
	if c.parts && !reflect.DeepEqual(got, asked.Messages) {
		t.Errorf("got %+v, want %+v", got, asked.Messages)
	}
	if !c.parts && (len(got) != 1 || got[0].Cache || !strings.HasPrefix(got[0].Text, "the document")) {
		t.Errorf("got %+v", got)
	}
	// More marks than any provider takes.
	asked.Messages = user("a", "b", "c", "d", "e", "f", "g")
	for i := range asked.Messages[:6] {
		asked.Messages[i].Cache = true
	}
	if _, err := s.Client().Complete(t.Context(), asked); err != nil {
		t.Error(err)
	}
	// The last ones count: what stands before them is in them.
	got = s.Calls()[1].Messages
	for i := range got {
		if c.parts && i >= 2 && got[i].Cache != asked.Messages[i].Cache {
			t.Errorf("message %d of %+v", i, got)
		}
	}
}

// reply: text, usage and the reason of the end come through.
func (c conformance) reply(t *testing.T) {
	u := llm.Usage{Input: 100, Output: 7, Cached: 60, Written: 30}
	stops := []llm.Stop{llm.Done, llm.Length}
	if c.refusals {
		stops = append(stops, llm.Refused)
	}
	if strings.Contains(c.provider, "openai") {
		stops = append(stops, llm.Filtered)
	}
	for _, stop := range stops {
		s := c.start(t, Reply{Text: "Lo que dice.", Usage: &u, Stop: stop})
		want := llm.Response{Text: "Lo que dice.", Usage: u, Stop: stop}
		if !c.cached {
			want.Usage.Cached, want.Usage.Written = 0, 0
		}
		got, err := s.Client().Complete(t.Context(), llm.Request{Messages: user("Well?")})
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", stop, got, err, want)
		}
	}
	// What was broken off before anything was said is no fault of the reply.
	s := c.start(t, Reply{Stop: llm.Length})
	if got, err := s.Client().Complete(t.Context(), llm.Request{Messages: user("Well?")}); err != nil || got.Stop != llm.Length {
		t.Errorf("got %+v, %v", got, err)
	}
}

// stopTexts: an answer ends where it should, whoever sees to it.
func (c conformance) stopTexts(t *testing.T) {
	s := c.start(t, Reply{Text: "one\n\ntwo", Stop: llm.Length})
	got, err := s.Client().Complete(t.Context(), llm.Request{Messages: user("Well?"), Stop: []string{"", "\n\n"}})
	if err != nil || got.Text != "one" || got.Stop != llm.Done {
		t.Errorf("got %+v, %v", got, err)
	}
}

// faults: each is an error that says what is wrong and whether to come back,
// and doesn't hold the key.
func (c conformance) faults(t *testing.T) {
	type wanted struct {
		temporary bool
		after     time.Duration
		reply     bool   // a ReplyError rather than a StatusError
		text      string // in the error
	}
	for name, f := range map[string]struct {
		reply Reply
		want  wanted
	}{
		"busy":       {Reply{Status: 429, Text: "slow down", RetryAfter: 7 * time.Second}, wanted{true, 7 * time.Second, false, "429: slow down"}},
		"broken":     {Reply{Status: 500, Text: "oh"}, wanted{true, 0, false, "500: oh"}},
		"overloaded": {Reply{Status: 529, Text: "Overloaded"}, wanted{true, 0, false, "529: Overloaded"}},
		"wrong":      {Reply{Status: 400, Text: "no such thing\nas " + Key}, wanted{false, 0, false, "400: no such thing as …"}},
		"key":        {Reply{Status: 401, Text: "key " + Key + " is wrong"}, wanted{false, 0, false, "is the key set and right?"}},
		"model":      {Reply{Status: 404, Text: "model not found"}, wanted{false, 0, false, "is the model there?"}},
		"elsewhere":  {Reply{Fault: Elsewhere}, wanted{false, 0, false, "https://elsewhere.example/v1"}},
		"malformed":  {Reply{Fault: Malformed}, wanted{true, 0, true, "can't be read"}},
		"truncated":  {Reply{Fault: Truncated, Text: "and so on"}, wanted{true, 0, true, "broken off"}},
		"empty":      {Reply{Fault: Empty, Text: "a"}, wanted{true, 0, true, "can't be read"}},
		"blank":      {Reply{Text: " \n"}, wanted{true, 0, true, "no text"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.start(t, f.reply)
			_, err := s.Client().Complete(t.Context(), llm.Request{Messages: user("Well?")})
			if err == nil || !strings.Contains(err.Error(), f.want.text) || strings.Contains(err.Error(), Key) || !strings.Contains(err.Error(), Model) {
				t.Errorf("got %v", err)
			}
			var status *llm.StatusError
			var reply *llm.ReplyError
			if llm.Temporary(err) != f.want.temporary || llm.RetryAfter(err) != f.want.after || errors.As(err, &reply) != f.want.reply || errors.As(err, &status) == f.want.reply {
				t.Errorf("temporary %v, after %v, %v", llm.Temporary(err), llm.RetryAfter(err), err)
			}
			if len(s.Bodies()) != 1 {
				t.Errorf("%d requests", len(s.Bodies()))
			}
		})
	}
	s := c.start(t, Reply{Fault: Reversed, Text: "upside down"})
	if got, err := s.Client().Complete(t.Context(), llm.Request{Messages: user("Well?")}); err == nil || !llm.Temporary(err) {
		t.Errorf("an error with status 200: got %+v, %v", got, err)
	}
}

// slow: a time-out may be tried again, an end that the caller made may not.
func (c conformance) slow(t *testing.T) {
	s := c.start(t, Reply{Fault: Hang}, Reply{Fault: Hang})
	_, err := s.client(10*time.Millisecond).Complete(t.Context(), llm.Request{Messages: user("Well?")})
	if err == nil || !llm.Temporary(err) || !strings.Contains(err.Error(), "no answer within 10ms") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	_, err = s.Client().Complete(ctx, llm.Request{Messages: user("Well?")})
	if !errors.Is(err, context.Canceled) || llm.Temporary(err) {
		t.Errorf("got %v", err)
	}
}

// unmeasured: what the provider doesn't tell isn't made up.
func (c conformance) unmeasured(t *testing.T) {
	s := c.start(t, Reply{Text: "yes", Fault: Unmeasured})
	got, err := s.Client().Complete(t.Context(), llm.Request{Messages: user("Well?")})
	if want := (llm.Response{Text: "yes", Stop: llm.Done}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

// particular: what a model refuses of the fields that a call can do without is
// left out from then on; what the caller meant isn't.
func (c conformance) particular(t *testing.T) {
	asked := llm.Request{Messages: user("the document", "Well?"), MaxTokens: 5, Stop: []string{"."}}
	asked.Messages[0].Cache = true
	var fields []string
	if c.degrees {
		fields = append(fields, "temperature")
	}
	if c.quick != "" {
		fields = append(fields, c.quick)
	}
	if strings.HasPrefix(c.path, "/v1/chat") {
		fields = append(fields, "stop")
		if c.own == "" {
			fields = append(fields, "max_tokens")
		} else {
			fields = append(fields, "prompt_cache_breakpoint")
		}
	}
	s := c.start(t, Text("yes. no", "yes. no")...)
	s.Refuse(fields...)
	client := s.Client()
	for range 2 {
		got, err := client.Complete(t.Context(), asked)
		if err != nil || got.Text != "yes" {
			t.Fatalf("got %+v, %v", got, err)
		}
	}
	if n := len(s.Bodies()); n != 2+len(fields) {
		t.Errorf("%d requests to learn of %d fields", n, len(fields))
	}
	if got := s.Calls()[1].MaxTokens; got != 5 {
		t.Errorf("the answer is bounded by %d", got)
	}
	if c.own != "" { // it has been told by the right name already
		long := c.start(t, Reply{Status: http.StatusBadRequest, Text: "max_completion_tokens is too large: 5"})
		if _, err := long.Client().Complete(t.Context(), asked); err == nil || len(long.Bodies()) != 1 {
			t.Errorf("after %d requests: %v", len(long.Bodies()), err)
		}
	}
	if !c.degrees {
		return
	}
	meant := c.start(t)
	meant.Refuse("temperature")
	asked.Temperature = 0.7
	var status *llm.StatusError
	if _, err := meant.Client().Complete(t.Context(), asked); !errors.As(err, &status) || status.Status != http.StatusBadRequest || len(meant.Bodies()) != 1 {
		t.Errorf("after %d requests: %v", len(meant.Bodies()), err)
	}
}

// together: many calls at once don't mix.
func (c conformance) together(t *testing.T) {
	s := Speak(t, c.name, func(_ int, r llm.Request) (Reply, bool) { return Reply{Text: "re " + r.Messages[0].Text}, true })
	s.Refuse("temperature")
	client := s.Client()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			text := fmt.Sprint("n", i)
			if got, err := client.Complete(t.Context(), llm.Request{Messages: user(text)}); err != nil || got.Text != "re "+text {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	wg.Wait()
}
