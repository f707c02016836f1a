package blackbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Journal is everything the server has written, over all its processes, line by line. It must be
// nothing but lines of the log: New has that checked for every stack when its test is over.
type Journal struct {
	mu    sync.Mutex
	text  strings.Builder
	wrong []string // lines that are none of the log
	of    *Journal // not nil: this is what was written there from a place on
	from  int
}

// rest is what is written from now on.
func (j *Journal) rest() *Journal { return &Journal{of: j, from: len(j.String())} }

func (j *Journal) String() string {
	if j.of != nil {
		return j.of.String()[j.from:]
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// Output is where one process writes: its standard output and its standard error.
func (j *Journal) Output() *Output {
	if j.of != nil {
		return j.of.Output()
	}
	return &Output{journal: j}
}

// Output passes whole lines on. A line that a killed process has only begun is left out.
type Output struct {
	journal *Journal
	begun   []byte
}

func (o *Output) Write(p []byte) (int, error) {
	o.begun = append(o.begun, p...)
	end := bytes.LastIndexByte(o.begun, '\n') + 1
	o.journal.take(string(o.begun[:end]))
	o.begun = slices.Delete(o.begun, 0, end)
	return len(p), nil
}

func (j *Journal) take(text string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.text.WriteString(text)
	for line := range strings.Lines(text) {
		if wrong := notALine(line); wrong != "" && len(j.wrong) < 10 {
			j.wrong = append(j.wrong, wrong+": "+strings.TrimSpace(line))
		}
	}
}

// mustBeLines fails for what the server has written that is no line of the log.
func (j *Journal) mustBeLines(t testing.TB) {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, wrong := range j.wrong {
		t.Errorf("the server wrote a line that %s", wrong)
	}
}

// notALine says what is wrong with a line of the log: it is a JSON object with a time in UTC, a
// level, a message and what names the process; and an ERROR says what alarm it is. "" is nothing.
func notALine(text string) string {
	var line struct {
		Time                                          time.Time
		Level, Msg, Instance, Version, Command, Alarm string
	}
	if err := json.Unmarshal([]byte(text), &line); err != nil {
		return fmt.Sprintf("is no JSON (%v)", err)
	}
	switch {
	case line.Time.IsZero() || line.Time.Location() != time.UTC:
		return "has no time in UTC"
	case line.Level == "" || line.Msg == "":
		return "has no level or message"
	case line.Instance == "" || line.Version == "" || line.Command == "":
		return "does not name its process"
	case line.Level == "ERROR" && line.Alarm == "":
		return "is an error without an alarm"
	}
	return ""
}
