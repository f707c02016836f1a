package members

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/base/useragent"
	"kaiin/server/desk/masked"
	"kaiin/server/identity/session"
)

// Session is where a member is logged in.
type Session struct {
	ID, Method, Factor, Device, Browser string // "" where it is not known, or none was given
	At, SeenAt                          time.Time
	ProvedAt                            *time.Time
	IP                                  masked.Text

	key uuid.UUID
}

// Cursor is the place of the session in its list.
func (s Session) Cursor() keyset.Cursor { return keyset.Cursor{At: s.At, ID: s.key} }

// Sessions are those of the member that are open, that began last first; addresses of the network
// are whole where the caller has opened them.
func (s *Service) Sessions(ctx context.Context, account uuid.UUID, addresses bool, p keyset.Page) (page []Session, more bool, err error) {
	after, now := newest(p), s.Clock.Now()
	rows, err := s.Store.Query(ctx, `SELECT id, created_at, last_seen_at, authenticated_at, coalesce(login_method, ''), coalesce(factor, ''), user_agent, ip FROM sessions
		WHERE account_id = $1 AND ended_at IS NULL AND expires_at > $2 AND last_seen_at > $3 AND (created_at, id) < ($4, $5) ORDER BY created_at DESC, id DESC LIMIT $6`,
		account, now, now.Add(-session.Idle), after.At, after.ID, p.Limit())
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one Session
		var agent, ip string
		if err := rows.Scan(&one.key, &one.At, &one.SeenAt, &one.ProvedAt, &one.Method, &one.Factor, &agent, &ip); err != nil {
			return nil, false, err
		}
		one.ID, one.IP = one.key.String(), masked.IP(ip)
		if addresses {
			one.IP = masked.Open(ip)
		}
		one.Device, one.Browser = useragent.Device(agent, "")
		page = append(page, one)
	}
	page, more = keyset.Cut(p, page)
	return page, more, rows.Err()
}

// newest is the cursor of the page, or one before all entries.
func newest(p keyset.Page) keyset.Cursor {
	if p.After != nil {
		return *p.After
	}
	return keyset.Cursor{At: time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC), ID: uuid.Max}
}

// Device is a browser that asks the member for no second factor.
type Device struct {
	ID              uuid.UUID
	At, Until       time.Time
	Device, Browser string
}

// mostDevices is how many of the devices of a member are shown.
const mostDevices = 100

// Devices are those that the member trusts, the newest first.
func (s *Service) Devices(ctx context.Context, account uuid.UUID) (all []Device, err error) {
	rows, err := s.Store.Query(ctx, `SELECT id, created_at, expires_at, device, browser FROM trusted_devices
		WHERE account_id = $1 AND expires_at > $2 ORDER BY created_at DESC, id DESC LIMIT $3`, account, s.Clock.Now(), mostDevices)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var d Device
		if err := rows.Scan(&d.ID, &d.At, &d.Until, &d.Device, &d.Browser); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, rows.Err()
}

// Message is a mail or short message to a member, without what it says.
type Message struct {
	ID                       uuid.UUID
	Template, Channel, State string
	To                       masked.Text
	Tries                    int
	At                       time.Time
	SentAt                   *time.Time
}

// Messages are those to the member of the last 30 days, the newest first.
func (s *Service) Messages(ctx context.Context, account uuid.UUID, p keyset.Page) (page []Message, more bool, err error) {
	after := newest(p)
	rows, err := s.Store.Query(ctx, `SELECT id, created_at, template, channel, state, recipient, tries, sent_at FROM messages
		WHERE account_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT $4`, account, after.At, after.ID, p.Limit())
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var m Message
		var to string
		if err := rows.Scan(&m.ID, &m.At, &m.Template, &m.Channel, &m.State, &to, &m.Tries, &m.SentAt); err != nil {
			return nil, false, err
		}
		m.To = masked.Email(to)
		if m.Channel == "sms" {
			m.To = masked.Phone(to)
		}
		page = append(page, m)
	}
	page, more = keyset.Cut(p, page)
	return page, more, rows.Err()
}
