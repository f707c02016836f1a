package oidc

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

func TestMain(m *testing.M) { blackbox.Main(m, 4) }

var must = blackbox.Must

type answer = blackbox.Answer

// world is a store that lets apps in, with the apps of registrations.
type world struct {
	*blackbox.Stack
	secrets map[string]string // of the apps that have one, by client_id
	keys    string            // the private key of "signed", a JWK
	told    *told
}

// told is what the server has posted to an app: logout tokens.
type told struct {
	mu     sync.Mutex
	tokens []string
	came   chan struct{} // one for each token, as far as there is room; no one waits for a token more than that
}

func (s *told) add(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens = append(s.tokens, token)
	select {
	case s.came <- struct{}{}:
	default:
	}
}

// forget drops what has come so far.
func (s *told) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens = nil
	for len(s.came) > 0 {
		<-s.came
	}
}

// next waits for a logout token.
func (s *told) next(t testing.TB) string {
	t.Helper()
	select {
	case <-s.came:
	case <-time.After(2 * time.Minute):
		t.Fatal("the app is told nothing")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	token := s.tokens[0]
	s.tokens = s.tokens[1:]
	return token
}

// Two worlds are shared. In the one tests run side by side, each with members of its own. In the
// other they take turns: they may move the clock, and hear what the app is told.
var (
	sideBySide = sync.OnceValue(func() *world { return newWorld(blackbox.UntilEnd) })
	inTurns    = sync.OnceValue(func() *world { return newWorld(blackbox.UntilEnd) })
	turn       sync.Mutex
)

// together is the world in which tests run side by side.
func together(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	return sideBySide().lend(t)
}

// inTurn is the other shared world, which the test has for itself until it ends.
func inTurn(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	turn.Lock()
	t.Cleanup(turn.Unlock)
	w := inTurns().lend(t)
	w.Outside.Advance(t, 0) // the app is told everything that the test before has caused
	w.told.forget()
	return w
}

// running is a world of the test's own whose server answers.
func running(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	return newWorld(t)
}

func (w *world) lend(t testing.TB) *world {
	lent := *w
	lent.Stack = w.Stack.Lend(t)
	return &lent
}

func newWorld(t testing.TB) *world {
	t.Helper()
	text, err := os.ReadFile("../security/testdata/store.yaml")
	must(t, err)
	w := &world{Stack: blackbox.New(t, strings.Replace(string(text), "  flags:\n", "  flags:\n    isOidcEnabled: true\n", 1)), secrets: map[string]string{}}
	w.told = &told{came: make(chan struct{}, 100)}
	app := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { w.told.add(r.PostFormValue("logout_token")) }))
	t.Cleanup(app.Close)
	var public string
	w.keys, public = newKey(t)
	for _, c := range registrations(app.URL+"/logout", public) {
		w.add(c)
	}
	w.Start(blackbox.Program())
	return w
}

var shownSecret = regexp.MustCompile(`cannot be read again: (\S+)`)

// add registers an app by the command, and keeps the secret that it shows.
func (w *world) add(client map[string]any) {
	w.T.Helper()
	out := w.Command("client", "add", "--file", file(w.T, client), "--by", "hanako", "--reason", "a test")
	if found := shownSecret.FindStringSubmatch(out); found != nil {
		w.secrets[client["clientId"].(string)] = found[1]
	}
}

// file is a file that holds the document.
func file(t testing.TB, document any) string {
	t.Helper()
	text, err := json.Marshal(document)
	must(t, err)
	path := filepath.Join(t.TempDir(), "client.json")
	must(t, os.WriteFile(path, text, 0o600))
	return path
}

const (
	codeGrant    = "authorization_code"
	refreshGrant = "refresh_token"
	ownGrant     = "client_credentials"
	deviceGrant  = "urn:ietf:params:oauth:grant-type:device_code"

	back = "https://web.example/back"
	bye  = "https://web.example/bye"
)

// registrations are the apps of a world.
func registrations(logout, public string) []map[string]any {
	scopes := []string{"openid", "profile", "email", "phone", "address", "offline_access", "entitlements"}
	onServer := func(id, proof string, more map[string]any) map[string]any {
		c := map[string]any{
			"clientId": id, "type": "confidential", "name": map[string]string{"ja": id}, "tokenEndpointAuthMethod": proof,
			"grantTypes": []string{codeGrant, refreshGrant, ownGrant, deviceGrant}, "redirectUris": []string{back, "https://web.example/other?fixed=1"},
			"postLogoutRedirectUris": []string{bye}, "scopes": scopes,
		}
		for key, value := range more {
			c[key] = value
		}
		return c
	}
	return []map[string]any{
		onServer("web", "client_secret_basic", map[string]any{"backchannelLogoutUri": logout}),
		onServer("post", "client_secret_post", nil),
		onServer("signed", "private_key_jwt", map[string]any{"jwks": json.RawMessage(public), "idTokenSignedResponseAlg": "ES256"}),
		onServer("pair", "client_secret_basic", map[string]any{"isPairwise": true, "grantTypes": []string{codeGrant}}),
		{
			"clientId": "guard", "type": "confidential", "name": map[string]string{"ja": "guard"}, "tokenEndpointAuthMethod": "client_secret_basic", "isResourceServer": true,
			"grantTypes": []string{},
		},
		{
			"clientId": "tv-app", "type": "native", "name": map[string]string{"ja": "tv"}, "tokenEndpointAuthMethod": "none",
			"grantTypes": []string{codeGrant, refreshGrant, deviceGrant}, "redirectUris": []string{"http://127.0.0.1/back", "com.example.tv:/back"},
			"scopes": []string{"openid", "profile", "offline_access", "entitlements"},
		},
	}
}
