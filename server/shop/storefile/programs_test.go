package storefile

import (
	"strings"
	"testing"

	"kaiin/server/base/settings"
)

// A program of the staff is written in a store file as in JSON, and what is wrong with it has its
// path. No scope of the store is named like one of the staff.
func TestAStoreFileHoldsAProgramOfTheStaff(t *testing.T) {
	t.Parallel()
	const program = `
clients:
  - clientId: night-report
    type: confidential
    name: {ja: 夜間集計}
    tokenEndpointAuthMethod: client_secret_basic
    grantTypes: [client_credentials]
    isInternal: true
    staffScopes: [money.read]
    networks: [10.2.0.0/16, "2001:db8:5::/48"]
`
	f, err := parse(smallStore + program)
	if err != nil {
		t.Fatal(err)
	}
	if c := f.Clients[0]; !c.Holds("money.read") || c.Holds("acts.read") || !c.IsFrom("10.2.3.4") || !c.IsFrom("2001:db8:5::1") {
		t.Errorf("%+v", c)
	}
	for path, wrong := range map[string]string{
		"clients[0].staffScopes[0]": strings.Replace(program, "money.read", "propose:money.refund", 1),
		"clients[0].networks[0]":    strings.Replace(program, "10.2.0.0/16", "10.2.0.1/16", 1),
		"clients[0].networks":       strings.Replace(program, `[10.2.0.0/16, "2001:db8:5::/48"]`, "[]", 1),
		"clients[0].scopes[0]":      program + "    scopes: ['staff:money.read']\n",
	} {
		if _, err := parse(smallStore + wrong); err == nil || !strings.Contains(err.Error(), path+":") {
			t.Errorf("%s: %v", path, err)
		}
	}
	f.Settings.Scopes = []settings.ScopeSetting{{Key: "stuff:money.read"}, {Key: "staff:money.read"}}
	if err := f.Validate(); err == nil || !strings.HasPrefix(err.Error(), "settings.storeScopeSettings[1].scopeKey:") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a scope of the store: %v", err)
	}
}
