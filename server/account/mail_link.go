package account

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/secret"
)

// MailLink is what the token of a link in a mail says. No table keeps it: it is sealed, and dies with the address it was sent to.
type MailLink struct {
	Of     uuid.UUID // the row that the link is about
	Issued time.Time
	More   string

	address [8]byte // markOf where it was sent
}

// SealMailLink is the token of a link about a row in a mail to the address. The token of one purpose opens for no other one.
func SealMailLink(box *secret.Box, purpose string, of uuid.UUID, address string, at time.Time, more string) string {
	mark := markOf(address)
	data := binary.BigEndian.AppendUint64(append(of[:], mark[:]...), uint64(at.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(box.Seal(purpose, append(data, more...)))
}

// OpenMailLink reads a token; false for one that is made up.
func OpenMailLink(box *secret.Box, purpose, token string) (l MailLink, ok bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return l, false
	}
	data, err := box.Open(purpose, sealed)
	if err != nil || len(data) < 32 {
		return l, false
	}
	issued := time.UnixMicro(int64(binary.BigEndian.Uint64(data[24:32])))
	return MailLink{Of: uuid.UUID(data[:16]), Issued: issued, More: string(data[32:]), address: [8]byte(data[16:24])}, true
}

// IsSentTo reports whether the account has the address to which the link was sent.
func (l MailLink) IsSentTo(row *ent.Account) bool {
	return row.Email != nil && markOf(*row.Email) == l.address
}

// markOf tells one address from another.
func markOf(address string) [8]byte {
	sum := sha256.Sum256([]byte(EmailKey(address)))
	return [8]byte(sum[:8])
}
