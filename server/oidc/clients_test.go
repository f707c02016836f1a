package oidc_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/words"
	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts/actstest"
)

func TestSecretsOfAClient(t *testing.T) {
	w := oidctest.New(t, nil)
	again, err := w.RotateSecret(t.Context(), actstest.By(w.Store), "cinema")
	if err != nil {
		t.Fatal(err)
	}
	has := func(text string) bool {
		c, err := w.Service.Client(t.Context(), "cinema")
		if err != nil {
			t.Fatal(err)
		}
		return c.HasSecret(text, w.Clock.Now())
	}
	if !has(w.Secret) || !has(again) || has("") || has(again+"x") {
		t.Error("on the day of the new secret")
	}
	w.Clock.Advance(24*time.Hour + time.Second)
	if has(w.Secret) || !has(again) {
		t.Error("a day later")
	}
	if _, err := w.RotateSecret(t.Context(), actstest.By(w.Store), "tv-app"); err == nil {
		t.Error("an app without a secret got one")
	}
	if _, err := w.AddClient(t.Context(), actstest.By(w.Store), oidctest.Web()); err == nil || !strings.Contains(err.Error(), "another client") {
		t.Errorf("an id twice: %v", err)
	}
	var refused int
	err = w.Store.QueryRow(t.Context(), `SELECT count(*) FROM acts WHERE kind = 'client.added' AND outcome = 'refused' AND target_id = $1`, oidctest.Web().ID).Scan(&refused)
	if err != nil || refused != 1 {
		t.Errorf("%d acts say that an id twice was refused: %v", refused, err)
	}
}

// What the store file says of its clients holds from then on; one that it has no longer is over,
// with all that it was given.
func TestClientsOfTheStoreFile(t *testing.T) {
	w := oidctest.New(t, nil)
	text := secret.Token()
	sum := sha256.Sum256([]byte(text))
	file := oidctest.Web()
	file.ID, file.SecretHash = "partner", hex.EncodeToString(sum[:])
	apply := func(clients ...clientfile.File) {
		t.Helper()
		if err := w.Apply(t.Context(), clients); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(store.CacheFor)
	}
	find := func() *oidc.Client {
		t.Helper()
		c, err := w.Service.Client(t.Context(), "partner")
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	apply(file)
	if c := find(); c == nil || !c.HasSecret(text, w.Clock.Now()) || !c.FromFile {
		t.Fatalf("%+v", c)
	}
	tokens := w.Tokens(t, w.Member(t), w.Asks(find(), "openid", "offline_access"))
	file.Name = words.Text{"ja": "別の名前"}
	apply(file)
	if c := find(); c.Name.In("ja") != "別の名前" || !alive(t, w, tokens.Access) {
		t.Errorf("%+v", c)
	}
	apply()
	if find() != nil || alive(t, w, tokens.Access) || alive(t, w, tokens.Refresh) {
		t.Error("it is still there")
	}
	if c, err := w.Service.Client(t.Context(), "cinema"); c == nil || err != nil {
		t.Errorf("a client that never was in the file: %v", err)
	}
	apply(file)
	if find() == nil || alive(t, w, tokens.Refresh) {
		t.Error("back in the file")
	}
}

func TestRegistrationsThatAreWrong(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*clientfile.File)
		key    string
	}{
		"an id with a space":           {func(r *clientfile.File) { r.ID = "a b c" }, "clientId"},
		"no name":                      {func(r *clientfile.File) { r.Name = nil }, "name"},
		"a secret in an app":           {func(r *clientfile.File) { r.Type = clientfile.ClientNative }, "tokenEndpointAuthMethod"},
		"http":                         {func(r *clientfile.File) { r.Redirects = []string{"http://cinema.example/back"} }, "redirectUris[0]"},
		"a fragment":                   {func(r *clientfile.File) { r.Redirects = []string{"https://cinema.example/#x"} }, "redirectUris[0]"},
		"a user":                       {func(r *clientfile.File) { r.Redirects = []string{"https://a@cinema.example/"} }, "redirectUris[0]"},
		"a star":                       {func(r *clientfile.File) { r.Redirects = []string{"https://*.example/"} }, "redirectUris[0]"},
		"script":                       {func(r *clientfile.File) { r.Redirects = []string{"javascript:alert(1)"} }, "redirectUris[0]"},
		"nowhere to go":                {func(r *clientfile.File) { r.Redirects = nil }, "redirectUris"},
		"an unknown grant":             {func(r *clientfile.File) { r.Grants = append(r.Grants, "password") }, "grantTypes[3]"},
		"keys and a secret":            {func(r *clientfile.File) { r.Keys = []byte(`{"keys":[]}`) }, "jwks"},
		"a logo from anywhere":         {func(r *clientfile.File) { r.Logo = "http://cinema.example/logo.png" }, "logoUri"},
		"a back-channel without https": {func(r *clientfile.File) { r.BackChannel = "http://cinema.example/out" }, "backchannelLogoutUri"},
		"an unsupported signature":     {func(r *clientfile.File) { r.SigningAlg = "none" }, "idTokenSignedResponseAlg"},
	} {
		r := oidctest.Web()
		c.change(&r)
		if err := r.Validate(); err == nil || !strings.HasPrefix(err.Error(), c.key+":") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, r := range []clientfile.File{oidctest.Web(), oidctest.App()} {
		if err := r.Validate(); err != nil {
			t.Errorf("%s: %v", r.ID, err)
		}
	}
}

func TestLoopbackAddresses(t *testing.T) { // RFC 8252 7.3, D-52
	app, web := oidctest.App(), oidctest.Web()
	for address, right := range map[string]bool{
		"http://127.0.0.1/back": true, "http://127.0.0.1:49152/back": true, "http://127.0.0.1:1/back": true, "com.example.tv:/back": true,
		"http://127.0.0.1:49152/back/": false, "http://127.0.0.2:49152/back": false, "http://localhost:49152/back": false, "https://127.0.0.1/back": false,
		"http://127.0.0.1:49152/back?x": false, "http://127.0.0.1:49152/back#": false, "http://a@127.0.0.1/back": false, "com.example.tv:/back2": false, "": false,
	} {
		if app.Redirect(address) != right {
			t.Errorf("%q: %t", address, !right)
		}
	}
	if web.Redirect("https://cinema.example:444/back") {
		t.Error("a web app has one port")
	}
	web.Redirects = app.Redirects
	if web.Redirect("http://127.0.0.1:49152/back") {
		t.Error("a web app on the loopback has one port, too")
	}
}
