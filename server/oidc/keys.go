package oidc

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"

	"kaiin/ent"
	"kaiin/server/secret"
)

// algorithms are those that tokens are signed with, the first where a client names none.
var algorithms = []jose.SignatureAlgorithm{jose.RS256, jose.ES256}

const (
	// announced is how long a key is published before it signs, so that no app meets a signature by a key it has not read.
	announced = 24 * time.Hour
	// remembered is how long a key is published after it signed last: longer than any of its tokens.
	remembered = 48 * time.Hour
	// rsaBits is the size of RS256 keys (RFC 7518 3.3 wants 2048 at least).
	rsaBits = 3072
)

// newKey makes a key pair. What is kept of the private half is sealed.
func newKey(box *secret.Box, algorithm jose.SignatureAlgorithm) (id string, sealed []byte, public json.RawMessage, err error) {
	var private crypto.Signer
	switch algorithm {
	case jose.ES256:
		private, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case jose.RS256:
		private, err = rsa.GenerateKey(rand.Reader, rsaBits)
	default:
		err = fmt.Errorf("no key for %s", algorithm)
	}
	if err != nil {
		return "", nil, nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return "", nil, nil, err
	}
	jwk := jose.JSONWebKey{Key: private.Public(), Algorithm: string(algorithm), Use: "sig"}
	print, err := jwk.Thumbprint(crypto.SHA256) // RFC 7638
	if err != nil {
		return "", nil, nil, err
	}
	jwk.KeyID = base64.RawURLEncoding.EncodeToString(print)
	if public, err = jwk.MarshalJSON(); err != nil {
		return "", nil, nil, err
	}
	return jwk.KeyID, box.Seal(sealedKey, der), public, nil
}

const sealedKey = "oidc key"

// opened is the private half of a key.
func opened(box *secret.Box, row *ent.OidcKey) (crypto.Signer, error) {
	der, err := box.Open(sealedKey, row.Private)
	if err != nil {
		return nil, fmt.Errorf("key %s: sealed with a secret that is not configured: %w", row.KeyID, err)
	}
	private, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, fmt.Errorf("key %s: %w", row.KeyID, err)
	}
	signer, ok := private.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("key %s: signs nothing", row.KeyID)
	}
	return signer, nil
}

// publicKeys reads a set of public keys of a client. A private or a symmetric key in it is an error: it is no secret any more.
func publicKeys(set json.RawMessage) (*jose.JSONWebKeySet, error) {
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
