package clientfile

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4"

	"kaiin/server/base/words"
	"kaiin/server/base/written"
	"kaiin/server/staff/scope"
)

// File is what the store knows of an app that may ask members for access, or of a program of the
// staff: an OAuth 2.0 client. Its keys are those of the store file, and of the JSON in which
// `kaiin client` takes and shows it.
type File struct {
	ID   string `json:"clientId"`
	Type Type   `json:"type"`

	Name        words.Text   `json:"name"`
	Provider    words.Text   `json:"providerName"`
	Description words.Text   `json:"description"`
	Precautions []Precaution `json:"precautions"`
	Logo        string       `json:"logoUri"`
	ServiceLogo string       `json:"serviceLogoUri"`
	Terms       string       `json:"tosUri"`
	Privacy     string       `json:"privacyUri"`

	Authentication Proof           `json:"tokenEndpointAuthMethod"`
	Keys           json.RawMessage `json:"jwks,omitempty"`           // of private_key_jwt: public keys, a JWK set
	SecretHash     string          `json:"clientSecretSha256"`       // hexadecimal, of a secret of 256 random bits in base64; in a store file only
	SigningAlg     string          `json:"idTokenSignedResponseAlg"` // RS256 (if it says nothing) or ES256

	Grants           []GrantType `json:"grantTypes"`
	Redirects        []string    `json:"redirectUris"`
	LogoutRedirects  []string    `json:"postLogoutRedirectUris"`
	BackChannel      string      `json:"backchannelLogoutUri"`
	Events           string      `json:"entitlementEventsUri"` // where it is told that what a member may watch has changed
	Scopes           []string    `json:"scopes"`
	IsPairwise       bool        `json:"isPairwise"`       // members have another sub at each sector
	Sector           string      `json:"sector"`           // apps that know each other's members by the same sub name the same one
	IsResourceServer bool        `json:"isResourceServer"` // may introspect tokens of other clients

	IsInternal  bool          `json:"isInternal"`  // it is a program of the staff, and asks no member for anything
	StaffScopes []scope.Scope `json:"staffScopes"` // what such a program may do
	Networks    []string      `json:"networks"`    // from where it may do so, such as 10.2.0.0/16
}

// Precaution is something members should know before they allow the app's access.
type Precaution struct {
	Title words.Text `json:"title"`
	Text  words.Text `json:"text"`
}

// Type says where an app runs, and so whether it can keep a secret (RFC 6749 2.1, RFC 8252,
// RFC 9700).
type Type string

// The types. Only confidential clients authenticate.
const (
	ClientConfidential Type = "confidential" // on a server
	ClientNative       Type = "native"       // on a phone, a television, a computer
	ClientBrowser      Type = "browser"      // in a page
)

// Proof is how a client proves who it is (OpenID Connect Core 9).
type Proof string

// The ways.
const (
	ProofBasic Proof = "client_secret_basic"
	ProofPost  Proof = "client_secret_post"
	ProofKey   Proof = "private_key_jwt"
	ProofNone  Proof = "none"
)

// GrantType is how a client may come by tokens.
type GrantType string

// The grant types. GrantRefresh goes with another one.
const (
	GrantCode              GrantType = "authorization_code"
	GrantRefresh           GrantType = "refresh_token"
	GrantClientCredentials GrantType = "client_credentials"
	GrantDevice            GrantType = "urn:ietf:params:oauth:grant-type:device_code"
)

// Validate reports everything that is wrong with a client, each with its key.
func (r *File) Validate() error {
	var p written.Problems
	r.Check(&p, "")
	return errors.Join(p...)
}

// Check is Validate for a client at a path of a file.
func (r *File) Check(all *written.Problems, path string) {
	var p written.Problems
	if !isClientID(r.ID) {
		p.Add("clientId", "needs 3 to 64 letters, digits, hyphens, dots or underscores")
	}
	if r.Name.In("ja") == "" {
		p.Add("name", "is missing")
	}
	for key, address := range map[string]string{"logoUri": r.Logo, "serviceLogoUri": r.ServiceLogo, "tosUri": r.Terms, "privacyUri": r.Privacy} {
		if address != "" && !isShown(address) {
			p.Add(key, "is neither https nor a path of this site")
		}
	}
	if !slices.Contains(SigningAlgorithms, r.Algorithm()) {
		p.Add("idTokenSignedResponseAlg", "must be RS256 or ES256")
	}
	r.validateType(&p)
	r.validateGrants(&p)
	r.validateInternal(&p)
	for i, address := range r.Redirects {
		if why := redirectable(r.Type, address); why != "" {
			p.Add(fmt.Sprintf("redirectUris[%d]", i), "%s", why)
		}
	}
	for i, address := range r.LogoutRedirects {
		if why := redirectable(r.Type, address); why != "" {
			p.Add(fmt.Sprintf("postLogoutRedirectUris[%d]", i), "%s", why)
		}
	}
	for key, address := range map[string]string{"backchannelLogoutUri": r.BackChannel, "entitlementEventsUri": r.Events} {
		if address != "" && !isSecure(address) {
			p.Add(key, "is not https")
		}
	}
	*all = append(*all, written.Under(path, errors.Join(p...))...)
}

func (r *File) validateType(p *written.Problems) {
	switch r.Type {
	case ClientConfidential:
		if !slices.Contains([]Proof{ProofBasic, ProofPost, ProofKey}, r.Authentication) {
			p.Add("tokenEndpointAuthMethod", "must be %s, %s or %s", ProofBasic, ProofPost, ProofKey)
		}
	case ClientNative, ClientBrowser:
		if r.Authentication != ProofNone {
			p.Add("tokenEndpointAuthMethod", "must be none: an app that people have in their hands keeps no secret")
		}
		if slices.Contains(r.Grants, GrantClientCredentials) {
			p.Add("grantTypes", "client_credentials needs a confidential client")
		}
		if r.IsResourceServer {
			p.Add("isResourceServer", "needs a confidential client")
		}
	default:
		p.Add("type", "must be confidential, native or browser")
	}
	p.Check(r.SecretHash == "" || secretHash.MatchString(r.SecretHash), "clientSecretSha256", "must be 64 hexadecimal digits")
	if (r.Authentication == ProofKey) != (len(r.Keys) > 0) {
		p.Add("jwks", "goes with private_key_jwt, and only with that")
	} else if len(r.Keys) > 0 {
		if _, err := PublicKeys(r.Keys); err != nil {
			p.Add("jwks", "%v", err)
		}
	}
}

func (r *File) validateGrants(p *written.Problems) {
	known := []GrantType{GrantCode, GrantRefresh, GrantClientCredentials, GrantDevice}
	for i, g := range r.Grants {
		if !slices.Contains(known, g) {
			p.Add(fmt.Sprintf("grantTypes[%d]", i), "is not known")
		}
	}
	has := func(g GrantType) bool { return slices.Contains(r.Grants, g) }
	if len(r.Grants) == 0 && !r.IsResourceServer {
		p.Add("grantTypes", "are missing")
	}
	if has(GrantRefresh) && !has(GrantCode) && !has(GrantDevice) {
		p.Add("grantTypes", "refresh_token goes with authorization_code or device_code")
	}
	if has(GrantCode) != (len(r.Redirects) > 0) {
		p.Add("redirectUris", "go with authorization_code, and only with that")
	}
}

// SectorName is whom the client shares the subs of its members with.
func (r *File) SectorName() string { return cmp.Or(r.Sector, r.ID) }

// Algorithm is what the client's ID tokens are signed by.
func (r *File) Algorithm() jose.SignatureAlgorithm {
	return jose.SignatureAlgorithm(cmp.Or(r.SigningAlg, string(SigningAlgorithms[0])))
}

// May reports whether the client may come by tokens in this way.
func (r *File) May(g GrantType) bool { return slices.Contains(r.Grants, g) }

var secretHash = regexp.MustCompile(`^[0-9a-f]{64}$`)

func isClientID(id string) bool {
	return len(id) >= 3 && len(id) <= 64 && !strings.ContainsFunc(id, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-._", c))
	})
}

// isShown reports whether a page may hold the address: another site's by https, or a path of this
// one.
func isShown(address string) bool {
	return isSecure(address) || strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") && !strings.ContainsAny(address, `\`)
}

func isSecure(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http" && isLoopback(u)) && u.Host != "" && u.User == nil && u.Fragment == ""
}

// redirectable tells why answers cannot be sent to the address; "" when they can. RFC 8252 7 and
// RFC 9700 2.1: https, or for a native app a loopback address or a scheme of its own in reverse
// domain order; never a fragment.
func redirectable(t Type, address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme == "" || strings.ContainsAny(address, "* \\"):
		return "is not an absolute address"
	case strings.Contains(address, "#"):
		return "has a fragment"
	case u.User != nil:
		return "has a user name"
	case u.Scheme == "https" && u.Host != "":
		return ""
	case u.Scheme == "http" && isLoopback(u):
		return ""
	case t == ClientNative && strings.Contains(u.Scheme, ".") && u.Host == "":
		return ""
	}
	return "is neither https nor, for a native app, a loopback address or a scheme of its own such as com.example.app:/back"
}

func isLoopback(u *url.URL) bool {
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.IsLoopback()
}

// Redirect reports whether the address is registered for answers. They are compared letter by
// letter, but for the port of a native app's loopback address, which its system chooses (RFC
// 8252 7.3).
func (r *File) Redirect(asked string) (found bool) { return r.isOne(r.Redirects, asked) }

// LogoutRedirect is Redirect for the addresses to which a browser goes back after a logout.
func (r *File) LogoutRedirect(asked string) (found bool) {
	return r.isOne(r.LogoutRedirects, asked)
}

func (r *File) isOne(registered []string, asked string) bool {
	if slices.Contains(registered, asked) {
		return true
	}
	return r.Type == ClientNative && slices.ContainsFunc(registered, func(one string) bool { return sameButPort(one, asked) })
}

func sameButPort(registered, asked string) bool {
	a, errA := url.Parse(registered)
	b, errB := url.Parse(asked)
	if errA != nil || errB != nil || a.Scheme != "http" || !isLoopback(a) || b.Hostname() != a.Hostname() {
		return false
	}
	withoutPort := func(address string, u *url.URL) string {
		return strings.Replace(address, u.Host, strings.TrimSuffix(u.Host, ":"+u.Port()), 1)
	}
	return withoutPort(registered, a) == withoutPort(asked, b) && !strings.Contains(asked, "#")
}

// SigningAlgorithms are those that tokens are signed with, the first where a client names none.
var SigningAlgorithms = []jose.SignatureAlgorithm{jose.RS256, jose.ES256}

// PublicKeys reads a set of public keys of a client. A private or a symmetric key in it is an
// error: it is no secret any more.
func PublicKeys(set json.RawMessage) (*jose.JSONWebKeySet, error) {
	keys := new(jose.JSONWebKeySet)
	if err := json.Unmarshal(set, keys); err != nil {
		return nil, errors.New("is not a set of keys")
	}
	if len(keys.Keys) == 0 {
		return nil, errors.New("has no key")
	}
	for _, k := range keys.Keys {
		if !k.IsPublic() || !k.Valid() {
			return nil, fmt.Errorf("the key %q is not a public one", k.KeyID)
		}
	}
	return keys, nil
}
