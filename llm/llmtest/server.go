// Package llmtest is a language model for tests: a server that answers by a
// script over real HTTP, in the wire format of OpenAI's chat completions, and
// a client for it.
//
// Faults are part of the script: refusals with Retry-After, replies that never
// come, aren't JSON or end in their middle. So what is tested is what will run
// against a model, connections and decoding included.
package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora/llm"
)

// Path is where the server answers.
const Path = "/v1/chat/completions"

// Server is a scripted model. It ends with its test.
type Server struct {
	// URL is where the server listens, without [Path].
	URL string

	t      testing.TB
	answer func(n int, r llm.Request) (Reply, bool)
	closed chan struct{} // lets hanging replies go
	client *http.Client

	mu    sync.Mutex
	calls []llm.Request
}

// New starts a server that gives the replies in order. A call beyond them
// fails the test.
func New(t testing.TB, replies ...Reply) *Server {
	return start(t, func(n int, _ llm.Request) (Reply, bool) {
		if n >= len(replies) {
			return Reply{}, false
		}
		return replies[n], true
	})
}

// NewFunc starts a server whose replies a function gives, which must be safe
// for concurrent use: for scripts that depend on what is asked.
func NewFunc(t testing.TB, answer func(llm.Request) Reply) *Server {
	return start(t, func(_ int, r llm.Request) (Reply, bool) { return answer(r), true })
}

func start(t testing.TB, answer func(int, llm.Request) (Reply, bool)) *Server {
	t.Helper()
	s := &Server{t: t, answer: answer, closed: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+Path, s.serve)
	h := httptest.NewServer(mux)
	s.URL, s.client = h.URL, h.Client()
	t.Cleanup(func() {
		close(s.closed)
		h.Close()
	})
	return s
}

// Calls returns the requests so far, in the order in which they came.
func (s *Server) Calls() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]llm.Request(nil), s.calls...)
}

// serve answers one call.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	var body wireRequest
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&body); err != nil || len(body.Messages) == 0 {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("not a chat completion request: %v", err), 0)
		return
	}
	q := body.request()
	s.mu.Lock()
	n := len(s.calls)
	s.calls = append(s.calls, q)
	s.mu.Unlock()
	reply, ok := s.answer(n, q)
	if !ok {
		s.t.Errorf("llmtest: call %d is beyond the script", n+1)
		refuse(w, http.StatusBadRequest, "beyond the script", 0)
		return
	}
	s.send(w, r, q, reply)
}

// send writes a reply with its fault.
func (s *Server) send(w http.ResponseWriter, r *http.Request, q llm.Request, reply Reply) {
	if reply.Status >= 400 {
		refuse(w, reply.Status, reply.Text, reply.RetryAfter)
		return
	}
	data, err := json.Marshal(newWireResponse(q, reply))
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
	default:
		_, _ = w.Write(data)
	}
}

func refuse(w http.ResponseWriter, status int, message string, after time.Duration) {
	if after > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(after/time.Second)))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(wireError{Error: wireMessage{Message: message, Type: "error"}})
}
