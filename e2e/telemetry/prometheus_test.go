package telemetry

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const alertsFile = "../../deploy/alerts.yml"

var (
	waits    = regexp.MustCompile(`(?m)^        for: \S+$`)
	longTime = regexp.MustCompile(`\[\d+[mh]\]`)
	alert    = regexp.MustCompile(`(?m)^      - alert: (\w+)$`)
)

// hurried are the rules as they are, but that they wait for nothing and look back a short time.
func hurried(rules string) string {
	return longTime.ReplaceAllString(waits.ReplaceAllString(rules, "        for: 1s"), "[60s]")
}

// watch is a Prometheus that scrapes every second, and what fired so far.
type watch struct {
	t     *testing.T
	url   string
	write func(targets ...string) // of the configuration
	cmd   *exec.Cmd
	mu    sync.Mutex
	fired map[string]string // by alert: its annotations
	calms int               // looks in a row at which nothing fired
}

// startPrometheus has Debian's Prometheus scrape the addresses and evaluate the rules until the
// test ends.
func startPrometheus(t *testing.T, rules string, targets ...string) *watch {
	t.Helper()
	program, err := exec.LookPath("prometheus")
	if err != nil {
		t.Fatal("there is no prometheus: install Debian's package, as scripts/suites/prometheus.mjs does")
	}
	folder := t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, "alerts.yml"), []byte(rules), 0o600))
	write := func(targets ...string) {
		config, err := json.Marshal(map[string]any{ // JSON is YAML
			"global":         map[string]string{"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
			"rule_files":     []string{"alerts.yml"},
			"scrape_configs": []any{map[string]any{"job_name": "kaiin", "static_configs": []any{map[string]any{"targets": append([]string{}, targets...)}}}},
		})
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, "prometheus.yml"), config, 0o600))
	}
	write(targets...)
	address := freeAddress(t)
	said, err := os.Create(filepath.Join(folder, "said"))
	must(t, err)
	cmd := exec.Command(program, "--config.file="+filepath.Join(folder, "prometheus.yml"), "--storage.tsdb.path="+filepath.Join(folder, "data"), "--web.listen-address="+address)
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), "GOMAXPROCS=1"), said, said
	must(t, cmd.Start())
	w := &watch{t: t, url: "http://" + address, write: write, cmd: cmd, fired: map[string]string{}}
	stop := make(chan struct{})
	var polling sync.WaitGroup
	polling.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(300 * time.Millisecond):
				w.poll()
			}
		}
	})
	t.Cleanup(func() {
		close(stop)
		polling.Wait()
		_ = cmd.Process.Signal(syscall.SIGKILL)
		_ = cmd.Wait()
		if text, _ := os.ReadFile(said.Name()); t.Failed() {
			t.Logf("Prometheus: %s", text)
		}
	})
	return w
}

// forget takes every target out of the configuration, which Prometheus then reads anew.
func (w *watch) forget() {
	w.t.Helper()
	w.write()
	must(w.t, w.cmd.Process.Signal(syscall.SIGHUP))
}

// poll keeps what fires.
func (w *watch) poll() {
	var answer struct {
		Data struct {
			Alerts []struct {
				Labels, Annotations map[string]string
				State               string
			}
		}
	}
	got, err := http.Get(w.url + "/api/v1/alerts")
	if err != nil {
		return
	}
	defer func() { _ = got.Body.Close() }()
	if json.NewDecoder(got.Body).Decode(&answer) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calms++
	for _, a := range answer.Data.Alerts {
		if a.State == "firing" {
			w.calms = 0
			w.fired[a.Labels["alertname"]] = fmt.Sprint(a.Labels, a.Annotations)
		}
	}
}

// calm waits until nothing fires, and forgets what has: until it has scraped once, Prometheus
// watches no process.
func (w *watch) calm() {
	w.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		w.mu.Lock()
		isCalm := w.calms > 1
		if isCalm {
			clear(w.fired)
		}
		w.mu.Unlock()
		if isCalm {
			return
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("it is never calm: %s", w.all())
		}
	}
}

// await waits until the alerts have fired.
func (w *watch) await(alerts ...string) {
	w.t.Helper()
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		if missing := w.missing(alerts); len(missing) == 0 {
			return
		} else if time.Now().After(deadline) {
			w.t.Fatalf("%v did not fire; these did: %v", missing, w.all())
		}
	}
}

func (w *watch) missing(alerts []string) (missing []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, name := range alerts {
		if w.fired[name] == "" {
			missing = append(missing, name)
		}
	}
	return missing
}

func (w *watch) all() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Sprint(w.fired)
}

// none fails if one of the alerts has fired already.
func (w *watch) none(alerts ...string) {
	w.t.Helper()
	if missing := w.missing(alerts); len(missing) != len(alerts) {
		w.t.Errorf("before their cause some of %v fired: %s", alerts, w.all())
	}
}

// knows waits until Prometheus has a value of a metric.
func (w *watch) knows(metric string) {
	w.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		if got, err := http.Get(w.url + "/api/v1/query?query=" + metric); err == nil {
			var answer struct{ Data struct{ Result []any } }
			err := json.NewDecoder(got.Body).Decode(&answer)
			_ = got.Body.Close()
			if err == nil && len(answer.Data.Result) > 0 {
				return
			}
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("Prometheus never knows %s", metric)
		}
	}
}

func readRules(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(alertsFile)
	must(t, err)
	return string(text)
}

func TestAlertsAreRules(t *testing.T) { // G-03
	t.Parallel()
	if out, err := exec.Command("promtool", "check", "rules", alertsFile).CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, out)
	}
	if out, err := exec.Command("promtool", "test", "rules", "testdata/alerts.test.yml").CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, out)
	}
	page, err := os.ReadFile("../../docs/operate.md")
	must(t, err)
	rules := readRules(t)
	names := alert.FindAllStringSubmatch(rules, -1)
	for _, name := range names {
		if !strings.Contains(string(page), "| `"+name[1]+"` |") {
			t.Errorf("docs/operate.md has no row for %s", name[1])
		}
	}
	if does := strings.Count(rules, "docs/operate.md#what-to-watch"); does != len(names) {
		t.Errorf("%d of %d alerts say what to do and where to read on", does, len(names))
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `(Kaiin\\w+)` \\|").FindAllStringSubmatch(string(page), -1) {
		if !strings.Contains(rules, "- alert: "+row[1]+"\n") {
			t.Errorf("docs/operate.md has a row for %s, which no rule is", row[1])
		}
	}
}
