package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaiin/server/base/store/storetest"
)

// What staff do with apps and keys needs the database and the secret, and nothing else of the
// server's environment.
func TestClientsWithLittle(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.Create(t, ""), "KAIIN_SECRET": strings.Repeat("QUJD", 12)}
	file := filepath.Join(t.TempDir(), "app.json")
	if err := os.WriteFile(file, []byte("\ufeff"+`{"clientId": "my-app", "type": "confidential", "name": {"ja": "マイアプリ"}, "tokenEndpointAuthMethod": "client_secret_basic",
		"grantTypes": ["authorization_code"], "redirectUris": ["http://127.0.0.1:9000/back"], "scopes": ["openid"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "program.json")
	if err := os.WriteFile(program, []byte(`{"clientId": "my-report", "type": "confidential", "name": {"ja": "集計"}, "tokenEndpointAuthMethod": "client_secret_post",
		"grantTypes": ["client_credentials"], "isInternal": true, "staffScopes": ["money.read"], "networks": ["10.2.0.0/16"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, told string }{
		{"migrate", "up to date"}, {"seed --store ../../../demo/store.yaml --by me --reason a-test", "sells"},
		{"client add --by me --reason a-test --file " + file, "cannot be read again"}, {"client list", "my-app\tconfidential\tadded"}, {"client show --id my-app", `"clientId": "my-app"`},
		{"client rotate-secret --id my-app --by me --reason a-test", "cannot be read again"}, {"client disable --id my-app --by me --reason a-test", "let in no more"},
		{"client add --by me --reason a-test --file " + program, "my-report may work for the staff. Its secret"}, {"client list", "my-report\tinternal\tadded"},
		{"client list", "night-report\tinternal\tof the store file"}, {"client list --json", `"isInternal": true`}, {"client show --id my-report", `"money.read"`}, {"keys rotate --by me --reason a-test", "New keys are published"},
	} {
		if status, out, problems := run(t, env, strings.Fields(c.args)...); status != 0 || !strings.Contains(out, c.told) {
			t.Errorf("kaiin %s: status %d, %s%s", c.args, status, out, problems)
		}
	}
	for name, without := range map[string]map[string]string{
		"KAIIN_SECRET": {"DATABASE_URL": env["DATABASE_URL"]}, "DATABASE_URL": {"KAIIN_SECRET": env["KAIIN_SECRET"]},
		"development only": {"DATABASE_URL": env["DATABASE_URL"], "KAIIN_SECRET": env["KAIIN_SECRET"], "KAIIN_SANDBOX_URL": "http://127.0.0.1:1", "KAIIN_SANDBOX_TOKEN": "x"},
	} {
		if status, _, problems := run(t, without, "client", "list"); status != 1 || !strings.Contains(problems, name) || strings.Contains(problems, "SMTP_URL") {
			t.Errorf("%s: %d %s", name, status, problems)
		}
	}
}
