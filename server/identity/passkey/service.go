package passkey

import (
	"context"
	"net"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/session"
)

// Service keeps passkeys.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Settings *settings.Service
	Notify   *notify.Service
	Throttle *throttle.Service
	Flow     *flow.Service
	Session  *session.Service
	Account  *account.Service
	Origin   *url.URL // of the pages; its host is what passkeys belong to
}

// Offered reports whether browsers have passkeys at our origin: the host is a name, and the page is
// safe or on the visitor's own machine.
func (s *Service) Offered() bool {
	if s.Origin == nil || net.ParseIP(s.Origin.Hostname()) != nil {
		return false
	}
	return s.Origin.Scheme == "https" || s.Origin.Hostname() == "localhost"
}

// party is us, as devices know us, in the language. Fault: not found, where no passkeys are
// offered.
func (s *Service) party(ctx context.Context, locale string) (*webauthn.WebAuthn, error) {
	if !s.Offered() {
		return nil, fault.NotFound()
	}
	current, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	limit := webauthn.TimeoutConfig{Timeout: ChallengeLife, TimeoutUVD: ChallengeLife} // our own clock ends it
	return webauthn.New(&webauthn.Config{
		RPID: s.Origin.Hostname(), RPDisplayName: current.ServiceName.In(locale), RPOrigins: []string{s.Origin.String()},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: limit, Registration: limit},
		// Some devices tell more than they were asked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
}
