package post

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const key = "sk-secret"

func start(t *testing.T, h http.HandlerFunc) *Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	u, err := Address(s.URL + "/base?version=1")
	if err != nil {
		t.Fatal(err)
	}
	return &Server{Base: u, Header: Bearer(key), Key: key, Most: 100}
}

func TestAsk(t *testing.T) {
	s := start(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprint(w, r.Method, " ", r.URL, " ", r.Header.Get("Authorization"), " ", r.Header.Get("Content-Type"), " ", string(body))
	})
	got, err := s.Ask(t.Context(), "a/b", []byte("{}"))
	if want := "POST /base/a/b?version=1 Bearer " + key + " application/json {}"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestRedirect: nobody else gets the key.
func TestRedirect(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer other.Close()
	for _, status := range []int{301, 302, 307, 308} {
		s := start(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, status) })
		_, err := s.Ask(t.Context(), "a", nil)
		var no *Refusal
		if !errors.As(err, &no) || no.Code != status || no.Temporary() || !strings.Contains(err.Error(), other.URL) {
			t.Errorf("%d: got %v", status, err)
		}
	}
}

func TestRefusal(t *testing.T) {
	for _, tt := range []struct {
		status        int
		after, body   string
		want          string
		temporary     bool
		wait, atLeast time.Duration
	}{
		{429, "7", `{"error":{"message":"slow down"}}`, "429 Too Many Requests: slow down", true, 7 * time.Second, 0},
		{503, "0.5", `{"error":"busy"}`, "503 Service Unavailable: busy", true, time.Second / 2, 0},
		{503, time.Now().Add(time.Hour).UTC().Format(http.TimeFormat), "", "503 Service Unavailable", true, 0, 59 * time.Minute},
		{500, "-3", `{"message":"oh ` + key + `"}`, "500 Internal Server Error: oh …", true, 0, 0},
		{408, "soon", `{"detail":"late"}`, "408 Request Timeout: late", true, 0, 0},
		{401, "", "<p>no\n way</p>", "401 Unauthorized: <p>no way</p>; is the key set and right?", false, 0, 0},
		{501, "", "{}", "501 Not Implemented: {}", false, 0, 0},
		{400, "", strings.Repeat("é", 90), "400 Bad Request: " + strings.Repeat("é", 50), false, 0, 0}, // no more than Most is read
	} {
		s := start(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", tt.after)
			w.WriteHeader(tt.status)
			fmt.Fprint(w, tt.body)
		})
		_, err := s.Ask(t.Context(), "a", nil)
		var no *Refusal
		if !errors.As(err, &no) {
			t.Errorf("%d: got %v", tt.status, err)
			continue
		}
		if err.Error() != tt.want || no.Temporary() != tt.temporary {
			t.Errorf("got %q, temporary %v, want %q", err, no.Temporary(), tt.want)
		}
		if tt.atLeast == 0 && no.RetryAfter() != tt.wait || no.RetryAfter() < tt.atLeast {
			t.Errorf("%q: after %v", tt.after, no.RetryAfter())
		}
	}
}

func TestAnswers(t *testing.T) {
	s := start(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("a", 101)) })
	if _, err := s.Ask(t.Context(), "a", nil); !errors.Is(err, ErrAnswer) || !strings.Contains(err.Error(), "100 bytes") {
		t.Errorf("too long: %v", err)
	}
	s = start(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "50")
		fmt.Fprint(w, "a")
	})
	if _, err := s.Ask(t.Context(), "a", nil); !errors.Is(err, ErrAnswer) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut off: %v", err)
	}
	gone := make(chan struct{})
	s = start(t, func(http.ResponseWriter, *http.Request) { <-gone })
	defer close(gone)
	s.Timeout = 5 * time.Millisecond
	if _, err := s.Ask(t.Context(), "a", nil); err == nil || !strings.Contains(err.Error(), "no answer within 5ms") {
		t.Errorf("slow: %v", err)
	}
}

func TestAddress(t *testing.T) {
	for _, bad := range []string{"", "host:80", "ftp://host", "http://", "http://me:pw@host", "http://a b/"} {
		if _, err := Address(bad); err == nil || strings.Contains(err.Error(), "pw") {
			t.Errorf("%q: got %v", bad, err)
		}
	}
}
