package telemetry

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kaiin/e2e/blackbox"
)

// Unless it is asked for, no port is open but that of the site, which answers neither metrics nor
// profiles.
func TestPortIsClosedByDefault(t *testing.T) { // G-03
	t.Parallel()
	s := newStack(t)
	s.Start(blackbox.Program())
	_, own, _ := strings.Cut(s.Origin, "://127.0.0.1:")
	for _, port := range listening(t, s.Pid()) {
		if port != own {
			t.Errorf("the process listens on port %s", port)
		}
	}
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap"} {
		a, err := s.Visitor("ja").Get(path)
		must(t, err)
		if a.Status == 200 || strings.Contains(string(a.Raw), "go_goroutines") || strings.Contains(string(a.Raw), "goroutine") {
			t.Errorf("the site answers %s: %s", path, a)
		}
	}
}

// listening are the ports on which a process listens.
func listening(t *testing.T, pid int) (ports []string) {
	t.Helper()
	mine := map[string]bool{}
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	must(t, err)
	for _, file := range files {
		if to, err := os.Readlink(file); err == nil && strings.HasPrefix(to, "socket:[") {
			mine[strings.Trim(to, "socket:[]")] = true
		}
	}
	for _, table := range []string{"tcp", "tcp6"} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		must(t, err)
		for line := range strings.Lines(string(text)) {
			f := strings.Fields(line)
			if len(f) < 10 || f[3] != "0A" || !mine[f[9]] { // 0A listens
				continue
			}
			_, hex, _ := strings.Cut(f[1], ":")
			port, err := strconv.ParseUint(hex, 16, 16)
			must(t, err)
			ports = append(ports, strconv.FormatUint(port, 10))
		}
	}
	if len(ports) == 0 {
		t.Error("the process listens nowhere")
	}
	return ports
}
