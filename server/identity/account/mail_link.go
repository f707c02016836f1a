package account

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/secret"
)

// MailLink is what the token of a link in a mail says. No table keeps it: it is sealed, and dies
// with the address it was sent to.
type MailLink struct {
	Of     uuid.UUID // the row that the link is about
	Issued time.Time
	More   string

	address *[8]byte // markOf where it was sent; nil: the link is from before links knew that
}

// SealMailLink is the token of a link about a row in a mail to the address. The token of one
// purpose opens for no other one.
func SealMailLink(box *secret.Box, purpose string, of uuid.UUID, address string, at time.Time, more string) string {
	mark := markOf(address)
	data := binary.BigEndian.AppendUint64(append(of[:], mark[:]...), uint64(at.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(box.Seal(purpose, append(data, more...)))
}

// OpenMailLink reads a token. The links of a former release work on as well: their tokens lack the
// address and are sealed under a purpose of their own, so that neither opens as the other. False
// for a token that is made up.
func OpenMailLink(box *secret.Box, purpose, former, token string) (l MailLink, ok bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return l, false
	}
	data, err := box.Open(purpose, sealed)
	if err == nil && len(data) >= 32 {
		l.address = (*[8]byte)(data[16:24])
		return l.read(data[:16], data[24:]), true
	}
	data, err = box.Open(former, sealed)
	if err != nil || len(data) < 24 {
		return l, false
	}
	return l.read(data[:16], data[16:]), true
}

// read is the link with the id of its row, and with its time and what comes after it.
func (l MailLink) read(id, rest []byte) MailLink {
	l.Of, l.Issued, l.More = uuid.UUID(id), time.UnixMicro(int64(binary.BigEndian.Uint64(rest))), string(rest[8:])
	return l
}

// IsSentTo reports whether the link was sent to the address that the account has now. A link of a
// former release does not say where it was sent. It is refused when the present address was proved
// after the link was made: then the address may have changed. That also refuses links that went to
// the present address before it was proved. What a link does can always be done in My Page, too.
func (l MailLink) IsSentTo(row *ent.Account) bool {
	switch {
	case row.Email == nil:
		return false
	case l.address == nil:
		return row.EmailVerifiedAt == nil || !row.EmailVerifiedAt.After(l.Issued)
	}
	return markOf(*row.Email) == *l.address
}

// markOf tells one address from another.
func markOf(address string) [8]byte {
	sum := sha256.Sum256([]byte(EmailKey(address)))
	return [8]byte(sum[:8])
}
