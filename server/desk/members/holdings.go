package members

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Consent is what a member has said to a policy or to an option.
type Consent struct {
	Kind     string // POLICY, OPTION
	ID       string
	IsAgreed bool
	Revision *int // of the policy
	At       time.Time
}

// Consents are the newest of what the member has agreed to, at most so many: policies with their
// revisions, and the answers to options that count.
func (s *Service) Consents(ctx context.Context, account uuid.UUID, first int) (all []Consent, err error) {
	rows, err := s.Store.Query(ctx, `SELECT 'POLICY', policy_id, true, revision, created_at AS at FROM consents WHERE account_id = $1
		UNION ALL SELECT 'OPTION', option_id, agreed, NULL, created_at FROM consent_answers WHERE account_id = $1 AND replaced_at IS NULL
		ORDER BY at DESC, 1, 2, 4 DESC LIMIT $2`, account, first)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c Consent
		if err := rows.Scan(&c.Kind, &c.ID, &c.IsAgreed, &c.Revision, &c.At); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

// Grant is an app that a member lets in.
type Grant struct {
	ID         uuid.UUID
	Client     string
	Scopes     []string
	IssuedAt   time.Time
	LastUsedAt *time.Time
}

// Grants are the apps that the member let in last, at most so many.
func (s *Service) Grants(ctx context.Context, account uuid.UUID, first int) (all []Grant, err error) {
	rows, err := s.Store.Query(ctx, `SELECT id, client_id, array(SELECT jsonb_object_keys(scopes) AS scope ORDER BY scope), issued_at, last_used_at
		FROM oidc_grants WHERE account_id = $1 ORDER BY issued_at DESC, id DESC LIMIT $2`, account, first)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var g Grant
		if err := rows.Scan(&g.ID, &g.Client, pq.Array(&g.Scopes), &g.IssuedAt, &g.LastUsedAt); err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, rows.Err()
}

// Profiles is how many profiles the member has.
func (s *Service) Profiles(ctx context.Context, account uuid.UUID) (n int, err error) {
	err = s.Store.QueryRow(ctx, `SELECT count(*) FROM profiles WHERE account_id = $1`, account).Scan(&n)
	return n, err
}
