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
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"

	"kaiin/ent"
	"kaiin/server/base/secret"
)

const (
	// announced is how long a key is published before it signs, so that no app meets a signature by
	// a key it has not read.
	announced = 24 * time.Hour
	// remembered is how long a key is published after it signed last: longer than any of
	// its tokens.
	remembered = 48 * time.Hour
	// rsaBits is the size of RS256 keys, the least that RFC 7518 3.3 allows: a signature by 3072
	// bits takes three times as long, of each token, and tokens last for minutes.
	rsaBits = 2048
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
