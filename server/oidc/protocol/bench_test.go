package protocol_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"kaiin/server/base/store"
	"kaiin/server/oidc/oidctest"
)

var (
	benchRounds = 15
	benchActs   = 40 // in a row, in turns with as many of a bare handler
)

// costly is an operation of the provider that `make bench` asks for: what one of them costs the
// processor, by itself, and beside a bare handler that asks the database as often as was allowed.
type costly struct {
	name    string
	allowed int // statements that the customer allows it
	taken   int // statements that it takes
	act     func()
}

// BenchmarkProvider tells of each operation the processor time of this process, in ms, and how many
// times that of a bare handler of Go with the allowed number of statements, and the signature, it
// is. It knows no bounds.
func BenchmarkProvider(b *testing.B) {
	if testing.Short() { // only to see that it works
		benchRounds, benchActs = 2, 2
	}
	w := setup(b, nil)
	w.member = w.Member(b)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range w.costly(b) {
		b.Run(strings.ReplaceAll(c.name, " ", "_"), func(b *testing.B) {
			bare := http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
				for range c.allowed {
					var one int
					if err := w.Store.QueryRow(r.Context(), `SELECT 1 FROM accounts WHERE id = $1`, w.member.AccountID).Scan(&one); err != nil {
						b.Error(err)
					}
				}
				if strings.HasSuffix(c.name, "by RS256") { // which no handler can do without
					sum := sha256.Sum256([]byte(c.name))
					if _, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:]); err != nil {
						b.Error(err)
					}
				}
				_ = json.NewEncoder(rw).Encode(map[string]bool{"ok": true})
			})
			var mine, its []float64
			for round := range benchRounds {
				if err := w.Throttle.ForgetAll(b.Context(), "app-request"); err != nil { // one member asks more than anyone may
					b.Fatal(err)
				}
				first := spentBy(func() { repeat(c.act) })
				second := spentBy(func() {
					repeat(func() { bare(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil)) })
				})
				if round > 0 { // the first fills what is kept in memory
					mine, its = append(mine, first), append(its, second)
				}
			}
			b.ReportMetric(middleOf(mine), "ms-of-one")
			b.ReportMetric(middleOf(mine)/middleOf(its), "times-bare")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func repeat(act func()) {
	for range benchActs {
		act()
	}
}

// spentBy is the processor time of one act, in ms.
func spentBy(act func()) float64 {
	before := processor()
	act()
	return (processor() - before).Seconds() * 1000 / float64(benchActs)
}

func processor() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

func middleOf(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// call sends a request to the handler, without a network between them.
func (w *world) call(method, path string, form url.Values, status int, change func(*http.Request)) *httptest.ResponseRecorder {
	w.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth("cinema", w.Secret)
	}
	if change != nil {
		change(r)
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	if rec.Code != status {
		w.t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
	}
	return rec
}

func (w *world) tokens(rec *httptest.ResponseRecorder) (access, refresh string) {
	w.t.Helper()
	var says struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &says); err != nil {
		w.t.Fatal(err)
	}
	return says.Access, says.Refresh
}

// costly are the operations, each with the statements that it is allowed and those that it takes.
func (w *world) costly(t testing.TB) []costly {
	t.Helper()
	registered := oidctest.Elliptic()
	_, secret := w.Client(t, registered)
	own := func(r *http.Request) { r.SetBasicAuth(registered.ID, secret) }
	flow := func(client string, as func(*http.Request)) *httptest.ResponseRecorder {
		rec := w.call(http.MethodGet, "/oidc/authorize?"+asks("prompt", "consent", "client_id", client).Encode(), nil, http.StatusSeeOther, nil)
		to, err := url.Parse(rec.Header().Get("Location"))
		if err != nil {
			t.Fatal(err)
		}
		form := url.Values{"request": {to.Query().Get("request")}, "accountId": {w.member.AccountID.String()}, "addScope": {"openid", "email"}}
		rec = w.call(http.MethodPost, "/oidc/consent/form", form, http.StatusSeeOther, nil)
		if to, err = url.Parse(rec.Header().Get("Location")); err != nil {
			t.Fatal(err)
		}
		return w.call(http.MethodPost, "/oidc/token", exchange(to.Query().Get("code")), http.StatusOK, as)
	}
	access, refresh := w.tokens(flow(registered.ID, own))
	_, other := w.tokens(flow(w.Web.ID, nil))
	again := func(token string, as func(*http.Request)) string {
		_, next := w.tokens(w.call(http.MethodPost, "/oidc/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}}, http.StatusOK, as))
		return next
	}
	bearer := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+access) }
	return []costly{
		{"full code flow", 14, 6, func() { flow(registered.ID, own) }},
		{"full code flow by RS256", 14, 6, func() { flow(w.Web.ID, nil) }},
		{"refresh", 5, 1, func() { refresh = again(refresh, own) }},
		{"refresh by RS256", 5, 1, func() { other = again(other, nil) }},
		{"client credentials", 2, 1, func() {
			w.call(http.MethodPost, "/oidc/token", url.Values{"grant_type": {"client_credentials"}}, http.StatusOK, nil)
		}},
		{"introspection", 1, 1, func() { w.call(http.MethodPost, "/oidc/introspect", url.Values{"token": {access}}, http.StatusOK, own) }},
		{"userinfo", 2, 2, func() { w.call(http.MethodGet, "/oidc/userinfo", nil, http.StatusOK, bearer) }},
		{"discovery", 0, 0, func() { w.call(http.MethodGet, "/.well-known/openid-configuration", nil, http.StatusOK, nil) }},
		{"keys", 0, 0, func() { w.call(http.MethodGet, "/oidc/jwks", nil, http.StatusOK, nil) }},
	}
}

// What an operation costs the database, what is kept in memory aside.
func TestStatementsOfOperations(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	taken, inner := int64(0), w.handler
	w.handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		ctx, n := store.CountStatements(r.Context())
		inner.ServeHTTP(rw, r.WithContext(ctx))
		taken += n.Load()
	})
	for _, c := range w.costly(t) {
		least := int64(100)
		for range 5 {
			taken = 0
			c.act()
			least = min(least, taken)
		}
		if least != int64(c.taken) || c.taken > c.allowed {
			t.Errorf("%s takes %d statements, not %d, and may take %d", c.name, least, c.taken, c.allowed)
		}
	}
}
