package members

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/desk/masked"
	"kaiin/server/staff/acts"
)

// Service reads members for the staff.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Settings *settings.Service
	Notify   *notify.Service
	Secrets  *secret.Box
	Owners   Owners
}

// Owners are those of the desk.
type Owners interface {
	// Tell mails all of them. It joins the caller's transaction.
	Tell(ctx context.Context, m notify.Message) error
}

// Fields are the personal values that can be opened, each by itself.
func Fields() []acts.PersonalField {
	return []acts.PersonalField{
		acts.FieldName, acts.FieldKana, acts.FieldEmail, acts.FieldPhone, acts.FieldBirthday, acts.FieldSex, acts.FieldPostalCode, acts.FieldAddress, acts.FieldUserID, acts.FieldCustom,
		acts.FieldLogins,
	}
}

// Member is a member as the staff see them.
type Member struct {
	ID          uuid.UUID
	Status      string
	Locale      string
	CreatedAt   time.Time
	WithdrawnAt *time.Time
	ErasedAt    *time.Time
	LeavesAt    *time.Time // as the staff were asked; nil: it does not
	Version     string     // of what was shown: a later change makes it another one
	HasPassword bool
	MustChange  bool // the password
	IsGuarded   bool

	Name, Kana, Email, Phone, Birthday, Sex, PostalCode, Address, UserID masked.Text
	Custom                                                               []Custom // of a member who is opened

	Prefecture      *int
	EmailVerifiedAt *time.Time

	revealed *Revealed // by the person that it is read for; nil: nothing
	answers  []byte    // in fields of the store's own, as the row has them
}

// IsOpen reports whether the caller has opened the field.
func (m *Member) IsOpen(f acts.PersonalField) bool {
	return m.revealed != nil && slices.Contains(m.revealed.Fields, f)
}

// Summaries are members by their ids, masked for every caller. One statement reads all of them.
func (s *Service) Summaries(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*Member, error) {
	return s.read(ctx, ids, uuid.NullUUID{})
}

// Open is the member as the person or program may see them: with the values whole that the person
// has opened. Nil if there is no such member. The act has to be written before (acts.Look).
func (s *Service) Open(ctx context.Context, a actor.Actor, id uuid.UUID) (*Member, *Revealed, error) {
	var by uuid.NullUUID // a program has nothing open
	if a.Staff != nil && a.Staff.IsPerson() {
		by = uuid.NullUUID{UUID: a.Staff.ID, Valid: true}
	}
	all, err := s.read(ctx, []uuid.UUID{id}, by)
	if err != nil || all[id] == nil {
		return nil, nil, err
	}
	m := all[id]
	m.Custom, err = s.custom(ctx, m)
	return m, m.revealed, err
}

// Exists reports whether there is such a member, also one who has left.
func (s *Service) Exists(ctx context.Context, id uuid.UUID) (found bool, err error) {
	found, _, err = s.Known(ctx, id)
	return found, err
}

// Known is Exists, with whether the member is guarded.
func (s *Service) Known(ctx context.Context, id uuid.UUID) (found, guarded bool, err error) {
	err = s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM accounts WHERE id = $1), EXISTS (SELECT FROM member_guards WHERE account_id = $1)`, id).Scan(&found, &guarded)
	return found, guarded, err
}

type raw struct {
	Name, Kana, Email, Phone, Birthday, Postal, Address, UserID, Sex string
}

// read reads members, and what of each the person has open.
func (s *Service) read(ctx context.Context, ids []uuid.UUID, by uuid.NullUUID) (map[uuid.UUID]*Member, error) {
	rows, err := s.Store.Query(ctx, `SELECT id, status, locale, created_at, withdrawn_at, erased_at,
			(SELECT max(due_at) FROM requested_withdrawals WHERE account_id = accounts.id AND ended_at IS NULL), password_hash IS NOT NULL, must_change_password, prefecture, email_verified_at,
			EXISTS (SELECT FROM member_guards WHERE account_id = accounts.id), coalesce(name, concat_ws(' ', family_name, given_name), ''), coalesce(name_kana, concat_ws(' ', family_name_kana, given_name_kana), ''),
			coalesce(email, ''), coalesce(phone_number, ''), coalesce(birthday, ''), coalesce(postal_code, ''), concat_ws(' ', address, address2), coalesce(user_id, ''), coalesce(sex::text, ''),
			custom, coalesce((SELECT json_agg(r ORDER BY until DESC, id DESC) FROM (`+openSQL+`) AS r), '[]')
		FROM accounts WHERE id = ANY($1)`, pq.Array(ids), by, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	all := make(map[uuid.UUID]*Member, len(ids))
	for rows.Next() {
		m := new(Member)
		var r raw
		var open []byte
		if err := rows.Scan(&m.ID, &m.Status, &m.Locale, &m.CreatedAt, &m.WithdrawnAt, &m.ErasedAt, &m.LeavesAt, &m.HasPassword, &m.MustChange, &m.Prefecture, &m.EmailVerifiedAt, &m.IsGuarded,
			&r.Name, &r.Kana, &r.Email, &r.Phone, &r.Birthday, &r.Postal, &r.Address, &r.UserID, &r.Sex, &m.answers, &open); err != nil {
			return nil, err
		}
		var revealed []Revealed
		if err := json.Unmarshal(open, &revealed); err != nil {
			return nil, err
		}
		m.revealed = together(revealed)
		m.show(r)
		m.Version = s.version(r, m.Status, m.EmailVerifiedAt)
		all[m.ID] = m
	}
	return all, rows.Err()
}

func (m *Member) show(r raw) {
	for _, f := range []struct {
		field acts.PersonalField
		value string
		hint  func(string) masked.Text
		into  *masked.Text
	}{
		{acts.FieldName, r.Name, masked.Name, &m.Name}, {acts.FieldKana, r.Kana, masked.Name, &m.Kana}, {acts.FieldEmail, r.Email, masked.Email, &m.Email}, {acts.FieldPhone, r.Phone, masked.Phone, &m.Phone},
		{acts.FieldBirthday, r.Birthday, masked.Birthday, &m.Birthday}, {acts.FieldSex, r.Sex, masked.Hidden, &m.Sex}, {acts.FieldPostalCode, r.Postal, masked.PostalCode, &m.PostalCode},
		{acts.FieldAddress, r.Address, masked.Hidden, &m.Address}, {acts.FieldUserID, r.UserID, masked.UserID, &m.UserID},
	} {
		*f.into = f.hint(f.value)
		if m.IsOpen(f.field) {
			*f.into = masked.Open(f.value)
		}
	}
}

// VersionOf is the Version of a member whose row is at hand.
func (s *Service) VersionOf(row *ent.Account) string {
	whole := func(one *string, parts ...*string) string {
		if one != nil {
			return *one
		}
		return spaced(parts...)
	}
	sex := ""
	if row.Sex != nil {
		sex = strconv.Itoa(*row.Sex)
	}
	return s.version(raw{
		Name: whole(row.Name, row.FamilyName, row.GivenName), Kana: whole(row.NameKana, row.FamilyNameKana, row.GivenNameKana),
		Email: store.Text(row.Email), Phone: store.Text(row.PhoneNumber), Birthday: store.Text(row.Birthday), Postal: store.Text(row.PostalCode),
		Address: spaced(row.Address, row.Address2), UserID: store.Text(row.UserID), Sex: sex,
	}, string(row.Status), row.EmailVerifiedAt)
}

// spaced is concat_ws(' ', …) of SQL.
func spaced(parts ...*string) string {
	var given []string
	for _, part := range parts {
		if part != nil {
			given = append(given, *part)
		}
	}
	return strings.Join(given, " ")
}

// version is a short hash of what a change would change. Only we can make it: another's would tell
// whether a guess of what is hidden is right.
func (s *Service) version(r raw, status string, verified *time.Time) string {
	of := []any{r, status, nil}
	if verified != nil {
		of[2] = verified.UTC()
	}
	text, err := json.Marshal(of)
	if err != nil {
		panic(fmt.Sprintf("a version of %T: %v", of, err)) // texts and times
	}
	return base64.RawURLEncoding.EncodeToString(s.Secrets.MAC("version of a member", text)[:12])
}
