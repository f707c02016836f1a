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

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
)

// heldAtMost is how long after an act its member is told of it at the latest, in days.
const heldAtMost = 180

// NotHeld is SQL: the member is told of the act by now. What is over is deleted by Purge.
const NotHeld = `NOT EXISTS (SELECT FROM act_holds WHERE act_holds.id = acts.id)`

// Hold keeps an act from the member whom it is about until the day begins, as an authority asks: it
// is neither in what Accesses lists nor in the file of the member's data. It stays in the record.
// Faults: NOT_FOUND on actId, also of an act that members are not told; INVALID_CHOICE on until for
// a day that is over or more than 180 days after the act; ALREADY_DONE.
func (s *Service) Hold(ctx context.Context, by Decision, act uuid.UUID, until clock.Day) error {
	held := Act{Kind: ActHeld, Target: Target{"act", act.String()}, Details: map[string]any{"until": until}}
	return by.Do(ctx, held, func(ctx context.Context, _ *Act) error {
		if err := s.MayHold(ctx, act, until); err != nil {
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

// MayHold is the fault that Hold would answer, but for ALREADY_DONE.
func (s *Service) MayHold(ctx context.Context, act uuid.UUID, until clock.Day) error {
	at, err := s.toldOf(ctx, act)
	if err == nil && (!until.Start().After(s.Clock.Now()) || until.After(clock.DayOf(at).AddDays(heldAtMost))) {
		err = fault.Invalid(fault.InvalidChoice, "until")
	}
	return err
}

// toldOf is when the act was done, which is of a kind that members are told of. Fault: NOT_FOUND on
// actId.
func (s *Service) toldOf(ctx context.Context, act uuid.UUID) (at time.Time, err error) {
	err = s.Store.QueryRow(ctx, `SELECT at FROM acts WHERE id = $1 AND forgotten_at IS NULL AND kind = ANY ($2)`, act, pq.Array(slices.Collect(maps.Keys(told)))).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		err = fault.Invalid(fault.CodeNotFound, "actId")
	}
	return at, err
}
