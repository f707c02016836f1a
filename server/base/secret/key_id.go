package secret

import (
	"bytes"
	"encoding/hex"
)

// The header of what is sealed and of MACs that are kept: a mark, and the id of the key, by which
// it is known when a former secret is needed no more. What begins with a mark by chance opens all
// the same.
const (
	mark       = "key1"
	idSize     = 4
	HeaderSize = len(mark) + idSize
)

const macSize = 32

// Header is what all that the secret in use seals begins with.
func (b *Box) Header() []byte { return bytes.Clone(b.keys[0].header) }

// IDs are the ids of the keys, that of the secret in use first.
func (b *Box) IDs() []string {
	var all []string
	for _, k := range b.keys {
		all = append(all, KeyID(k.header))
	}
	return all
}

// KeyID is the id of the key that sealed a value or made a MAC; "" where it begins with none. Its
// header is enough.
func KeyID(value []byte) string {
	rest, ok := bytes.CutPrefix(value, []byte(mark))
	if !ok || len(rest) < idSize {
		return ""
	}
	return hex.EncodeToString(rest[:idSize])
}

// Mark is what every header begins with.
func Mark() []byte { return []byte(mark) }
