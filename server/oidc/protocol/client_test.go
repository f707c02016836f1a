package protocol_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"kaiin/server/base/secret"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/oidc/oidctest"
)

// A client proves itself by an assertion of each algorithm that discovery names, signed by a key
// that is registered for it, and by no other: not without a signature, and not with its public key,
// which anyone has, taken for a shared secret (RFC 8725 2.1, 3.1).
func TestAssertionsAreSignedByTheClientsKeys(t *testing.T) { // D-61
	t.Parallel()
	w := setup(t, nil)
	rsaKey, other := newRSA(t), newRSA(t)
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public := jose.JSONWebKey{Key: &rsaKey.PublicKey, KeyID: "rsa"}
	register := func(id string, keys ...jose.JSONWebKey) {
		t.Helper()
		set, err := json.Marshal(jose.JSONWebKeySet{Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		r := oidctest.Web()
		r.ID, r.Authentication, r.Keys = id, clientfile.ProofKey, set
		w.Client(t, r)
	}
	register("signed", public, jose.JSONWebKey{Key: &curve.PublicKey, KeyID: "curve"})
	register("strict", jose.JSONWebKey{Key: &rsaKey.PublicKey, KeyID: "rsa", Algorithm: "RS256"})

	der, err := x509.MarshalPKIXPublicKey(&rsaKey.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	known, err := public.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		client, what string
		alg          jose.SignatureAlgorithm
		kid          string
		key          any
		ok           bool
	}{
		{"signed", "RS256", jose.RS256, "rsa", rsaKey, true},
		{"signed", "PS256", jose.PS256, "rsa", rsaKey, true},
		{"signed", "ES256", jose.ES256, "curve", curve, true},
		{"signed", "RS256 without a kid", jose.RS256, "", rsaKey, true},
		{"strict", "RS256, as the key says", jose.RS256, "rsa", rsaKey, true},
		{"strict", "PS256, and the key is for RS256", jose.PS256, "rsa", rsaKey, false},
		{"strict", "RS512", jose.RS512, "rsa", rsaKey, false},
		{"signed", "RS256 by another's key", jose.RS256, "rsa", other, false},
		{"signed", "RS256 with the kid of another key", jose.RS256, "curve", rsaKey, false},
		{"signed", "HS256 by the public key, PEM", jose.HS256, "rsa", pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), false},
		{"signed", "HS256 by the public key, DER", jose.HS256, "rsa", der, false},
		{"signed", "HS256 by the public key, JWK", jose.HS256, "rsa", known, false},
		{"signed", "HS256 by the modulus", jose.HS256, "rsa", rsaKey.N.Bytes(), false},
		{"signed", "HS256 without a kid", jose.HS256, "", der, false},
	} {
		options := &jose.SignerOptions{}
		if c.kid != "" {
			options = options.WithHeader("kid", c.kid)
		}
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: c.alg, Key: c.key}, options)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		text, err := jwt.Signed(signer).Claims(w.says(c.client)).Serialize()
		if err != nil {
			t.Fatal(err)
		}
		w.assert(c.client, c.what, text, c.ok)
		if c.ok {
			w.assert(c.client, c.what+", once more", text, false) // RFC 7523 3
		}
	}

	payload, err := json.Marshal(w.says("signed"))
	if err != nil {
		t.Fatal(err)
	}
	for _, alg := range []string{"none", "None", "nOnE", ""} {
		head := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"alg":%q,"kid":"rsa"}`, alg))
		body := head + "." + base64.RawURLEncoding.EncodeToString(payload)
		w.assert("signed", "alg "+alg, body+".", false)
		digest := crypto.SHA256.New()
		digest.Write([]byte(body))
		signature, err := rsa.SignPKCS1v15(rand.Reader, rsaKey, crypto.SHA256, digest.Sum(nil))
		if err != nil {
			t.Fatal(err)
		}
		w.assert("signed", "alg "+alg+", signed", body+"."+base64.RawURLEncoding.EncodeToString(signature), false)
	}
}

func newRSA(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// says are the claims of an assertion of the client, good once.
func (w *world) says(client string) map[string]any {
	now := w.Clock.Now()
	return map[string]any{"iss": client, "sub": client, "aud": w.url, "jti": secret.Token(), "exp": now.Add(time.Minute).Unix(), "iat": now.Unix()}
}

// assert asks for a client's own tokens with an assertion, with and without its client_id.
func (w *world) assert(client, what, assertion string, ok bool) {
	w.t.Helper()
	form := url.Values{"grant_type": {"client_credentials"}, "client_assertion": {assertion}, "client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}}
	if !ok { // else it is used up
		form.Set("client_id", client)
	}
	for range 2 {
		status, says, _ := w.post("/oidc/token", form, asPublic)
		if ok != (status == http.StatusOK) || !ok && (status != http.StatusUnauthorized || says["error"] != "invalid_client") {
			w.t.Errorf("%s, %s: %d %v", client, what, status, says)
		}
		if ok {
			return
		}
		form.Del("client_id")
	}
}
