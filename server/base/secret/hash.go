package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
)

// The forms of what SealHash and ResealHash seal, by their first byte.
const (
	formHash = 1 // a hash of the data
	formMAC  = 2 // a MAC, and the keys that may have made it
)

// SealHash is what is kept of a secret that its owner alone knows and may come with years later,
// and that is too short for a bare hash: its hash, sealed. It can be sealed anew without the
// secret. The data has to say whose it is.
func (b *Box) SealHash(purpose string, data []byte) []byte {
	hash := sha256.Sum256(data)
	return b.Seal(purpose, append([]byte{formHash}, hash[:]...))
}

// IsHash reports whether what is kept is of the data. A former version kept a MAC: it is compared
// with those of all secrets, or of those that were there when it was sealed.
func (b *Box) IsHash(kept []byte, purpose string, data []byte) bool {
	if len(kept) == macSize {
		return b.IsMAC(kept, purpose, data)
	}
	plain, err := b.Open(purpose, kept)
	if err != nil || len(plain) <= macSize {
		return false
	}
	form, kept, macKeys := plain[0], plain[1:1+macSize], plain[1+macSize:]
	switch form {
	case formHash:
		hash := sha256.Sum256(data)
		return Equal(kept, hash[:])
	case formMAC:
		return slices.ContainsFunc(slices.Collect(slices.Chunk(macKeys, macSize)), func(key []byte) bool {
			return Equal(kept, keys{mac: key}.of(purpose, data))
		})
	}
	return false
}

// ResealHash seals what is kept anew, with the secret in use. The MAC of a former version cannot be
// made again without the data, nor can it be seen which secret made it. So the keys that may have
// are sealed with it: they are needed for this MAC, and good for nothing once their secret is gone.
func (b *Box) ResealHash(purpose string, kept []byte) ([]byte, error) {
	if len(kept) != macSize {
		plain, err := b.Open(purpose, kept)
		if err == nil && (len(plain) <= macSize || plain[0] != formHash && plain[0] != formMAC) {
			err = errors.New("it is sealed and no hash")
		}
		if err != nil {
			return nil, fmt.Errorf("what is kept of a secret: %w", err)
		}
		return b.Seal(purpose, plain), nil
	}
	plain := append([]byte{formMAC}, kept...)
	for _, k := range b.keys {
		plain = append(plain, k.mac...)
	}
	return b.Seal(purpose, plain), nil
}

// Equal compares two MACs or hashes in constant time.
func Equal(a, b []byte) bool { return hmac.Equal(a, b) }
