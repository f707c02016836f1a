package secret

import (
	"bytes"
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
	"slices"
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

// Box derives keys from the service's secrets. It is safe for concurrent use.
type Box struct{ keys []keys }

// keys are those of one secret.
type keys struct {
	header []byte // before what is sealed, and before MACs that are kept
	aead   cipher.AEAD
	mac    []byte
}

// NewBox derives the keys. The first secret is the one in use, the others are former ones. Each has
// at least 32 bytes.
func NewBox(secrets ...[]byte) (*Box, error) {
	if len(secrets) == 0 {
		return nil, errors.New("there is no secret")
	}
	b := new(Box)
	for _, secret := range secrets {
		k, err := derive(secret)
		if err != nil {
			return nil, err
		}
		b.keys = append(b.keys, k)
	}
	return b, nil
}

func derive(secret []byte) (keys, error) {
	if len(secret) < 32 {
		return keys{}, errors.New("a secret must have at least 32 bytes")
	}
	id, err := hkdf.Key(sha256.New, secret, nil, "kaiin key id v1", idSize)
	if err != nil {
		return keys{}, err
	}
	seal, err := hkdf.Key(sha256.New, secret, nil, "kaiin seal v1", 32)
	if err != nil {
		return keys{}, err
	}
	mac, err := hkdf.Key(sha256.New, secret, nil, "kaiin mac v1", macSize)
	if err != nil {
		return keys{}, err
	}
	block, err := aes.NewCipher(seal)
	if err != nil {
		return keys{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return keys{header: append([]byte(mark), id...), aead: aead, mac: mac}, err
}

// Seal encrypts data; purpose is bound in, so that data sealed for one use does not open
// in another. It begins with the id of the key.
func (b *Box) Seal(purpose string, data []byte) []byte {
	k := b.keys[0]
	return k.aead.Seal(slices.Clone(k.header), nil, data, []byte(purpose))
}

// Open decrypts what Seal made for the same purpose, with this secret or a former one. What a
// version sealed that wrote no ids of keys opens, too.
func (b *Box) Open(purpose string, sealed []byte) (plain []byte, err error) {
	for _, k := range b.keys {
		rest, ours := bytes.CutPrefix(sealed, k.header)
		if !ours {
			continue
		}
		if plain, err = k.aead.Open(nil, nil, rest, []byte(purpose)); err == nil {
			return plain, nil
		}
	}
	for _, k := range b.keys {
		if plain, err = k.aead.Open(nil, nil, sealed, []byte(purpose)); err == nil {
			return plain, nil
		}
	}
	return nil, err
}

// Reseal seals what Seal made for the purpose anew, with the secret in use.
func (b *Box) Reseal(purpose string, sealed []byte) ([]byte, error) {
	plain, err := b.Open(purpose, sealed)
	if err != nil {
		return nil, err
	}
	return b.Seal(purpose, plain), nil
}

// MAC authenticates data for a purpose. It is for what is compared with IsMAC and kept nowhere, and
// for what starts anew with another secret.
func (b *Box) MAC(purpose string, data []byte) []byte { return b.keys[0].of(purpose, data) }

// KeptMAC is the MAC with the id of the key before it, for what is kept, and compared with IsMAC or
// looked up by MACs. What is kept for long is a hash that can be sealed anew (SealHash).
func (b *Box) KeptMAC(purpose string, data []byte) []byte {
	return append(slices.Clone(b.keys[0].header), b.MAC(purpose, data)...)
}

// MACs are the MACs of the data with this secret and the former ones, each with the id of the key
// and, as a former version kept them, without.
func (b *Box) MACs(purpose string, data []byte) [][]byte {
	var all [][]byte
	for _, k := range b.keys {
		mac := k.of(purpose, data)
		all = append(all, slices.Concat(k.header, mac), mac)
	}
	return all
}

// IsMAC reports whether the MAC is that of the data, with this secret or a former one.
func (b *Box) IsMAC(mac []byte, purpose string, data []byte) bool {
	return slices.ContainsFunc(b.MACs(purpose, data), func(right []byte) bool { return Equal(mac, right) })
}

func (k keys) of(purpose string, data []byte) []byte {
	h := hmac.New(sha256.New, k.mac)
	h.Write([]byte(purpose))
	h.Write([]byte{0})
	h.Write(data)
	return h.Sum(nil)
}
