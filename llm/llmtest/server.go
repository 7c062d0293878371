// Package llmtest is a language model for tests: a server that answers by a
// script over real HTTP in the format of a provider, and [Run], the tests that
// every client must pass.
//
// A server is strict: what a provider's format doesn't know, or lacks, is
// refused as that provider would. Faults are part of the script: refusals with
// Retry-After, replies that never come, aren't JSON or end in their middle. So
// what is tested is what will run against a model, connections and decoding
// included.
package llmtest

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/remote"
)

const (
	// Model is the name of the scripted model.
	Model = "scripted"
	// Key is what a client must show.
	Key = "sk-very-secret-0123456789"
)

// Server is a scripted model. It ends with its test.
type Server struct {
	// URL is where the server listens, as it is given to a client; empty where
	// it stands at the provider's own address, which only HTTP reaches.
	URL string
	// HTTP is the client that reaches the server.
	HTTP *http.Client

	t       testing.TB
	dialect dialect
	answer  func(n int, r llm.Request) (Reply, bool)
	closed  chan struct{} // lets hanging replies go

	mu      sync.Mutex
	calls   []llm.Request
	bodies  [][]byte
	refused []string
}

// New starts a server that speaks OpenAI's chat completions and gives the
// replies in order. A call beyond them fails the test.
func New(t testing.TB, replies ...Reply) *Server {
	t.Helper()
	return Speak(t, "llamacpp", script(replies))
}

// NewFunc starts a server that speaks OpenAI's chat completions and whose
// replies a function gives, which must be safe for concurrent use: for scripts
// that depend on what is asked.
func NewFunc(t testing.TB, answer func(llm.Request) Reply) *Server {
	t.Helper()
	return Speak(t, "llamacpp", func(_ int, r llm.Request) (Reply, bool) { return answer(r), true })
}

// script gives replies in order.
func script(replies []Reply) func(int, llm.Request) (Reply, bool) {
	return func(n int, _ llm.Request) (Reply, bool) {
		if n >= len(replies) {
			return Reply{}, false
		}
		return replies[n], true
	}
}

// Speak starts a server in the format of a provider of package remote, with a
// function that answers the n-th call, from 0, or says that there is no
// answer, which fails the test. It must be safe for concurrent use.
func Speak(t testing.TB, provider string, answer func(n int, r llm.Request) (Reply, bool)) *Server {
	t.Helper()
	d, ok := find(provider)
	if !ok {
		t.Fatalf("llmtest: nobody speaks as %q", provider)
	}
	s := &Server{t: t, dialect: d, answer: answer, closed: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+d.path, s.serve)
	h := httptest.NewUnstartedServer(mux)
	if d.own == "" {
		h.Start()
		s.URL, s.HTTP = h.URL+d.base, h.Client()
	} else {
		h.StartTLS()
		s.HTTP = at(h)
	}
	t.Cleanup(func() {
		close(s.closed)
		h.Close()
	})
	return s
}

// at is a client for which every address is the server's.
func at(h *httptest.Server) *http.Client {
	own := h.Client().Transport.(*http.Transport).TLSClientConfig
	return &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, h.Listener.Addr().String())
		},
		TLSClientConfig: &tls.Config{RootCAs: own.RootCAs, ServerName: "example.com"}, // of httptest's certificate
	}}
}

// Client returns a client of the server. It makes each call once: wrap it in
// [llm.Retry] where it should try again.
func (s *Server) Client() llm.Completer {
	s.t.Helper()
	return s.client(0)
}

func (s *Server) client(timeout time.Duration) llm.Completer {
	s.t.Helper()
	c, err := remote.New(remote.Options{Provider: s.dialect.provider, URL: s.URL, Model: Model, Key: Key, Client: s.HTTP, Timeout: timeout})
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// Refuse makes the model refuse requests that hold one of these fields, as
// some of the provider's models do.
func (s *Server) Refuse(fields ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = fields
}

// Calls returns the requests so far that were well formed, in the order in
// which they came. Messages of one turn are one message where the format has
// no parts.
func (s *Server) Calls() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]llm.Request(nil), s.calls...)
}

// Bodies returns what was posted, refused requests included.
func (s *Server) Bodies() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]byte(nil), s.bodies...)
}

// serve answers one call.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.bodies = append(s.bodies, body)
	refused := s.refused
	s.mu.Unlock()
	if err := s.dialect.greeted(r.Header); err != nil {
		s.refuse(w, Reply{Status: http.StatusUnauthorized, Text: err.Error()})
		return
	}
	for _, f := range refused {
		if bytes.Contains(body, []byte(`"`+f+`":`)) {
			s.refuse(w, Reply{Status: http.StatusBadRequest, Text: unsupported(f)})
			return
		}
	}
	q, err := s.dialect.decode(body)
	if err != nil {
		s.refuse(w, Reply{Status: http.StatusBadRequest, Text: err.Error()})
		return
	}
	s.mu.Lock()
	n := len(s.calls)
	s.calls = append(s.calls, q)
	s.mu.Unlock()
	reply, ok := s.answer(n, q)
	if !ok {
		s.t.Errorf("llmtest: call %d is beyond the script", n+1)
		s.refuse(w, Reply{Status: http.StatusBadRequest, Text: "beyond the script"})
		return
	}
	s.send(w, r, q, reply)
}

func unsupported(field string) string {
	text := fmt.Sprintf("Unsupported parameter: '%s' is not supported with this model.", field)
	if field == "max_tokens" {
		text += " Use 'max_completion_tokens' instead."
	}
	return text
}

// send writes a reply with its fault.
func (s *Server) send(w http.ResponseWriter, r *http.Request, q llm.Request, reply Reply) {
	if reply.Status >= 400 {
		s.refuse(w, reply)
		return
	}
	data, err := json.Marshal(s.dialect.encode(q, reply))
	if err != nil {
		s.t.Errorf("llmtest: %v", err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	switch reply.Fault {
	case Hang:
		select {
		case <-r.Context().Done():
		case <-s.closed:
		}
	case Malformed:
		_, _ = w.Write([]byte("<html>Bad gateway</html>"))
	case Truncated:
		// Fewer bytes than announced: the server then breaks the connection.
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		_, _ = w.Write(data[:len(data)/2])
	case Elsewhere:
		w.Header().Set("Location", "https://elsewhere.example/v1")
		w.WriteHeader(http.StatusTemporaryRedirect)
	case Reversed:
		s.write(w, s.dialect.refuse(http.StatusInternalServerError, reply.Text))
	default:
		_, _ = w.Write(data)
	}
}

// refuse writes an error as the provider does.
func (s *Server) refuse(w http.ResponseWriter, reply Reply) {
	if reply.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(reply.RetryAfter/time.Second)))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(reply.Status)
	s.write(w, s.dialect.refuse(reply.Status, reply.Text))
}

func (s *Server) write(w io.Writer, v any) {
	if err := json.NewEncoder(w).Encode(v); err != nil {
		s.t.Errorf("llmtest: %v", err)
	}
}
