package accounttest

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/secret"
)

// FormerMailLink is the token of a link as mails had it before account.SealMailLink knew
// the address.
func FormerMailLink(box *secret.Box, purpose string, of uuid.UUID, at time.Time, more string) string {
	data := binary.BigEndian.AppendUint64(of[:], uint64(at.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(box.Seal(purpose, append(data, more...)))
}
