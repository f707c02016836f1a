package members

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/keyset"
	"kaiin/server/desk/masked"
	"kaiin/server/identity/session"
)

// LoginState is how a member logs in.
type LoginState struct {
	Factors, External []string
	LastLoginAt       *time.Time
	FailedSince       int
	OpenSessions      int
	TrustedDevices    int
}

// LoginState reads how the member logs in, by one statement.
func (s *Service) LoginState(ctx context.Context, account uuid.UUID) (l LoginState, err error) {
	now := s.Clock.Now()
	err = s.Store.QueryRow(ctx, `WITH last AS (SELECT max(created_at) AS at FROM login_events WHERE account_id = $1 AND result)
		SELECT array(SELECT type FROM factors WHERE account_id = $1 UNION ALL SELECT 'Passkey' WHERE EXISTS (SELECT FROM passkeys WHERE account_id = $1) ORDER BY type), array(SELECT type FROM external_accounts WHERE account_id = $1 ORDER BY type),
			last.at, (SELECT count(*) FROM login_events WHERE account_id = $1 AND NOT result AND created_at > coalesce(last.at, '-infinity')),
			(SELECT count(*) FROM sessions WHERE account_id = $1 AND ended_at IS NULL AND expires_at > $2 AND last_seen_at > $3),
			(SELECT count(*) FROM trusted_devices WHERE account_id = $1 AND expires_at > $2)
		FROM last`, account, now, now.Add(-session.Idle)).Scan(pq.Array(&l.Factors), pq.Array(&l.External), &l.LastLoginAt, &l.FailedSince, &l.OpenSessions, &l.TrustedDevices)
	return l, err
}

// Login is a login or a failed one.
type Login struct {
	ID                                       uuid.UUID
	At                                       time.Time
	IsSuccess                                bool
	Method, Factor, Country, Device, Browser string
	IP                                       masked.Text
}

// Logins are those of the member, the newest first; addresses of the network are whole where the
// caller has opened them.
func (s *Service) Logins(ctx context.Context, account uuid.UUID, addresses bool, p keyset.Page) (page []Login, more bool, err error) {
	after := keyset.Cursor{At: time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)}
	if p.After != nil {
		after = *p.After
	}
	rows, err := s.Store.Query(ctx, `SELECT id, created_at, result, login_method, multi_factor_type, country, device, browser, ip FROM login_events
		WHERE account_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT $4`, account, after.At, after.ID, p.Limit())
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var l Login
		var ip string
		if err := rows.Scan(&l.ID, &l.At, &l.IsSuccess, &l.Method, &l.Factor, &l.Country, &l.Device, &l.Browser, &ip); err != nil {
			return nil, false, err
		}
		l.IP = masked.IP(ip)
		if addresses {
			l.IP = masked.Open(ip)
		}
		page = append(page, l)
	}
	page, more = keyset.Cut(p, page)
	return page, more, rows.Err()
}
