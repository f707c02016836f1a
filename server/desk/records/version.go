package records

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
)

// Row is a row that something is decided about.
type Row interface {
	Contract | Bill | Charge | Refund | Order | Event | Job
}

// Version tells one state of a row from another: it changes with what is shown, and not with how
// often somebody has looked.
func Version[R Row](row R) string {
	shown, err := json.Marshal(row)
	if err != nil {
		panic(err) // rows hold nothing that cannot be written
	}
	sum := sha256.Sum256(shown)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
