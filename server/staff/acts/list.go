package acts

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/typed"
)

// read are rows, at most so many, that a condition with its order names by the arguments.
func (s *Service) read(ctx context.Context, where string, most int, args ...any) (all []*row, err error) {
	rows, err := s.Store.Query(ctx, fmt.Sprintf(`SELECT id, chain, sequence, at, keep_until, coalesce(name, ''), coalesce(through, ''), coalesce(command, ''),
			coalesce(kind, ''), account_id, coalesce(target_type, ''), coalesce(target_id, ''), coalesce(reason, ''), coalesce(ticket, ''), coalesce(outcome, ''),
			detail_hash, staff_id, coalesce(role, ''), coalesce(staff_number, 0), coalesce(department, ''), coalesce(fields, ''), coalesce(reason_kind, ''), coalesce(ip, ''), coalesce(request_id, ''), proposal_id, approver_id, salt, content_hash, previous_hash, hash, forgotten_at FROM acts WHERE %s LIMIT %d`, where, most), args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		r := new(row)
		err := rows.Scan(&r.ID, &r.Chain, &r.Sequence, &r.At, &r.KeepUntil, &r.Name, &r.Through, &r.Command, &r.Kind, &r.Account, &r.TargetType, &r.TargetID,
			&r.Reason, &r.Ticket, &r.Outcome, &r.DetailHash, &r.Staff, &r.Role, &r.Number, &r.Department, &r.Fields, &r.ReasonKind, &r.IP, &r.RequestID, &r.Proposal, &r.Approver, &r.salt, &r.contentHash, &r.previous, &r.hash, &r.forgottenAt)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// Filter says which acts are listed; a field that is zero asks for nothing.
type Filter struct {
	AccountID uuid.UUID // those about the member, also among many
	By        string    // as a decision may be given it
	NotAbout  uuid.UUID // those that are not about the member, who is the caller
	NoDetails bool      // without what was given and changed
	Day       clock.Day
	Before    uuid.UUID // those older than the act
}

// Entry is an act as it is listed.
type Entry struct {
	ID         uuid.UUID       `json:"id"`
	At         time.Time       `json:"at"`
	By         string          `json:"by"`
	Through    string          `json:"through"`
	Command    string          `json:"command"`
	Kind       string          `json:"kind"`
	AccountID  *uuid.UUID      `json:"accountId,omitempty"`
	TargetType string          `json:"targetType,omitempty"`
	TargetID   string          `json:"targetId,omitempty"`
	ReasonKind string          `json:"reasonKind,omitempty"`
	Reason     string          `json:"reason"`
	Ticket     string          `json:"ticket,omitempty"`
	Outcome    string          `json:"outcome"`
	Details    json.RawMessage `json:"details,omitempty"` // none: there are none, or they were erased
	Hash       string          `json:"hash"`
}

// String is the act in a line. What people wrote stays inside its quotes.
func (e Entry) String() string {
	about := ""
	if e.AccountID != nil {
		about = " of member " + e.AccountID.String()
	}
	if e.TargetType != "" {
		about += fmt.Sprintf(" on %s %q", e.TargetType, e.TargetID)
	}
	ticket := ""
	if e.Ticket != "" {
		ticket = fmt.Sprintf(" (ticket %q)", e.Ticket)
	}
	return fmt.Sprintf("%s %s %s %s%s by %q: %q%s", e.At.In(clock.Tokyo).Format(time.RFC3339), e.ID, e.Kind, e.Outcome, about, e.By, e.Reason, ticket)
}

// List are acts, the newest first, so many at the most. Those that forgot what they said are not
// among them.
func (s *Service) List(ctx context.Context, f Filter, most int) ([]Entry, error) {
	where, args := "forgotten_at IS NULL", []any{}
	also := func(condition string, value any) {
		args = append(args, value)
		where += fmt.Sprintf(" AND "+condition, len(args))
	}
	if f.AccountID != uuid.Nil {
		also(strings.ReplaceAll(AboutMember, "$1", "$%[1]d"), f.AccountID)
	}
	if f.NotAbout != uuid.Nil {
		also("account_id IS DISTINCT FROM $%d", f.NotAbout)
	}
	if f.By != "" {
		also("name = $%d", typed.Name(f.By))
	}
	if !f.Day.IsZero() {
		also("at >= $%d", f.Day.Start())
		also("at < $%d", f.Day.AddDays(1).Start())
	}
	if f.Before != uuid.Nil {
		also("id < $%d", f.Before)
	}
	rows, err := s.read(ctx, where+" ORDER BY id DESC", most, args...)
	if err != nil {
		return nil, err
	}
	list := []Entry{}
	for _, r := range rows {
		e := Entry{
			r.ID, r.At, r.Name, r.Through, r.Command, r.Kind, r.Account, r.TargetType, r.TargetID, r.ReasonKind, r.Reason, r.Ticket, r.Outcome, nil, fmt.Sprintf("%x", r.hash),
		}
		if r.DetailHash != nil && !f.NoDetails {
			var sealed []byte
			if err := s.Store.QueryRow(ctx, `SELECT (SELECT sealed FROM act_details WHERE id = $1)`, r.ID).Scan(&sealed); err != nil {
				return nil, err
			}
			if sealed != nil {
				e.Details = s.details(r.ID, r.DetailHash, sealed)
			}
		}
		list = append(list, e)
	}
	return list, nil
}
