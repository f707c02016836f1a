package oidc

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// The programs of docs/examples run as they are there, against the real server.
func TestExamplesOfPrograms(t *testing.T) {
	w := running(t)
	p := w.member()
	must(t, p.AddCard("4111111111111111"))
	_, err := p.Buy("monthly")
	must(t, err)
	examples, err := filepath.Abs("../../docs/examples")
	must(t, err)
	dir := t.TempDir()
	key, jwks := newRSAKey(t, dir)
	w.add(program("tickets", jwks, "staffScopes", []string{"members.find", "propose:money.refund"}))
	bySecret := []any{"tokenEndpointAuthMethod", "client_secret_basic", "jwks", nil, "staffScopes"}
	w.add(program("nightly", jwks, append(bySecret, []string{"money.read", "ops.read"})...))
	w.add(program("panel", jwks, append(bySecret, []string{"members.find", "members.read", "contracts.read"})...))
	settled()
	run := func(want int, env []string, name string, args ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Env = append(os.Environ(), append(env, "SITE="+w.Origin)...)
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != want {
			t.Errorf("%s ended with %d: %v %s", name, code, err, out)
		}
		return string(out)
	}

	order := w.Rows(`SELECT id FROM orders`)[0]
	shell := filepath.Join(examples, "find-and-refund.sh")
	asKey := []string{"CLIENT=tickets", "KEY=" + key}
	if out := run(0, asKey, shell, p.Email); !strings.Contains(out, `"matched":["EMAIL"]`) || strings.Contains(out, p.Email) {
		t.Error(out)
	}
	first := run(0, asKey, shell, p.Email, order, "100", `Q-"1"`)
	if again := run(0, asKey, shell, p.Email, order, "100", `Q-"1"`); !strings.Contains(first, `"state":"proposed"`) || !strings.Contains(again, `"isReplay":true`) {
		t.Errorf("%s\nand again %s", first, again)
	}
	if rows := w.Rows(`SELECT state || ' ' || ticket || ' ' || (SELECT count(*) FROM refunds) FROM proposals`); strings.Join(rows, ",") != `proposed Q-"1" 0` {
		t.Errorf("%q", rows)
	}

	binary := filepath.Join(dir, "nightly")
	run(0, nil, "go", "build", "-o", binary, filepath.Join(examples, "nightly-check"))
	asNightly := []string{"CLIENT=nightly", "SECRET=" + w.secrets["nightly"]}
	if out := run(0, asNightly, binary); !strings.Contains(out, "Nothing waits.") {
		t.Error(out)
	}
	run(2, []string{"CLIENT=nightly", "SECRET=x"}, binary)
	w.Rows(`UPDATE charges SET state = 'unknown', created_at = created_at - interval '1 day' RETURNING id`)
	if out := run(1, asNightly, binary); !strings.Contains(out, "charge ") {
		t.Error(out)
	}

	// The types of the panel are those of the schema that the server tells.
	sdl := filepath.Join(dir, "schema.graphqls")
	must(t, os.WriteFile(sdl, w.schemaOfStaff("panel"), 0o600))
	made := filepath.Join(dir, "generated.ts")
	run(0, nil, "node", filepath.Join(examples, "support-panel", "generate.mjs"), sdl, made)
	kept, err := os.ReadFile(filepath.Join(examples, "support-panel", "generated.ts"))
	must(t, err)
	if now, err := os.ReadFile(made); err != nil || !bytes.Equal(now, kept) {
		t.Errorf("%v: generated.ts is of another schema: run generate.mjs with %s", err, sdl)
	}
	build := filepath.Join(dir, "build")
	run(0, nil, filepath.Join(examples, "../../node_modules/.bin/tsc"), "-p", filepath.Join(examples, "support-panel"), "--outDir", build)
	must(t, os.WriteFile(filepath.Join(build, "package.json"), []byte(`{"type": "module"}`), 0o600))
	shows := w.panel(filepath.Join(build, "panel.js"), "CLIENT=panel", "SECRET="+w.secrets["panel"], "SITE="+w.Origin)
	member := w.Rows(`SELECT id FROM accounts WHERE email_key = '` + strings.ToLower(p.Email) + `'`)[0]
	if found := shows("term=" + url.QueryEscape(p.Email)); !strings.Contains(found, "/?member="+member) || strings.Contains(found, p.Email+"<") {
		t.Error(found)
	}
	if shown := shows("member=" + member); !strings.Contains(shown, "active") || !strings.Contains(shown, "<td>") {
		t.Error(shown)
	}
	if none := shows("member=" + uuid.NewString()); !strings.Contains(none, "no such member") {
		t.Error(none)
	}
	if none := shows("term=%3Cscript%3E"); strings.Contains(none, "<script") {
		t.Error(none)
	}
}

// schemaOfStaff is the schema that the desk tells a program.
func (w *world) schemaOfStaff(id string) []byte {
	w.T.Helper()
	form := url.Values{"grant_type": {ownGrant}, "scope": {"staff:members.find"}}
	token := w.raw(http.MethodPost, "/oidc/token", form.Encode(), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth(id, w.secrets[id])
	}).Text("access_token")
	request, err := http.NewRequestWithContext(w.T.Context(), http.MethodGet, w.Origin+"/staff/schema.graphqls", nil)
	must(w.T, err)
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	must(w.T, err)
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	must(w.T, err)
	if response.StatusCode != http.StatusOK || !bytes.Contains(text, []byte("type StaffContract")) {
		w.T.Fatalf("%d %.300s", response.StatusCode, text)
	}
	return text
}

// panel starts the panel and is what it answers to a query.
func (w *world) panel(script string, env ...string) func(query string) string {
	w.T.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(w.T, err)
	port := fmt.Sprint(listener.Addr().(*net.TCPAddr).Port)
	must(w.T, listener.Close())
	cmd := exec.Command("node", script)
	cmd.Env = append(os.Environ(), append(env, "PORT="+port)...)
	must(w.T, cmd.Start())
	w.T.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return func(query string) string {
		w.T.Helper()
		var last error
		for range 100 {
			response, err := http.Get("http://127.0.0.1:" + port + "/?" + query)
			if err == nil {
				defer func() { _ = response.Body.Close() }()
				body, err := io.ReadAll(response.Body)
				must(w.T, err)
				return string(body)
			}
			last = err
			time.Sleep(100 * time.Millisecond)
		}
		w.T.Fatal(last)
		return ""
	}
}

// newRSAKey is the file of a private key, and the set of its public half.
func newRSAKey(t *testing.T, dir string) (private, jwks string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	must(t, err)
	private = filepath.Join(dir, "key.pem")
	must(t, os.WriteFile(private, pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}), 0o600))
	n, e := base64.RawURLEncoding.EncodeToString(key.N.Bytes()), base64.RawURLEncoding.EncodeToString(big.NewInt(int64(key.E)).Bytes())
	return private, fmt.Sprintf(`{"keys": [{"kty": "RSA", "kid": "1", "n": %q, "e": %q}]}`, n, e)
}
