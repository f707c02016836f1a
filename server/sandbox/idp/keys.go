package idp

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"net/http"
	"sync"

	"github.com/go-jose/go-jose/v4"
)

// Keys are made when they are first needed and live as long as the process. A key's id is its
// thumbprint, so that the keys of another process are not taken for these.
var (
	rsaKey     = sync.OnceValue(func() jose.JSONWebKey { return made(newRSA(), jose.RS256) })
	strangeKey = sync.OnceValue(func() jose.JSONWebKey { return made(newRSA(), jose.RS256) }) // never published
	ecKey      = sync.OnceValue(func() jose.JSONWebKey {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		return made(must(key, err), jose.ES256)
	})
)

func newRSA() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	return must(key, err)
}

func made(key any, algorithm jose.SignatureAlgorithm) jose.JSONWebKey {
	k := jose.JSONWebKey{Key: key, Algorithm: string(algorithm), Use: "sig"}
	k.KeyID = base64.RawURLEncoding.EncodeToString(must(k.Thumbprint(crypto.SHA256)))
	return k
}

// must: making a key fails only where there is no randomness, and then nothing works.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// published is what the face signs with, as far as others may know: LINE publishes a key its tokens
// are not signed with.
func (f *face) published() jose.JSONWebKey {
	key := rsaKey
	if f.name == line {
		key = ecKey
	}
	k := key()
	return k.Public()
}

func publishKeys(f *face, w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{f.published()}})
}

// publishPEM is Yahoo! JAPAN's other way: PEM by key id.
func publishPEM(f *face, w http.ResponseWriter, _ *http.Request) {
	key := f.published()
	der, err := x509.MarshalPKIXPublicKey(key.Key)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, http.StatusOK, map[string]string{key.KeyID: string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))})
}
