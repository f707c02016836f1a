package keyset

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
)

// Sizes of a page.
const (
	usual = 20
	most  = 100
)

// Cursor names an entry of a list that is ordered by time, then id, newest first.
type Cursor struct {
	At time.Time
	ID uuid.UUID
}

// String is the cursor as callers get it. They send it back and read nothing in it.
func (c Cursor) String() string {
	b := binary.BigEndian.AppendUint64(nil, uint64(c.At.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(append(b, c.ID[:]...))
}

// Page is which part of a list is asked for.
type Page struct {
	First int     // 1 to 100
	After *Cursor // nil: from the beginning
}

// NewPage reads the arguments of a connection; without first it is 20. Fault: INVALID_FORMAT on
// first or after.
func NewPage(first *int, after *string) (Page, error) {
	p := Page{First: usual}
	var wrong fault.Fields
	if first != nil {
		p.First = *first
	}
	if p.First < 1 || p.First > most {
		wrong.Add("first", fault.InvalidFormat)
	}
	if after != nil {
		b, err := base64.RawURLEncoding.DecodeString(*after)
		if err != nil || len(b) != 8+16 {
			wrong.Add("after", fault.InvalidFormat)
			return p, wrong.Err()
		}
		p.After = &Cursor{At: time.UnixMicro(int64(binary.BigEndian.Uint64(b))).UTC(), ID: uuid.UUID(b[8:])}
	}
	return p, wrong.Err()
}

// Limit is how many rows to read: one more than the page has, which tells whether more follow.
func (p Page) Limit() int { return p.First + 1 }

// Cut is the page out of the rows that Limit allowed, and whether more follow.
func Cut[T any](p Page, rows []T) (page []T, more bool) {
	if len(rows) > p.First {
		return rows[:p.First], true
	}
	return rows, false
}
