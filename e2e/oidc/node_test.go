package oidc

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
)

// Apps in JavaScript: clients.mjs, whose member is here.
func TestNodeClients(t *testing.T) {
	w := together(t)
	p := w.member()
	browser := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		address, err := io.ReadAll(r.Body)
		if err == nil {
			err = p.enter()
		}
		if err != nil {
			http.Error(rw, err.Error(), http.StatusInternalServerError)
			return
		}
		if r.URL.Path == "/device" {
			if err := p.device(string(address), "allow"); err != nil {
				http.Error(rw, err.Error(), http.StatusInternalServerError)
			}
			return
		}
		to, err := p.Allow(string(address))
		if err != nil {
			http.Error(rw, err.Error(), http.StatusInternalServerError)
			return
		}
		_, _ = io.WriteString(rw, to.String())
	}))
	defer browser.Close()
	secrets := map[string]any{"key": json.RawMessage(w.keys)}
	for id, secret := range w.secrets {
		secrets[id] = secret
	}
	document, err := json.Marshal(secrets)
	must(t, err)
	cmd := exec.CommandContext(t.Context(), "node", "--test-reporter=spec", "clients.mjs")
	cmd.Env = append(os.Environ(), "ISSUER="+w.Origin, "BROWSER="+browser.URL, "SECRETS="+string(document))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
