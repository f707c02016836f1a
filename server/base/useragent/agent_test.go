package useragent

import (
	"strings"
	"testing"
)

func TestAgent(t *testing.T) { // K-001 X-035 X-036 A-035
	t.Parallel()
	const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
	const pixel = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
	for _, c := range []struct {
		name, agent          string
		app, android, mobile bool
	}{
		{"a computer", "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0", false, false, false},
		{"a telephone", iPhone, false, false, true},
		{"a tablet", "Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36", false, true, true},
		{"an iPad that says so", "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1.2 Mobile/15E148 Safari/604.1", false, false, true},
		{"the app", iPhone + " PVS/1.4.0/ios", true, false, true},
		{"the app on Android", pixel + " PVS/1.4.0/android", true, true, true},
		{"in front", "PVS/1/2 Mozilla/5.0", true, false, false},
		{"in a comment", "Mozilla/5.0 (TV; PVS/1/2)", true, false, false},
		{"one part", "PVS/1.4.0", false, false, false},
		{"an empty part", "PVS//ios", false, false, false},
		{"three parts", "PVS/1/2/3", false, false, false},
		{"inside a word", "xPVS/1/2", false, false, false},
		{"other case", "pvs/1/2", false, false, false},
		{"ends at the 500th character", strings.Repeat("x", 492) + " PVS/1/2", true, false, false},
		{"behind the 500th character", strings.Repeat("x", 500) + " PVS/1/2", false, false, false},
		{"500 characters, not bytes", strings.Repeat("あ", 492) + " PVS/1/2", true, false, false},
		{"no text", "Mozilla\xff PVS/1/2", true, false, false},
	} {
		cut := Truncate(c.agent)
		if n := len([]rune(cut)); n > 500 || strings.Contains(cut, "\xff") {
			t.Errorf("%s: %d characters", c.name, n)
		}
		if got := Parse(cut); got != (Agent{App: c.app, Android: c.android, Mobile: c.mobile}) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
