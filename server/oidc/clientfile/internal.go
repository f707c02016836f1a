package clientfile

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"

	"kaiin/server/base/written"
	"kaiin/server/staff/scope"
)

// validateInternal says what is wrong with a program of the staff, or with an app that claims what
// only such a program has.
func (r *File) validateInternal(p *written.Problems) {
	for i, one := range r.Scopes {
		p.Check(!scope.IsWire(one), fmt.Sprintf("scopes[%d]", i), "is of the staff: no member is asked for it")
	}
	if !r.IsInternal {
		p.Check(len(r.StaffScopes) == 0, "staffScopes", "go with isInternal, and only with that")
		p.Check(len(r.Networks) == 0, "networks", "go with isInternal, and only with that")
		return
	}
	p.Check(r.Type == ClientConfidential, "type", "must be confidential for a program of the staff")
	p.Check(slices.Equal(r.Grants, []GrantType{GrantClientCredentials}), "grantTypes", "of a program of the staff are client_credentials alone")
	for _, of := range []struct {
		key   string
		given bool
	}{
		{"postLogoutRedirectUris", len(r.LogoutRedirects) > 0},
		{"backchannelLogoutUri", r.BackChannel != ""},
		{"entitlementEventsUri", r.Events != ""},
		{"scopes", len(r.Scopes) > 0},
		{"isPairwise", r.IsPairwise},
		{"sector", r.Sector != ""},
		{"isResourceServer", r.IsResourceServer},
	} {
		p.Check(!of.given, of.key, "is for apps of members, which a program of the staff is not")
	}
	p.Check(len(r.StaffScopes) > 0, "staffScopes", "are missing")
	for i, one := range r.StaffScopes {
		path := fmt.Sprintf("staffScopes[%d]", i)
		if !scope.ForProgram(one) {
			p.Add(path, "%q is nothing that a program may do", one)
			continue
		}
		p.Check(r.provesEnough(one), path, "%q changes or opens something, which needs private_key_jwt", one)
	}
	p.Check(len(r.Networks) > 0, "networks", "are missing")
	for i, text := range r.Networks {
		if _, err := network(text); err != nil {
			p.Add(fmt.Sprintf("networks[%d]", i), "%q %v", text, err)
		}
	}
}

// provesEnough reports whether the way in which the client proves itself is good enough for the
// scope.
func (r *File) provesEnough(one scope.Scope) bool {
	return r.Authentication == ProofKey || !scope.NeedsKey(one)
}

// Holds reports whether the client is a program of the staff that may do what the scope lets it: by
// its registration and by the rules for programs, as both are now.
func (r *File) Holds(one scope.Scope) bool {
	return r.IsInternal && slices.Contains(r.StaffScopes, one) && scope.ForProgram(one) && r.provesEnough(one)
}

// IsFrom reports whether the address is in a network of the program.
func (r *File) IsFrom(address string) bool {
	ip, err := netip.ParseAddr(address)
	return err == nil && slices.ContainsFunc(r.Networks, func(text string) bool {
		in, err := network(text)
		return err == nil && in.Contains(ip.Unmap().WithZone(""))
	})
}

// network reads a network such as 10.2.0.0/16. What is probably not meant is an error: an address
// within a network, and IPv4 in the clothes of IPv6, which no caller has.
func network(text string) (netip.Prefix, error) {
	in, err := netip.ParsePrefix(text)
	switch {
	case err != nil:
		return in, errors.New("is no network such as 10.2.0.0/16")
	case in != in.Masked():
		return in, fmt.Errorf("is no network but an address in %s", in.Masked())
	case in.Addr().Is4In6():
		return in, errors.New("is IPv4: write it so")
	}
	return in, nil
}
