package logs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// lines are what was written, each as the object it is.
func lines(t *testing.T, written string) (all []map[string]any) {
	t.Helper()
	for text := range strings.Lines(written) {
		var line map[string]any
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		all = append(all, line)
	}
	return all
}

func TestALineNamesItsProcessInUTC(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	l := New(&written, slog.LevelInfo, "serve")
	l.Debug("too much")
	record := slog.NewRecord(time.Date(2026, 11, 1, 9, 0, 0, 0, time.FixedZone("JST", 9*3600)), slog.LevelWarn, "said", 0)
	if err := l.Handler().Handle(t.Context(), record); err != nil {
		t.Fatal(err)
	}
	got := lines(t, written.String())
	if len(got) != 1 || got[0]["time"] != "2026-11-01T00:00:00Z" || got[0]["level"] != "WARN" || got[0]["command"] != "serve" {
		t.Fatalf("%v", got)
	}
	for _, name := range []string{"instance", "version"} {
		if text, _ := got[0][name].(string); text == "" {
			t.Errorf("no %s: %v", name, got[0])
		}
	}
}

// What comes from outside stays inside its string, whatever it is.
func TestAValueStaysInItsString(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		"a\n{\"level\":\"ERROR\",\"msg\":\"forged\"}", "a\r\nb", "\x1b[2J\x00\x07\u2028\u0085", `","level":"ERROR`, `\`,
	} {
		var written bytes.Buffer
		l := New(&written, slog.LevelInfo, "serve").With("kept", value)
		l.ErrorContext(With(t.Context(), slog.String(RequestID, value)), value, "value", value, value, "name", "error", errors.New(value))
		got := lines(t, written.String())
		if len(got) != 1 || strings.Count(written.String(), "\n") != 1 {
			t.Errorf("%q: %d lines", value, len(got))
			continue
		}
		for _, name := range []string{"msg", "value", "error", "kept", RequestID} {
			if got[0][name] != value {
				t.Errorf("%q became %q in %s", value, got[0][name], name)
			}
		}
		if got[0]["level"] != "ERROR" || strings.ContainsAny(written.String()[:written.Len()-1], "\x00\x07\x1b\r\n") {
			t.Errorf("%q: %s", value, written.String())
		}
	}
	var written bytes.Buffer
	New(&written, slog.LevelInfo, "serve").Info("said", "value", "\xff\xfe")
	lines(t, written.String())
}

func TestALineHasWhatItsContextCarries(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	l := New(&written, slog.LevelInfo, "work").With("of", "all")
	ctx := With(With(t.Context(), slog.String(RequestID, "r1"), slog.Int(Job, 1)), slog.Int(Job, 2), slog.String(JobKind, "x"))
	l.InfoContext(ctx, "said", JobKind, "its own")
	l.InfoContext(t.Context(), "said")
	got := lines(t, written.String())
	if got[0][RequestID] != "r1" || got[0][Job] != 2.0 || got[0][JobKind] != "its own" || got[0]["of"] != "all" {
		t.Errorf("%v", got[0])
	}
	if strings.Count(strings.SplitN(written.String(), "\n", 2)[0], `"`+JobKind+`"`) != 1 {
		t.Errorf("a name is there twice: %s", written.String())
	}
	if got[1][RequestID] != nil || got[1][Job] != nil {
		t.Errorf("%v", got[1])
	}
}

// Libraries that use package log write into the same log.
func TestUseTakesEverything(t *testing.T) {
	var written bytes.Buffer
	former, flags := slog.Default(), log.Flags()
	t.Cleanup(func() {
		slog.SetDefault(former)
		log.SetOutput(os.Stderr)
		log.SetFlags(flags)
	})
	Use(New(&written, slog.LevelInfo, "serve"))
	log.Printf("a library\ncomplains")
	slog.InfoContext(With(t.Context(), slog.String(RequestID, "r1")), "ours")
	got := lines(t, written.String())
	if len(got) != 2 || got[0]["msg"] != "a library\ncomplains" || got[0]["level"] != "WARN" || got[0]["command"] != "serve" || got[1][RequestID] != "r1" {
		t.Errorf("%v", got)
	}
}

func TestOfLibrary(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	l := OfLibrary(New(&written, slog.LevelError, "work"), slog.LevelWarn, JobsHampered)
	if l.Info("well"); written.Len() != 0 {
		t.Errorf("%s", written.String())
	}
	l.With("of", "river").WithGroup("g").Warn("below the level of the log")
	if l.With("of", "river").Error("broken"); strings.Count(written.String(), "\n") != 1 || !strings.Contains(written.String(), `"alarm":"jobs.hampered"`) {
		t.Errorf("%s", written.String())
	}
}

// A panic that no handler catches is an alarm; what callers do to connections is not even there.
func TestWhatAServerSays(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	l := OfServer(New(&written, slog.LevelInfo, "serve"))
	l.Print("http: TLS handshake error from 203.0.113.7:1: EOF")
	site := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a defect") }))
	site.Config.ErrorLog = l
	site.Start()
	if answer, err := site.Client().Get(site.URL); err == nil {
		_ = answer.Body.Close()
	}
	site.Close()
	got := lines(t, written.String())
	if len(got) != 1 || got[0]["alarm"] != string(Panic) || got[0]["level"] != "ERROR" || !strings.Contains(got[0]["msg"].(string), "a defect") {
		t.Errorf("%v", got)
	}
}

// crashing has the test's program crash, in another process.
const crashing = "KAIIN_TEST_CRASH"

func TestACrashIsALine(t *testing.T) {
	if os.Getenv(crashing) != "" {
		Use(New(os.Stderr, slog.LevelInfo, "serve"))
		ended := make(chan bool)
		go func() {
			defer close(ended)
			defer Crash(context.Background())
			panic("a defect\nof ours")
		}()
		<-ended
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestACrashIsALine$")
	cmd.Env = append(os.Environ(), crashing+"=1")
	var said bytes.Buffer
	cmd.Stderr, cmd.Stdout = &said, io.Discard
	err := cmd.Run()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 2 {
		t.Errorf("ended with %v", err)
	}
	got := lines(t, said.String())
	if len(got) != 1 || got[0]["alarm"] != string(Panic) || got[0]["panic"] != "a defect\nof ours" || !strings.Contains(got[0]["stack"].(string), "TestACrashIsALine") {
		t.Errorf("%v", got)
	}
}
