package members

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/staff/acts"
)

// openFor is how long what was opened stays open.
const openFor = 15 * time.Minute

// How often a person may open something: values, and pages as the member sees them (View).
var (
	opening      = []acts.Kind{acts.MemberRevealed, acts.MemberViewed}
	revealLimits = []acts.Limit{{Most: 60, Per: time.Hour, With: opening}, {Most: 200, Per: 24 * time.Hour, With: opening}}
)

// Revealed is what a person has opened of a member.
type Revealed struct {
	ID         uuid.UUID            `json:"id"`
	Fields     []acts.PersonalField `json:"fields"`
	Until      time.Time            `json:"until"`
	ReasonKind string               `json:"reason_kind"`
}

// openSQL is what the person $2 has open at $3 of the row of accounts, each time that they opened
// something, what ends last first.
const openSQL = `SELECT id, fields, until, reason_kind FROM reveals WHERE account_id = accounts.id AND staff_id = $2::uuid AND until > $3`

// together is what was opened at several times, the one that ends last first: each field is open
// for as long as it was opened itself. All of it is open until the first of them ends. Nil: nothing
// is.
func together(all []Revealed) *Revealed {
	if len(all) == 0 {
		return nil
	}
	open := Revealed{ID: all[0].ID, Until: all[0].Until.UTC(), ReasonKind: all[0].ReasonKind}
	for _, one := range all {
		for _, field := range one.Fields {
			if !slices.Contains(open.Fields, field) {
				open.Fields, open.Until = append(open.Fields, field), one.Until.UTC()
			}
		}
	}
	slices.Sort(open.Fields)
	return &open
}

// Reveal opens fields of the member for the person who decides, for 15 minutes; what the same
// person had opened before stays open with them, and no longer than it would have. Of a guarded
// member nothing is opened unless a second person has approved it: over has one asked. Faults:
// REQUIRED and INVALID_CHOICE on fields; LIMIT_EXCEEDED.
func (s *Service) Reveal(
	ctx context.Context, by acts.Decision, account uuid.UUID, fields []acts.PersonalField, over func(ctx context.Context, act *acts.Act) error,
) error {
	act := acts.Act{Kind: acts.MemberRevealed, AccountID: account, Details: map[string]any{"fields": fields}, Limits: revealLimits}
	return by.Do(ctx, act, func(ctx context.Context, did *acts.Act) error {
		if len(fields) == 0 {
			return fault.Invalid(fault.Required, "fields")
		}
		for _, f := range fields {
			if !slices.Contains(Fields(), f) {
				return fault.Invalid(fault.InvalidChoice, "fields")
			}
			did.Fields = append(did.Fields, acts.PersonalField(f))
		}
		switch err := s.unguarded(ctx, by, account); {
		case fault.Is(err, fault.Guarded):
			return over(ctx, did)
		case err != nil:
			return err
		}
		text, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		told := notify.MemberRevealed{At: now, Why: string(by.ReasonKind()), Department: by.Staff().Department, Number: by.Staff().Number}
		for _, f := range did.Fields {
			told.Fields = append(told.Fields, string(f))
		}
		if err := s.tell(ctx, by, account, told); err != nil {
			return err
		}
		return s.Store.Exec(ctx, `INSERT INTO reveals (id, created_at, staff_id, account_id, fields, reason_kind, until) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			uuid.Must(uuid.NewV7()), now, by.Staff().ID, account, json.RawMessage(text), by.ReasonKind(), now.Add(openFor))
	})
}
