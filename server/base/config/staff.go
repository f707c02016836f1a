package config

import (
	"errors"
	"net/netip"
	"strings"
)

// StaffIssuer is the store as a client of the OpenID provider of its company. Without an issuer the
// staff log in by a password and an authenticator app.
type StaffIssuer struct {
	OIDCClient

	ACR string // the authentication context class that every login needs; empty: any
}

// Configured reports whether the staff log in by the issuer.
func (s StaffIssuer) Configured() bool { return s.Issuer != "" }

func (s StaffIssuer) validate(production bool) error {
	var problems []error
	if (s.Issuer == "") != (s.ClientID == "") || (s.Issuer == "") != (s.ClientSecret == "") {
		problems = append(problems, errors.New("STAFF_ISSUER_URL, STAFF_CLIENT_ID and STAFF_CLIENT_SECRET go together"))
	}
	if s.ACR != "" && s.Issuer == "" {
		problems = append(problems, errors.New("STAFF_ACR goes with STAFF_ISSUER_URL"))
	}
	if production && s.Issuer != "" && !strings.HasPrefix(s.Issuer, "https://") {
		problems = append(problems, errors.New("STAFF_ISSUER_URL must be https in production"))
	}
	return errors.Join(problems...)
}

// anyNetwork is how a store says that its staff work from everywhere.
const anyNetwork = "any"

var everywhere = []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}

// staffNetworks reads networks. One that holds every address has to be spelled "any", so that no
// slip of the pen opens the desk to the world.
func staffNetworks(v string) (all []netip.Prefix, err error) {
	if strings.TrimSpace(v) == anyNetwork {
		return everywhere, nil
	}
	for part := range strings.SplitSeq(v, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		p, err := netip.ParsePrefix(part)
		switch {
		case err != nil:
			return nil, err
		case p.Bits() == 0:
			return nil, errors.New("must be networks, or any")
		case p.Addr().Is4In6():
			return nil, errors.New("must name IPv4 networks as such")
		}
		all = append(all, p.Masked())
	}
	return all, nil
}
