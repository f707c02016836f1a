package telemetry

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// Each alert is made to fire by what it is about. Where that takes an hour, the database is put
// into the state in which it would then be.
func TestEachAlertFires(t *testing.T) { // G-03
	t.Parallel()
	s := newStack(t)
	serving := freeAddress(t)
	s.Start(blackbox.Program(), "KAIIN_WORKER=false", "KAIIN_TELEMETRY_LISTEN="+serving)
	work := startWorker(t, s, "SMTP_URL="+mailServer(t, s.Variables["SMTP_URL"]))
	rules := readRules(t)
	p := startPrometheus(t, hurried(rules), serving, work.address)
	m := member(t, s)
	if _, err := blackbox.Want(m.Buy("monthly")); err != nil {
		t.Fatal(err)
	}
	awaitFigure(t, work.address, "kaiin_worker_up 1")
	p.knows("kaiin_queue_jobs")
	p.knows("kaiin_messages_total")
	var every []string
	for _, name := range alert.FindAllStringSubmatch(rules, -1) {
		every = append(every, name[1])
	}
	p.calm()
	p.none(every...)

	pagesBack := withoutNext(t, s)
	mailsToNowhere(t, s)
	providerAway(t, s, m)
	_, err := s.DB.ExecContext(t.Context(), `DELETE FROM gateway_events WHERE kind = 'list'`) // at some hours of a day the server has compared by now
	must(t, err)
	change(t, s,
		`UPDATE charges SET state = 'unknown', settled_at = NULL, created_at = created_at - interval '2 hours', next_check_at = now() + interval '1 day'`,
		`UPDATE river_job SET state = 'discarded', finalized_at = now() WHERE id = (SELECT max(id) FROM river_job WHERE state = 'completed')`,
		`INSERT INTO gateway_events (id, provider, event_key, kind, day, received_at, applied_at)
			SELECT gen_random_uuid(), 'sbps', 'list', 'list', current_date - 9, now(), now()`,
	)
	p.await("KaiinErrors", "KaiinMailsRefused", "KaiinMailsDelayed", "KaiinProviderDown", "KaiinChargeStuck", "KaiinJobsFailed", "KaiinReconciliationMissed")
	pagesBack()
	p.none("KaiinDown", "KaiinWorkerDown", "KaiinQueueBehind", "KaiinPoolUsedUp", "KaiinFiguresMissing", "KaiinGone")
	served, err := scrape(serving)
	must(t, err)
	worked, err := scrape(work.address)
	must(t, err)
	names(t, served+worked, rules)
	secrets(t, s, m, served+worked)
	shortLabels(t, served+worked)

	work.kill()
	late := s.Visitor("en")
	must(t, late.ConsentToPolicies())
	_, err = blackbox.Want(late.Post("/zapi/signup/email", map[string]any{"type": "signUp", "email": late.Email, "policyConsentData": late.Consents}))
	must(t, err)
	change(t, s, `UPDATE river_job SET scheduled_at = now() - interval '20 minutes' WHERE state = 'available' AND queue = 'codes'`)
	p.await("KaiinDown", "KaiinWorkerDown", "KaiinQueueBehind")
	p.none("KaiinPoolUsedUp", "KaiinFiguresMissing")

	unlock := lock(t, s, m)
	p.await("KaiinPoolUsedUp", "KaiinFiguresMissing")
	unlock()
	p.none("KaiinGone")
	p.forget()
	p.await("KaiinGone")
	if missing := p.missing(every); len(missing) > 0 {
		t.Errorf("no test makes %v fire", missing)
	}
}

// withoutNext asks for pages while Next.js is away, until the function that it returns is called: a
// rate is of figures that grow.
func withoutNext(t *testing.T, s *blackbox.Stack) (end func()) {
	t.Helper()
	stop, stopped := make(chan struct{}), make(chan struct{})
	visitor := s.Visitor("ja")
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Millisecond):
				if a, err := visitor.Get("/mypage"); err != nil || a.Status != http.StatusBadGateway {
					t.Errorf("without Next.js: %v, %v", a, err)
					return
				}
			}
		}
	}()
	end = sync.OnceFunc(func() { close(stop); <-stopped })
	t.Cleanup(end)
	return end
}

// mailsToNowhere has codes sent to addresses that are none. Meanwhile no other mail is sent.
func mailsToNowhere(t *testing.T, s *blackbox.Stack) {
	t.Helper()
	blackbox.Each(t, 20, 4, func(i int) error {
		v := s.Visitor("ja")
		if err := v.ConsentToPolicies(); err != nil {
			return err
		}
		_, err := blackbox.Want(v.Post("/zapi/signup/email", map[string]any{"type": "signUp", "email": fmt.Sprintf("taro%d%s", i, nowhere), "policyConsentData": v.Consents}))
		return err
	})
}

// providerAway calls the provider until its circuit breaker opens.
func providerAway(t *testing.T, s *blackbox.Stack, m *blackbox.Member) {
	t.Helper()
	s.Outside.Script(t, "http_500", "MG02-00131-101", 50)
	for range 6 {
		tokens, err := s.Outside.CardTokens(blackbox.GoodCard)
		must(t, err)
		if _, err := m.Post("/zapi/account/payment-method/credit", tokens); err != nil {
			t.Fatal(err)
		}
	}
	s.Outside.Unscript(t)
}

// lock holds a lock that every login waits for, and has more of them wait than there are
// connections.
func lock(t *testing.T, s *blackbox.Stack, m *blackbox.Member) (unlock func()) {
	t.Helper()
	tx, err := s.DB.BeginTx(context.Background(), nil)
	must(t, err)
	_, err = tx.Exec(`LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE`)
	must(t, err)
	done := make(chan struct{})
	go func() {
		defer close(done)
		blackbox.Each(t, 8, 8, func(int) error {
			v := s.Visitor("ja")
			_, err := v.Post("/login", map[string]any{"emailUserId": m.Email, "password": "wrong-" + blackbox.Password, "loginMethod": "Password"})
			return err
		})
	}()
	return func() {
		must(t, tx.Rollback())
		<-done
	}
}

func change(t *testing.T, s *blackbox.Stack, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		result, err := s.DB.ExecContext(context.Background(), statement)
		if err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		if n, _ := result.RowsAffected(); n == 0 {
			t.Fatalf("%s changes nothing", statement)
		}
	}
}

var metricName = regexp.MustCompile(`\b(?:kaiin|http|db|go|process)_[a-z_]+\b`)

// names fails for each metric of the rules and of the dashboard that no process has.
func names(t *testing.T, scraped, rules string) {
	t.Helper()
	text, err := os.ReadFile("../../deploy/dashboard.json")
	must(t, err)
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	must(t, json.Unmarshal(text, &dashboard))
	if len(dashboard.Panels) < 20 {
		t.Errorf("the dashboard has %d panels", len(dashboard.Panels))
	}
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			rules += "\nexpr: " + target.Expr
		}
	}
	asked := map[string]bool{}
	for line := range strings.Lines(rules) {
		if strings.Contains(line, "annotations") || strings.Contains(line, "summary:") || strings.Contains(line, "do:") {
			continue
		}
		for _, name := range metricName.FindAllString(line, -1) {
			asked[name] = true
		}
	}
	labelNames := map[string]bool{"http_route": true, "http_response_status_code": true, "http_request_method": true, "db_client_connection_state": true}
	for name := range asked {
		if !labelNames[name] && !strings.Contains(scraped, "\n"+name+"{") && !strings.Contains(scraped, "\n"+name+" ") {
			t.Errorf("no process has %s", name)
		}
	}
	if len(asked) < 30 {
		t.Errorf("only %d metrics are asked for", len(asked))
	}
}

// secrets fails for what tells of the member.
func secrets(t *testing.T, s *blackbox.Stack, m *blackbox.Member, told string) {
	t.Helper()
	all := slices.Concat(s.Rows(`SELECT id FROM accounts`), s.Rows(`SELECT id FROM sessions`), s.Rows(`SELECT id FROM charges`), s.Rows(`SELECT provider_order_id FROM charges`),
		[]string{m.Email, m.Nickname, m.IP, m.PIN, blackbox.Password, m.Card, "private", nowhere, "@"})
	for _, cookie := range m.Client.Jar.Cookies(&url.URL{Scheme: "http", Host: "127.0.0.1", Path: "/"}) {
		if len(cookie.Value) > 8 {
			all = append(all, cookie.Value)
		}
	}
	for _, secret := range all {
		if tells(told, secret) {
			t.Errorf("%q is told", secret)
		}
	}
}

var number = regexp.MustCompile(`^\d+$`)

// tells reports whether the text has the secret. A number counts as a whole: its digits are part of
// some time or id by chance.
func tells(text, secret string) bool {
	if !number.MatchString(secret) {
		return strings.Contains(text, secret)
	}
	return regexp.MustCompile(`(?:^|[^0-9A-Za-z.])` + secret + `(?:$|[^0-9A-Za-z])`).MatchString(text)
}

func TestANumberIsToldAsAWhole(t *testing.T) {
	for text, want := range map[string]bool{
		`"pin":"761464"`: true, "761464": true, "code 761464.": true, `"at":"1761464000"`: false, "a761464f": false, "0.761464": false, "": false,
	} {
		if got := tells(text, "761464"); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	if !tells("is private-1@example.jp", "private") {
		t.Error("no word is found in another")
	}
}

// long is what is in no label: an id, a token.
var long = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}|[A-Za-z0-9_-]{24,}"`)

// shortLabels fails for a label that could tell one caller from another.
func shortLabels(t *testing.T, told string) {
	t.Helper()
	for line := range strings.Lines(told) {
		_, labels, found := strings.Cut(line, "{")
		if found && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "kaiin_build_info") && long.MatchString(labels) {
			t.Errorf("a label tells too much: %s", line)
		}
	}
}
