package acts

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
)

// older is a row as the first version of the record hashed it: place and content in one. Nothing
// proves it once it has forgotten what it says, but the hashes around it.
type older struct {
	place
	content
}

func (r *row) isProvedAsOlder() bool {
	if r.forgottenAt != nil {
		return true
	}
	o := older{r.place, r.content}
	o.At, o.KeepUntil = r.At.UTC(), r.KeepUntil.UTC()
	text, err := json.Marshal(o)
	if err != nil { // a time that is none of ours
		return false
	}
	sum := sha256.Sum256(append(bytes.Clone(r.previous), text...))
	return bytes.Equal(sum[:], r.hash)
}
