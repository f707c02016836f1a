package crash

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// market is members who act once a second, and what they were answered.
type market struct {
	t       *testing.T
	d       *driver
	secret  string // of the app
	members []*buyer

	noCodes atomic.Bool  // no app is let in anew
	letting sync.RWMutex // held while one is: its code is over when the clock moves meanwhile
	pages   atomic.Int64 // that were shown to their members

	mu      sync.Mutex
	answers []answered
	strict  time.Time // what members began before does not count as refused
	refused []string  // what members were refused since then, or got no answer to
	// dayAgreed is when the processes agree again on which day it is. An order that is begun before
	// may be refused, and what was taken for it goes back: daysApart are those.
	dayAgreed time.Time
	daysApart int
}

// buyer is a member, with what was acknowledged to them.
type buyer struct {
	*blackbox.Member
	of       *market
	film     int    // the next one to buy
	token    string // of an order whose outcome the member does not know, for that film
	refresh  string // the newest refresh token that the app has
	films    []string
	sessions []string // since the loss before
}

// answered is one answer of the site.
type answered struct {
	at     time.Time
	took   time.Duration
	what   string
	status int    // 0: none
	wait   string // Retry-After
	err    error
}

// failed reports whether the site did not do what it was asked for by its own fault.
func (a answered) failed() bool { return a.err != nil || a.status >= http.StatusInternalServerError }

// buyers is how many members act, each once a second.
const buyers = 20

func newMarket(t *testing.T, d *driver) *market {
	t.Helper()
	m := &market{t: t, d: d}
	m.addApp()
	for range buyers {
		m.members = append(m.members, &buyer{Member: m.visitor(), of: m})
	}
	blackbox.Each(t, buyers, 4, func(i int) error { return m.members[i].begin() })
	return m
}

// visitor is a browser whose answers are noted.
func (m *market) visitor() *blackbox.Member {
	v := m.d.stack.Visitor("ja")
	v.Client.Timeout = 2 * time.Minute
	v.Client.Transport = watched{v.Client.Transport, m}
	return v
}

// watched notes what the site answers to a browser.
type watched struct {
	http.RoundTripper
	of *market
}

func (w watched) RoundTrip(r *http.Request) (*http.Response, error) {
	began := time.Now()
	answer, err := w.RoundTripper.RoundTrip(r)
	if "http://"+r.URL.Host != w.of.d.stack.Origin {
		return answer, err
	}
	seen := answered{at: time.Now(), took: time.Since(began), what: r.Method + " " + r.URL.Path, err: err}
	if err == nil {
		seen.status, seen.wait = answer.StatusCode, answer.Header.Get("Retry-After")
	}
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	w.of.answers = append(w.of.answers, seen)
	return answer, err
}

const appBack = "https://app.example/back"

var appSecret = regexp.MustCompile(`cannot be read again: (\S+)`)

func (m *market) addApp() {
	m.t.Helper()
	file := filepath.Join(m.t.TempDir(), "app.json")
	app := `{"clientId": "app", "type": "confidential", "name": {"ja": "app"}, "tokenEndpointAuthMethod": "client_secret_basic",
		"grantTypes": ["authorization_code", "refresh_token"], "redirectUris": ["` + appBack + `"], "scopes": ["openid", "offline_access"]}`
	blackbox.Must(m.t, os.WriteFile(file, []byte(app), 0o600))
	out, err := m.d.output("", "client", "add", "--file", file, "--by", "hanako", "--reason", "a test")
	blackbox.Must(m.t, err)
	m.secret = appSecret.FindStringSubmatch(string(out))[1]
}

// begin makes the visitor a member with a card, two contracts and an app.
func (b *buyer) begin() error {
	if err := errors.Join(b.SignUp(), b.AddCard(blackbox.GoodCard)); err != nil {
		return err
	}
	for _, plan := range []string{"monthly", "small"} {
		if _, err := b.Buy(plan); err != nil {
			return err
		}
	}
	return b.connect()
}

// connect lets the app in.
func (b *buyer) connect() error {
	const verifier, challenge = "a-verifier-of-at-least-forty-three-characters-0", "S6xMLfJrdwhXm9EJRqmQw6nyYWcpLlPsCEOqmhPUIcs"
	back, err := b.Allow("/oidc/authorize?" + url.Values{
		"client_id": {"app"}, "redirect_uri": {appBack}, "response_type": {"code"}, "scope": {"openid offline_access"}, "state": {"s"}, "nonce": {"n"},
		"code_challenge": {challenge}, "code_challenge_method": {"S256"},
	}.Encode())
	if err == nil && back.Query().Get("code") == "" {
		err = fmt.Errorf("the app got no code: %s", back)
	}
	if err != nil {
		return err
	}
	return b.exchange(url.Values{"grant_type": {"authorization_code"}, "code": {back.Query().Get("code")}, "redirect_uri": {appBack}, "code_verifier": {verifier}})
}

// exchange has the app exchange what it has, and keeps the new refresh token.
func (b *buyer) exchange(form url.Values) error {
	a, err := blackbox.Want(b.Send(http.MethodPost, "/oidc/token", []byte(form.Encode()), func(r *http.Request) {
		r.Header.Del("Origin")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth("app", b.of.secret)
	}))
	if err == nil {
		b.refresh = a.Text("refresh_token")
	} else if a.Status >= 400 && a.Status < 500 {
		b.of.t.Errorf("a token that an app was given is refused: %s", a)
	}
	return err
}

var errOrderRefused = errors.New("refused the order")

// buy buys the next film. A member who does not know the outcome presses the button again.
func (b *buyer) buy() error {
	plan := fmt.Sprintf("film-%d", b.film)
	if b.token == "" {
		token, err := b.Order(plan)
		if err != nil {
			return err
		}
		b.token = token
	}
	a, err := b.Press(plan, b.token)
	switch {
	case err == nil && a.Status == http.StatusOK && a.Text("redirectTo") == "/plans/"+plan+"/complete" && a.Body["isPending"] == false:
		b.films = append(b.films, plan)
	case err != nil || a.Status >= http.StatusInternalServerError || a.Body["isPending"] == true:
		return errors.Join(err, fmt.Errorf("the order of %s is answered %s", plan, a))
	case a.Text("code") == "PRICE_CHANGED" || a.Text("code") == "ORDER_EXPIRED": // another day has come since the order was shown
		b.token = ""
		return nil
	default:
		err = fmt.Errorf("%w of %s: %s", errOrderRefused, plan, a)
	}
	b.film, b.token = b.film+1, ""
	return err
}

// logIn logs the member in with another browser: in the same one, a login ends the session before.
func (b *buyer) logIn() error {
	other := b.of.visitor()
	other.Email = b.Email
	err := other.LogIn()
	if err == nil {
		b.sessions = append(b.sessions, other.Cookie("sid"))
	}
	return err
}

// look opens one after the other: My Page, the page of a film that the member may buy one day,
// which offers their card, and what an app shows of My Page.
func (b *buyer) look(turn int) error {
	switch turn % 3 {
	case 0:
		return b.open("/mypage", b.Nickname)
	case 1:
		return b.open(fmt.Sprintf("/plans/film-%d", b.film+1), b.Card)
	}
	_, err := blackbox.Want(b.Get("/mypage/screen-data"))
	return err
}

// named is what tells of a member on a page.
var named = regexp.MustCompile(`nick-\d+-ja|member\d+-private`)

// open opens a page, which has to be the member's: what is theirs is on it, and no other member.
func (b *buyer) open(path, theirs string) error {
	a, err := b.Get(path)
	for _, name := range named.FindAllString(string(a.Raw), -1) {
		if name != b.Nickname && !strings.HasPrefix(b.Email, name) {
			b.of.t.Errorf("page %s of %s tells of %s", path, b.Email, name)
		}
	}
	switch {
	case err != nil:
		return err
	case a.Status == http.StatusOK && strings.Contains(string(a.Raw), theirs):
		b.of.pages.Add(1)
		return nil
	case a.Status >= http.StatusInternalServerError: // outage judges it
		return fmt.Errorf("page %s is answered %d", path, a.Status)
	}
	b.of.t.Errorf("page %s of %s is answered %d, without %s: %s", path, b.Email, a.Status, theirs, a.Raw)
	return nil
}

// act does one thing after the other, one a second, until stop is closed.
func (b *buyer) act(first int, stop <-chan struct{}) {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	for turn := first; ; turn++ {
		select {
		case <-stop:
			return
		case <-ticks.C:
		}
		began := time.Now()
		if err := b.does(turn); err != nil {
			b.of.refuse(b, began, err)
		}
	}
}

// does is one act after the other. An app is let in anew in each fifth round.
func (b *buyer) does(turn int) error {
	switch turn % 4 {
	case 0:
		return b.buy()
	case 1:
		return b.logIn()
	case 2:
		if turn%20 == 2 && !b.of.noCodes.Load() {
			b.of.letting.RLock()
			defer b.of.letting.RUnlock()
			return b.connect()
		}
		return b.exchange(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {b.refresh}})
	}
	return b.look(turn / 4)
}

// acting has all members log in, and act while f runs.
func (m *market) acting(f func()) {
	stop, all := make(chan struct{}), sync.WaitGroup{}
	m.mustServeFromNow()
	// The browser of a member who has logged in a month ago would be asked to again.
	blackbox.Each(m.t, buyers, 4, func(i int) error { return m.members[i].LogIn() })
	for i, b := range m.members {
		b.sessions = nil
		all.Go(func() { b.act(i, stop) })
	}
	defer all.Wait()
	defer close(stop)
	f()
}

// renew lets the contracts of all members become due, and begins to renew them. What it answers is
// closed when the process that was told so has answered.
func (m *market) renew() (renewed <-chan struct{}) {
	done := make(chan struct{})
	m.letting.Lock()
	defer m.letting.Unlock()
	go func() {
		defer close(done)
		if err := m.d.stack.Outside.Call("POST", "/clock", map[string]string{"advance": (4*24*time.Hour + time.Minute).String()}, nil); err != nil {
			m.t.Logf("the clock was moved, and the answer is %v", err)
		}
	}()
	time.Sleep(300 * time.Millisecond)
	return done
}

// mostWork is how long the processes may take to do what became due, without any help: a job whose
// end could not be written down is taken up again after five minutes.
const mostWork = 7 * time.Minute

// awaitWork waits until nothing is due and no charge is open.
func (m *market) awaitWork(began time.Time) {
	m.t.Helper()
	var open []string
	for time.Since(began) < mostWork {
		open = m.d.stack.Rows(`SELECT 'contract ' || id FROM subscriptions WHERE due_at <= $1
			UNION ALL SELECT 'charge ' || id || ' is ' || state FROM charges WHERE initiator = 'merchant' AND state IN ('attempting', 'authorized', 'unknown')`,
			m.d.stack.Now(m.t))
		if len(open) == 0 {
			m.t.Logf("all that was due was done %.0f s after the loss", time.Since(began).Seconds())
			return
		}
		time.Sleep(500 * time.Millisecond)
	}
	m.t.Errorf("after %s this is still not done: %v", mostWork, open)
}

// outage says how long members were told to come back, and fails where that was longer than it may
// be, or where they were told in another way.
func (m *market) outage(since time.Time, longest time.Duration) string {
	m.t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	var first, last time.Time
	var slowest time.Duration
	total, failed, wrong := 0, 0, map[string]int{}
	for _, a := range m.answers {
		if a.at.Before(since) {
			continue
		}
		total++
		slowest = max(slowest, a.took)
		if !a.failed() {
			continue
		}
		if failed++; failed == 1 {
			first = a.at
		}
		last = a.at
		if a.status != http.StatusServiceUnavailable || a.wait == "" {
			wrong[fmt.Sprintf("%s: status %d, Retry-After %q, %v", a.what, a.status, a.wait, a.err)]++
		}
	}
	for what, times := range wrong {
		m.t.Errorf("%d times %s", times, what)
	}
	if failed == 0 {
		return fmt.Sprintf("%d answers, all as usual, the slowest after %.1f s", total, slowest.Seconds())
	}
	if long := last.Sub(first); long > longest {
		m.t.Errorf("members were told to come back for %s", long)
	}
	return fmt.Sprintf("%d answers, %d of them to come back later, from %.1f s to %.1f s after the loss, the slowest after %.1f s",
		total, failed, first.Sub(since).Seconds(), last.Sub(since).Seconds(), slowest.Seconds())
}

// mustKeep fails for what was acknowledged and is not there.
func (m *market) mustKeep(after string) {
	m.t.Helper()
	for _, b := range m.members {
		kept := m.d.stack.Rows(`SELECT o.plan_id FROM orders o JOIN accounts a ON a.id = o.account_id WHERE a.email = $1 AND o.state = 'completed'`, b.Email)
		for _, film := range b.films {
			if !slices.Contains(kept, film) {
				m.t.Errorf("after %s: the order of %s, which %s was told is complete, is lost", after, film, b.Email)
			}
		}
		for _, sid := range b.sessions {
			if err := m.opens(sid); err != nil {
				m.t.Errorf("after %s: a login of %s is lost: %v", after, b.Email, err)
			}
		}
		if err := b.exchange(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {b.refresh}}); err != nil {
			m.t.Errorf("after %s: %v", after, err)
		}
	}
}

// opens says whether a session opens My Page.
func (m *market) opens(sid string) error {
	a, err := m.d.stack.Visitor("ja").Send(http.MethodGet, "/mypage/screen-data", nil, func(r *http.Request) { r.Header.Set("Cookie", "sid="+sid) })
	var page struct{ Account any }
	if err == nil && (a.Status != http.StatusOK || json.Unmarshal(a.Raw, &page) != nil || page.Account == nil) {
		err = fmt.Errorf("answered %s", a)
	}
	return err
}

// refuse notes what was refused to a member who began it then.
func (m *market) refuse(b *buyer, began time.Time, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case began.Before(m.strict):
	case errors.Is(err, errOrderRefused) && began.Before(m.dayAgreed):
		m.daysApart++
	default:
		m.refused = append(m.refused, fmt.Sprintf("%s: %v", b.Email, err))
	}
}

// mustServeFromNow begins the time for mustServeAll. An order that the clock has moved over by days
// is refused.
func (m *market) mustServeFromNow() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.strict, m.refused = time.Now(), nil
}

// mustServeAll fails if anything that members asked for since mustServeFromNow was not done.
func (m *market) mustServeAll() {
	m.t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, refused := range m.refused {
		if i == 10 {
			m.t.Errorf("and %d more", len(m.refused)-i)
			return
		}
		m.t.Error(refused)
	}
}

// sum is what was acknowledged in all, in a line.
func (m *market) sum() string {
	films := 0
	for _, b := range m.members {
		films += len(b.films)
	}
	renewals := m.d.stack.Rows(`SELECT count(*)::text FROM charges WHERE initiator = 'merchant' AND state = 'settled'`)
	return fmt.Sprintf("%d films were bought, %s terms renewed and %d pages shown, with %d answers",
		films, strings.Join(renewals, ""), m.pages.Load(), len(m.answers))
}
