package acts

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
)

// heldAtMost is how long after an act its member is told of it at the latest, in days.
const heldAtMost = 180

// NotHeld is SQL: the member is told of the act by now. What is over is deleted by Purge. That an
// act was to be held is told to no member.
const NotHeld = `kind IS DISTINCT FROM 'act.held' AND NOT EXISTS (SELECT FROM act_holds WHERE act_holds.id = acts.id)`

// Hold keeps an act from the member whom it is about until the day begins, as an authority asks: it
// is neither in what Accesses lists nor in the file of the member's data. It stays in the record.
// Faults: NOT_FOUND on actId, also of an act that members are not told; INVALID_CHOICE on until for
// a day that is over or more than 180 days after the act; STAFF_ONESELF and OWN_ACCOUNT, where the
// act is by, or about, the person who decides or the one who approves; ALREADY_DONE.
func (s *Service) Hold(ctx context.Context, by Decision, act uuid.UUID, until clock.Day) error {
	held := Act{Kind: ActHeld, Target: Target{"act", act.String()}, Details: map[string]any{"until": until}}
	return by.Do(ctx, held, func(ctx context.Context, _ *Act) error {
		if _, err := s.MayHold(ctx, by, act, until); err != nil {
			return err
		}
		var added bool
		err := s.Store.QueryRow(ctx, `WITH added AS (INSERT INTO act_holds (id, created_at, until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id)
			SELECT EXISTS (SELECT FROM added)`, act, s.Clock.Now(), until.Start()).Scan(&added)
		if err == nil && !added {
			err = fault.Precondition(fault.AlreadyDone).With(map[string]any{"state": "held"})
		}
		return err
	})
}

// Holdable is an act that may be held: the member, what was done and when, and who did it.
type Holdable struct {
	Account uuid.UUID // zero: it is about many
	Kind    Kind
	At      time.Time
	By      string

	staff *uuid.UUID
}

// MayHold is the act, and the fault that Hold would answer, but for ALREADY_DONE.
func (s *Service) MayHold(ctx context.Context, by Decision, act uuid.UUID, until clock.Day) (h Holdable, err error) {
	if h, err = s.holdable(ctx, act); err != nil {
		return h, err
	}
	if !until.Start().After(s.Clock.Now()) || until.After(clock.DayOf(h.At).AddDays(heldAtMost)) {
		return h, fault.Invalid(fault.InvalidChoice, "until")
	}
	for _, who := range []*actor.Staff{by.staff, by.asker().staff} {
		if err := s.notOfOneself(ctx, who, act, h); err != nil {
			return h, err
		}
	}
	return h, nil
}

// notOfOneself is the fault of a person who has an act of their own held, or one about them.
func (s *Service) notOfOneself(ctx context.Context, who *actor.Staff, act uuid.UUID, h Holdable) error {
	if who != nil && h.staff != nil && who.IsPerson() && *h.staff == who.ID {
		return fault.Denied(fault.StaffOneself)
	}
	own, err := s.OwnAccount(ctx, who)
	if err != nil || own == uuid.Nil {
		return err
	}
	var about bool
	err = s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM acts WHERE id = $1 AND account_id = $2) OR EXISTS (SELECT FROM act_subjects WHERE act_id = $1 AND account_id = $2)`, act, own).Scan(&about)
	if err == nil && about {
		err = fault.Precondition(fault.OwnAccount)
	}
	return err
}

// holdable is the act, which is of a kind that members are told of. Fault: NOT_FOUND on actId.
func (s *Service) holdable(ctx context.Context, act uuid.UUID) (h Holdable, err error) {
	var account uuid.NullUUID
	err = s.Store.QueryRow(ctx, `SELECT at, kind, account_id, coalesce(name, ''), staff_id FROM acts WHERE id = $1 AND forgotten_at IS NULL AND kind = ANY ($2)`,
		act, pq.Array(slices.Collect(maps.Keys(told)))).Scan(&h.At, &h.Kind, &account, &h.By, &h.staff)
	if errors.Is(err, sql.ErrNoRows) {
		err = fault.Invalid(fault.CodeNotFound, "actId")
	}
	h.Account = account.UUID
	return h, err
}
