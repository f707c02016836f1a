package login

import (
	"context"
	"errors"
	"time"
)

// How a provider can fail. Every error of a Provider wraps exactly one of the two and says more for
// the log, without secrets and personal data.
var (
	// ErrProviderRefused: the provider does not vouch for anybody (a code that is spent, expired or
	// another browser's), or what it says does not hold: signature, issuer, audience, nonce, time.
	// Only a new start can help.
	ErrProviderRefused = errors.New("the external provider does not vouch for the sign-in")
	// ErrProviderUnreachable: no answer, or one that is none. Another start may go well; the code
	// that was brought is lost.
	ErrProviderUnreachable = errors.New("the external provider cannot be reached")
)

// Provider is an external identity provider, spoken to by the authorization code flow (RFC 6749)
// with PKCE (RFC 7636). A browser that comes back with error=access_denied in place of a code has
// declined, and Finish is not called.
type Provider interface {
	// Start is the address the browser goes to: the provider's authorize page, with state, nonce
	// and PKCE challenge (S256). Its only error is ErrProviderUnreachable.
	Start(ctx context.Context, in ProviderStart) (address string, err error)
	// Finish exchanges the code, once, and tells who signed in, with everything the provider
	// signs verified. It must not be repeated with the same code: providers may then revoke what
	// they gave.
	Finish(ctx context.Context, in ProviderFinish) (Identity, error)
	// FormPost tells how the browser comes back: by a form posted to /auth/callback/form
	// (response_mode=form_post, from another site), or else by GET to /auth/callback. RedirectURL
	// must be the one that fits.
	FormPost() bool
}

// ProviderStart is what a sign-in begins with. State, Nonce and Verifier are made anew for each; a
// verifier has 43 to 128 characters out of letters, digits, "-", ".", "_" and "~".
type ProviderStart struct {
	State, Nonce, Verifier string
	RedirectURL            string // absolute, and registered at the provider
	Locale                 string // ja or en

	// Again asks the provider to have the person log in anew, although they may be logged in there:
	// they prove once more who they are.
	Again bool
}

// ProviderFinish is what a sign-in ends with: the code that came back, and the nonce, verifier and
// redirect address it began with.
type ProviderFinish struct {
	Code, Nonce, Verifier string
	RedirectURL           string

	// Since is from when the person's login at the provider has to be, if the provider says when
	// that was; the zero time: any.
	Since time.Time
}

// Identity is who signed in at a provider. Provider and Subject together are the only key of a
// person: the rest may be missing, may change, and may be another's. What a provider does not tell
// is the zero value.
type Identity struct {
	Subject string // at most 255 bytes, never empty

	Email         string
	EmailVerified bool // the provider says so itself; LINE and Facebook never do

	Name, FamilyName, GivenName   string
	FamilyNameKana, GivenNameKana string
	Nickname                      string
	Sex                           *int   // 1 male, 2 female
	Birthday                      string // YYYYMMDD
}
