package blackbox

import (
	"strings"
	"testing"
)

const line = `{"time":"2026-11-01T00:00:00Z","level":"INFO","msg":"request","instance":"host-1","version":"v1","command":"serve"}` + "\n"

func TestWhatIsNoLineIsFound(t *testing.T) {
	t.Parallel()
	for wrote, want := range map[string]string{
		line:                                    "",
		strings.Replace(line, "Z", "+09:00", 1): "has no time in UTC",
		strings.Replace(line, `"msg":"request",`, "", 1):                                   "has no level or message",
		strings.Replace(line, `"instance":"host-1",`, "", 1):                               "does not name its process",
		strings.Replace(line, "INFO", "ERROR", 1):                                          "is an error without an alarm",
		strings.Replace(line, `INFO"`, `ERROR","alarm":"panic"`, 1):                        "",
		"2026/11/01 09:00:00 ERROR the outcome of a charge has been unknown for an hour\n": "is no JSON",
		"panic: a defect\n": "is no JSON",
		"\n":                "is no JSON",
	} {
		got := notALine(wrote)
		if (got == "") != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", wrote, got, want)
		}
	}
}

// Processes that write at the same time do not tear each other's lines, and what a killed one has
// begun is no line.
func TestOutputsPassWholeLinesOn(t *testing.T) {
	t.Parallel()
	var j Journal
	one, other := j.Output(), j.rest().Output()
	for _, write := range []struct {
		to   *Output
		text string
	}{{one, line[:20]}, {other, line + line[:30]}, {one, line[20:] + "panic: a defect\n"}} {
		if n, err := write.to.Write([]byte(write.text)); n != len(write.text) || err != nil {
			t.Fatal(n, err)
		}
	}
	if j.String() != line+line+"panic: a defect\n" || len(j.wrong) != 1 {
		t.Errorf("%q, wrong are %q", j.String(), j.wrong)
	}
}
