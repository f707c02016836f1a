package people

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/keyset"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/staff/scope"
)

// State is how far somebody is with working here.
type State string

// States.
const (
	Invited  State = "invited" // cannot log in yet, or no more
	Active   State = "active"
	Disabled State = "disabled"
)

// Person is somebody who works, or worked, for the store.
type Person struct {
	ID         uuid.UUID  `json:"id"`
	Number     int        `json:"number"`
	Name       string     `json:"name"`
	Department string     `json:"department"`
	Email      string     `json:"email"`
	Roles      []string   `json:"roles"`
	State      State      `json:"state"`
	CreatedAt  time.Time  `json:"createdAt"`
	ChangedAt  time.Time  `json:"changedAt"`
	DisabledAt *time.Time `json:"disabledAt"`

	issuer, subject, passwordHash *string
	totp                          []byte
	lastStep                      int64
}

// columns are those of a Person, in the order of scan.
const columns = `m.id, m.number, m.name, coalesce(m.department, ''), m.email, m.roles, m.created_at, m.changed_at, m.disabled_at,
	m.issuer, m.subject, m.password_hash, m.totp_secret, m.last_step`

func (p *Person) scan(row interface{ Scan(into ...any) error }, more ...any) error {
	var roles string
	err := row.Scan(append([]any{
		&p.ID, &p.Number, &p.Name, &p.Department, &p.Email, &roles, &p.CreatedAt, &p.ChangedAt, &p.DisabledAt,
		&p.issuer, &p.subject, &p.passwordHash, &p.totp, &p.lastStep,
	}, more...)...)
	p.Roles = strings.Fields(roles)
	switch {
	case p.DisabledAt != nil:
		p.State = Disabled
	case p.passwordHash != nil || p.subject != nil:
		p.State = Active
	default:
		p.State = Invited
	}
	return err
}

// isOwner reports whether the person can log in as an owner.
func (p *Person) isOwner() bool {
	return p.State == Active && slices.Contains(p.Roles, string(scope.Owner))
}

// staff is the person as an actor, without a session.
func (p *Person) staff() actor.Staff {
	return actor.Staff{
		ID: p.ID, Number: p.Number, Name: p.Name, Department: p.Department, Email: p.Email, Roles: p.Roles, Scopes: scope.Of(p.Roles...),
	}
}

// lookup is the person whom the condition holds for, nil where there is none. A lock is for a
// transaction that changes the row.
func (s *Service) lookup(ctx context.Context, lock bool, where string, values ...any) (*Person, error) {
	query := `SELECT ` + columns + ` FROM staff_members AS m WHERE ` + where
	if lock {
		query += ` FOR UPDATE`
	}
	p := new(Person)
	err := p.scan(s.Store.QueryRow(ctx, query, values...))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return p, err
}

// LookupByEmail is the person with the address, nil where there is none.
func (s *Service) LookupByEmail(ctx context.Context, email string) (*Person, error) {
	return s.lookup(ctx, false, `m.email = $1`, normal(email))
}

// Lookup is the person with the id, nil where there is none.
func (s *Service) Lookup(ctx context.Context, id uuid.UUID) (*Person, error) {
	return s.lookup(ctx, false, `m.id = $1`, id)
}

// Staff is the person as they are now, without a session; nil where there is none, or they may not
// log in.
func (s *Service) Staff(ctx context.Context, id uuid.UUID) (*actor.Staff, error) {
	p, err := s.Lookup(ctx, id)
	if err != nil || p == nil || p.State != Active {
		return nil, err
	}
	staff := p.staff()
	return &staff, nil
}

// Page is a page of people, who came last first.
func (s *Service) Page(ctx context.Context, page keyset.Page) ([]*Person, bool, error) {
	where, values := `true`, []any{}
	if page.After != nil {
		where, values = `(m.created_at, m.id) < ($1, $2)`, []any{page.After.At, page.After.ID}
	}
	all, err := s.people(ctx, where+` ORDER BY m.created_at DESC, m.id DESC LIMIT `+strconv.Itoa(page.Limit()), values...)
	rows, more := keyset.Cut(page, all)
	return rows, more, err
}

// List are people by their numbers, from the one after the number on, at most so many.
func (s *Service) List(ctx context.Context, after, most int) ([]*Person, error) {
	return s.people(ctx, `m.number > $1 ORDER BY m.number LIMIT $2`, after, most)
}

// people are those whom the condition holds for.
func (s *Service) people(ctx context.Context, where string, values ...any) (all []*Person, err error) {
	rows, err := s.Store.Query(ctx, `SELECT `+columns+` FROM staff_members AS m WHERE `+where, values...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		p := new(Person)
		if err := p.scan(rows); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

// normal is an address in its one form.
func normal(email string) string { return account.EmailKey(typed.HalfWidth(email)) }

// changed is how many rows the statement writes.
func (s *Service) changed(ctx context.Context, statement string, values ...any) (n int, err error) {
	err = s.Store.QueryRow(ctx, `WITH written AS (`+statement+` RETURNING 1) SELECT count(*) FROM written`, values...).Scan(&n)
	return n, err
}
