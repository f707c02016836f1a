// Package secret makes, hashes and seals the secrets Kaiin keeps.
//
// Tokens are 256 random bits, handed out once and stored as a SHA-256 hash. Short codes (PINs) are stored as an HMAC
// under a key derived from KAIIN_SECRET, because a bare hash of six digits can be reversed by trying them all. Data
// that must be read again (a pending sign-up, a mail not yet sent) is sealed with AES-256-GCM under another derived key.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
)

// Token returns a new secret of 256 random bits in URL-safe base64 (43 characters).
func Token() string {
	b := make([]byte, 32)
	rand.Read(b) // never fails (crypto/rand)
	return base64.RawURLEncoding.EncodeToString(b)
}

// HashToken is what the database keeps of a token.
func HashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// Digits returns n random decimal digits, each code equally likely.
func Digits(n int64) string {
	limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil)
	v, err := rand.Int(rand.Reader, limit)
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return fmt.Sprintf("%0*d", int(n), v)
}

// Box derives keys from the service's secret. It is safe for concurrent use.
type Box struct {
	aead cipher.AEAD
	mac  []byte
}

// NewBox derives the keys. The secret has at least 32 bytes.
func NewBox(secret []byte) (*Box, error) {
	if len(secret) < 32 {
		return nil, errors.New("the secret must have at least 32 bytes")
	}
	seal, err := hkdf.Key(sha256.New, secret, nil, "kaiin seal v1", 32)
	if err != nil {
		return nil, err
	}
	mac, err := hkdf.Key(sha256.New, secret, nil, "kaiin mac v1", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(seal)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, err
	}
	return &Box{aead: aead, mac: mac}, nil
}

// Seal encrypts data; purpose is bound in, so that data sealed for one use does not open in another.
func (b *Box) Seal(purpose string, data []byte) []byte {
	return b.aead.Seal(nil, nil, data, []byte(purpose))
}

// Open decrypts what Seal made for the same purpose.
func (b *Box) Open(purpose string, sealed []byte) ([]byte, error) {
	return b.aead.Open(nil, nil, sealed, []byte(purpose))
}

// MAC authenticates data for a purpose. Compare with Equal.
func (b *Box) MAC(purpose string, data []byte) []byte {
	h := hmac.New(sha256.New, b.mac)
	h.Write([]byte(purpose))
	h.Write([]byte{0})
	h.Write(data)
	return h.Sum(nil)
}

// Equal compares two MACs or hashes in constant time.
func Equal(a, b []byte) bool { return hmac.Equal(a, b) }
