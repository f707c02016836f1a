package acts

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
)

// sealedAfter is how long after the end of a day it is sealed: a process whose clock is a little
// behind may still write an act of it.
const sealedAfter = 10 * time.Minute

// daySeal is the seal of a day.
type daySeal struct {
	Day   clock.Day `json:"day"`
	Count int       `json:"count"`

	previous, hash []byte
}

// Seal seals every day that is over, one after the other, and tells each seal in the log: who keeps
// the log elsewhere can tell when all of the database is written anew. Any number of processes may
// call it at once.
func (s *Service) Seal(ctx context.Context) error {
	for {
		day, err := s.dueDay(ctx)
		if err != nil || day == nil {
			return err
		}
		var made *daySeal
		err = s.Store.Tx(ctx, func(ctx context.Context) error {
			// It waits for acts that are being written, and holds up those that come meanwhile.
			if err := s.Store.Exec(ctx, `LOCK TABLE acts IN SHARE ROW EXCLUSIVE MODE`); err != nil {
				return err
			}
			made = nil
			if day, err = s.dueDay(ctx); err != nil || day == nil {
				return err
			}
			made, err = s.sealDay(ctx, *day)
			return err
		})
		if err != nil {
			return err
		}
		if made != nil {
			slog.WarnContext(ctx, "a day of acts is sealed", "day", made.Day, "acts", made.Count, "seal", fmt.Sprintf("%x", made.hash))
		}
	}
}

// dueDay is the first day that has acts and is to be sealed; nil when there is none.
func (s *Service) dueDay(ctx context.Context) (*clock.Day, error) {
	var at *time.Time
	err := s.Store.QueryRow(ctx, `SELECT min(at) FROM acts WHERE at < $1
		AND at >= coalesce(((SELECT max(day) FROM act_seals) + 1)::timestamp AT TIME ZONE 'Asia/Tokyo', '-infinity')`,
		clock.DayOf(s.Clock.Now().Add(-sealedAfter)).Start()).Scan(&at)
	if err != nil || at == nil {
		return nil, err
	}
	day := clock.DayOf(*at)
	return &day, nil
}

func (s *Service) sealDay(ctx context.Context, day clock.Day) (*daySeal, error) {
	made := &daySeal{Day: day}
	err := s.Store.QueryRow(ctx, `SELECT coalesce((SELECT hash FROM act_seals ORDER BY day DESC LIMIT 1), $1)`, beginning[:]).Scan(&made.previous)
	if err != nil {
		return nil, err
	}
	if err := s.hashDay(ctx, made); err != nil {
		return nil, err
	}
	return made, s.Store.Exec(ctx, `INSERT INTO act_seals (id, created_at, day, count, previous_hash, hash) VALUES ($1, $2, $3, $4, $5, $6)`,
		uuid.Must(uuid.NewV7()), s.Clock.Now(), day, made.Count, made.previous, made.hash)
}

// hashDay counts the acts of the seal's day and makes its hash: of the seal before it, of the day
// and the number, and of the hashes of the acts in order.
func (s *Service) hashDay(ctx context.Context, of *daySeal) error {
	rows, err := s.Store.Query(ctx, `SELECT hash FROM acts WHERE at >= $1 AND at < $2 ORDER BY at, id`, of.Day.Start(), of.Day.AddDays(1).Start())
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	all := sha256.New()
	for of.Count = 0; rows.Next(); of.Count++ {
		var hash []byte
		if err := rows.Scan(&hash); err != nil {
			return err
		}
		all.Write(hash)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	text, err := json.Marshal(of)
	if err != nil {
		return err
	}
	h := sha256.New()
	h.Write(of.previous)
	h.Write(text)
	h.Write(all.Sum(nil))
	of.hash = h.Sum(nil)
	return nil
}
