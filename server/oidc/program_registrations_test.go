package oidc_test

import (
	"slices"
	"strings"
	"testing"

	"kaiin/server/oidc/clientfile"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/scope"
)

// At its registration it is decided what a program may do: a scope that changes or opens something
// needs a key, and no program has what is for people alone.
func TestProgramsThatAreNotRegistered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*clientfile.File)
		key    string
	}{
		"a secret and a writing scope": {func(r *clientfile.File) {
			r.Authentication, r.Keys, r.StaffScopes = clientfile.ProofBasic, nil, []scope.Scope{scope.MoneyRead, scope.Propose(scope.MoneyRefund)}
		}, "staffScopes[1]"},
		"a secret in the form and a writing scope": {func(r *clientfile.File) {
			r.Authentication, r.Keys, r.StaffScopes = clientfile.ProofPost, nil, []scope.Scope{scope.Propose(scope.MoneyRefund)}
		}, "staffScopes[0]"},
		"a scope of people":               {func(r *clientfile.File) { r.StaffScopes = []scope.Scope{scope.MoneyRefund} }, "staffScopes[0]"},
		"to propose to approve":           {func(r *clientfile.File) { r.StaffScopes = []scope.Scope{scope.Propose(scope.ApproveMoney)} }, "staffScopes[0]"},
		"to propose what it may do":       {func(r *clientfile.File) { r.StaffScopes = []scope.Scope{scope.Propose(scope.MoneyRead)} }, "staffScopes[0]"},
		"a scope that is none":            {func(r *clientfile.File) { r.StaffScopes = []scope.Scope{"money.reed"} }, "staffScopes[0]"},
		"a scope as OAuth names it":       {func(r *clientfile.File) { r.StaffScopes = []scope.Scope{"staff:money.read"} }, "staffScopes[0]"},
		"no scopes":                       {func(r *clientfile.File) { r.StaffScopes = nil }, "staffScopes"},
		"no networks":                     {func(r *clientfile.File) { r.Networks = nil }, "networks"},
		"a network that is an address":    {func(r *clientfile.File) { r.Networks = []string{"10.2.3.4"} }, "networks[0]"},
		"a network with an address in it": {func(r *clientfile.File) { r.Networks = []string{"10.2.0.0/16", "10.3.0.1/16"} }, "networks[1]"},
		"a network of IPv4 as IPv6":       {func(r *clientfile.File) { r.Networks = []string{"::ffff:10.2.0.0/112"} }, "networks[0]"},
		"an app on a phone": {func(r *clientfile.File) {
			r.Type, r.Authentication, r.Keys = clientfile.ClientNative, clientfile.ProofNone, nil
		}, "type"},
		"codes of members": {func(r *clientfile.File) {
			r.Grants, r.Redirects = append(r.Grants, clientfile.GrantCode), []string{"https://tool.example/back"}
		}, "grantTypes"},
		"no grant":             {func(r *clientfile.File) { r.Grants = nil }, "grantTypes"},
		"redirects":            {func(r *clientfile.File) { r.Redirects = []string{"https://tool.example/back"} }, "redirectUris"},
		"redirects of logouts": {func(r *clientfile.File) { r.LogoutRedirects = []string{"https://tool.example/"} }, "postLogoutRedirectUris"},
		"logouts of members":   {func(r *clientfile.File) { r.BackChannel = "https://tool.example/logout" }, "backchannelLogoutUri"},
		"events of members":    {func(r *clientfile.File) { r.Events = "https://tool.example/events" }, "entitlementEventsUri"},
		"scopes of members":    {func(r *clientfile.File) { r.Scopes = []string{"email"} }, "scopes"},
		"subs of members":      {func(r *clientfile.File) { r.IsPairwise = true }, "isPairwise"},
		"a sector":             {func(r *clientfile.File) { r.Sector = "tools" }, "sector"},
		"to introspect":        {func(r *clientfile.File) { r.IsResourceServer = true }, "isResourceServer"},
		"an app of members with scopes of the staff": {func(r *clientfile.File) {
			*r = oidctest.Web()
			r.StaffScopes = []scope.Scope{scope.MoneyRead}
		}, "staffScopes"},
		"an app of members with networks": {func(r *clientfile.File) {
			*r = oidctest.Web()
			r.Networks = []string{"10.0.0.0/8"}
		}, "networks"},
		"an app of members that asks for what is the staff's": {func(r *clientfile.File) {
			*r = oidctest.Web()
			r.Scopes = []string{"openid", "staff:money.read"}
		}, "scopes[1]"},
	} {
		r, _ := oidctest.Program(t, scope.MoneyRead, scope.Propose(scope.MoneyRefund))
		c.change(&r)
		if err := r.Validate(); err == nil || !slices.ContainsFunc(strings.Split(err.Error(), "\n"), func(line string) bool { return strings.HasPrefix(line, c.key+":") }) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(*clientfile.File){
		"a key and a writing scope": func(*clientfile.File) {},
		"a secret and reading scopes": func(r *clientfile.File) {
			r.Authentication, r.Keys, r.StaffScopes = clientfile.ProofBasic, nil, []scope.Scope{scope.MoneyRead, scope.ActsRead}
		},
	} {
		r, _ := oidctest.Program(t, scope.MoneyRead, scope.Propose(scope.MoneyRefund))
		change(&r)
		if err := r.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
