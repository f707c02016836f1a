package app

import (
	"slices"
	"testing"

	"entgo.io/ent/schema/field"

	"kaiin/ent/migrate"
)

// withoutSecret are the columns of bytes that hang on no secret of the service: hashes, pictures.
var withoutSecret = []string{
	"account_tokens.token_hash", "act_seals.hash", "act_seals.previous_hash", "staff_requests.input_hash", "proposals.input_hash", "acts.content_hash", "acts.detail_hash", "acts.hash", "acts.previous_hash", "acts.salt", "card_authentications.key_hash", "external_requests.browser_hash", "external_requests.state_hash", "known_browsers.token_hash",
	"oidc_assertions.jti_hash", "oidc_clients.former_secret_hash", "oidc_clients.secret_hash", "oidc_devices.device_hash", "oidc_families.code_hash",
	"oidc_requests.token_hash", "oidc_tokens.token_hash", "order_evidence.hash", "order_evidence.previous_hash", "orders.token_hash", "passkeys.credential_id", "passkeys.public_key", "passkeys.user_handle", "plan_versions.digest",
	"profile_images.content", "sessions.token_hash", "staff_invites.token_hash", "staff_sessions.token_hash", "trusted_devices.token_hash",
}

// No sealed column is forgotten when a secret is taken out of the settings.
func TestEverySealedColumnIsRotated(t *testing.T) {
	t.Parallel()
	w := manyDue(t, 0, 0)
	a := w.process(t, 1)
	r := a.Rotation()
	sealed := map[string]bool{}
	for _, c := range r.Columns {
		sealed[c.Table+"."+c.Name] = true
	}
	known := map[string]bool{}
	for _, table := range migrate.Tables {
		for _, c := range table.Columns {
			if c.Type != field.TypeBytes {
				continue
			}
			name := table.Name + "." + c.Name
			known[name] = true
			if sealed[name] == slices.Contains(withoutSecret, name) {
				t.Errorf("%s: its owner names it in Sealed, or this test among the columns that hang on no secret", name)
			}
		}
	}
	for name := range sealed {
		if !known[name] && name != "river_job.args" {
			t.Errorf("there is no column %s", name)
		}
	}
	for _, name := range withoutSecret {
		if !known[name] {
			t.Errorf("there is no column %s", name)
		}
	}
	if _, err := r.Status(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := r.Rotate(t.Context()); err != nil {
		t.Error(err)
	}
}
