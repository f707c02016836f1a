package logs

import (
	"bytes"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"
)

// stuck is a reader that takes nothing until it is let go.
type stuck struct {
	letGo chan struct{}
	mu    sync.Mutex
	taken bytes.Buffer
}

func (s *stuck) Write(lines []byte) (int, error) {
	<-s.letGo
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken.Write(lines)
}

func (s *stuck) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken.String()
}

// The first line is in the reader's hands when the rest comes; what finds no room is counted.
func TestLoggingDoesNotWaitForItsReader(t *testing.T) {
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	reader := &stuck{letGo: make(chan struct{})}
	q := Behind(t.Context(), reader)
	l := New(q, slog.LevelInfo, "serve")
	slog.SetDefault(l)

	const all = 3000
	text := string(bytes.Repeat([]byte("x"), 4096))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range all {
			l.InfoContext(t.Context(), "said", "i", i, "text", text)
		}
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("logging waits for the reader")
	}
	close(reader.letGo)
	q.Flush()

	said, lost := 0, 0
	for _, line := range lines(t, reader.String()) {
		switch line["msg"] {
		case "said":
			if int(line["i"].(float64)) != said {
				t.Fatalf("line %v comes after %d lines", line["i"], said)
			}
			said++
		default:
			if line["level"] != "WARN" || line["command"] != "serve" {
				t.Errorf("%v", line)
			}
			lost += int(line["lines"].(float64))
		}
	}
	if said == all || said == 0 || said+lost != all {
		t.Errorf("of %d lines %d were written, and %d are said to be lost", all, said, lost)
	}
}

func TestNothingIsLostAtTheEnd(t *testing.T) {
	for range 20 {
		var written bytes.Buffer
		q := Behind(t.Context(), &written)
		l := New(q, slog.LevelInfo, "serve")
		for i := range 200 {
			l.InfoContext(t.Context(), fmt.Sprint(i))
		}
		q.Flush()
		if got := lines(t, written.String()); len(got) != 200 || got[199]["msg"] != "199" {
			t.Fatalf("%d lines", len(got))
		}
	}
}
