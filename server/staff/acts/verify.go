package acts

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/clock"
)

// What can be wrong with the record.
const (
	Altered   = "altered"   // it does not say what its hash was made of
	Missing   = "missing"   // there is no such row
	Reordered = "reordered" // it does not follow on the row before it: one of the two was replaced or moved
	Inserted  = "inserted"  // the day has more acts than were sealed
	Forgotten = "forgotten" // what it says was removed before its time
	Ahead     = "ahead"     // it is of a later day than tomorrow: a clock ran ahead, or it was made up
	Unsealed  = "unsealed"  // the day is long over and has no seal
	Unopened  = "unopened"  // no configured secret opens its details: one is not configured, or they are others
	Erased    = "erased"    // its details are not there, and their time is not over
	Unknown   = "unknown"   // no day has the seal that was given: the record was written anew, or restored
)

// Finding is one thing that is wrong.
type Finding struct {
	What     string    `json:"what"`
	Chain    string    `json:"chain,omitempty"`    // "": of a day
	Sequence int       `json:"sequence,omitempty"` // in the chain
	To       int       `json:"to,omitempty"`       // the last of several in a row, from Sequence
	Act      uuid.UUID `json:"act,omitzero"`       // zero: not known, as the row is missing
	Day      string    `json:"day,omitempty"`      // "": of a chain
}

// String is the finding in a line.
func (f Finding) String() string {
	switch {
	case f.Day != "":
		return fmt.Sprintf("%s: the acts of %s", f.What, f.Day)
	case f.To != 0:
		return fmt.Sprintf("%s: acts %d to %d of %q", f.What, f.Sequence, f.To, f.Chain)
	case f.Chain != "":
		return fmt.Sprintf("%s: act %d of %q", f.What, f.Sequence, f.Chain)
	case f.Act != uuid.Nil:
		return fmt.Sprintf("%s: act %s, whose details are there", f.What, f.Act)
	}
	return f.What + ": the seal that was given"
}

// Counted is what Verify looked at.
type Counted struct {
	Acts  int `json:"acts"`
	Seals int `json:"seals"`
}

// batch is how many rows are read at a time.
const batch = 500

// Verify walks all chains and all seals, and reports what is wrong with them. seal, in hexadecimal
// digits, is one that the log told and that has to be there; "" asks for none. It holds nothing.
// What is done meanwhile is looked at or not.
func (s *Service) Verify(ctx context.Context, seal string, report func(Finding)) (n Counted, err error) {
	if n.Acts, err = s.verifyChains(ctx, report); err != nil {
		return n, err
	}
	if n.Seals, err = s.verifySeals(ctx, seal, report); err != nil {
		return n, err
	}
	return n, s.verifyDetails(ctx, report)
}

func (s *Service) verifyChains(ctx context.Context, report func(Finding)) (n int, err error) {
	last := &row{}
	for {
		page, err := s.read(ctx, `(chain, sequence) > ($1, $2) ORDER BY chain, sequence`, batch, last.Chain, last.Sequence)
		if err != nil {
			return n, err
		}
		now := s.Clock.Now() // not from before the page, which a purge may have changed meanwhile
		for _, r := range page {
			if r.Chain != last.Chain {
				last = &row{hash: beginning[:]}
			}
			r.follows(last, now, report)
			last = r
		}
		if n += len(page); len(page) < batch {
			return n, nil
		}
	}
}

// follows reports what is wrong with a row and with how it follows on the one before it.
func (r *row) follows(last *row, now time.Time, report func(Finding)) {
	if first, before := last.Sequence+1, r.Sequence-1; first == before {
		report(Finding{What: Missing, Chain: r.Chain, Sequence: first})
	} else if first < before {
		report(Finding{What: Missing, Chain: r.Chain, Sequence: first, To: before})
	}
	finding := Finding{Chain: r.Chain, Sequence: r.Sequence, Act: r.ID}
	switch {
	case r.forgottenAt != nil && r.forgottenEarly(now):
		finding.What = Forgotten
	case !r.isProved():
		finding.What = Altered
	case r.Sequence == last.Sequence+1 && !bytes.Equal(r.previous, last.hash):
		finding.What = Reordered
	case !r.At.Before(ahead(now)):
		finding.What = Ahead
	}
	if finding.What != "" {
		report(finding)
	}
}

// isProved tells a row whose place and, unless it has forgotten, what it says are those that were
// hashed.
func (r *row) isProved() bool {
	if r.contentHash == nil {
		return r.isProvedAsOlder()
	}
	hash, err := r.hashed()
	if err != nil || !bytes.Equal(hash, r.hash) { // err: a time that is none of ours
		return false
	}
	if r.forgottenAt != nil {
		return true
	}
	said, err := r.content.hashed(r.salt)
	return err == nil && bytes.Equal(said, r.contentHash)
}

// forgottenEarly tells a row that has forgotten before its time was over.
func (r *row) forgottenEarly(now time.Time) bool {
	return r.forgottenAt.Before(r.KeepUntil) || r.forgottenAt.After(now.Add(sealedAfter))
}

// ahead is the moment from which on nothing can have happened yet, by whichever clock.
func ahead(now time.Time) time.Time { return clock.DayOf(now).AddDays(2).Start() }

func (s *Service) verifySeals(ctx context.Context, given string, report func(Finding)) (n int, err error) {
	seals, err := s.seals(ctx)
	if err != nil {
		return 0, err
	}
	found, before := given == "", beginning[:]
	for _, kept := range seals {
		again := daySeal{Day: kept.Day, previous: kept.previous}
		if err := s.hashDay(ctx, &again); err != nil {
			return n, err
		}
		finding := Finding{Day: kept.Day.String()}
		switch {
		case again.Count > kept.Count:
			finding.What = Inserted
		case again.Count < kept.Count:
			finding.What = Missing
		case !bytes.Equal(again.hash, kept.hash):
			finding.What = Altered
		case !bytes.Equal(kept.previous, before):
			finding.What = Reordered
		case !kept.Day.Start().Before(ahead(s.Clock.Now())):
			finding.What = Ahead
		}
		if finding.What != "" {
			report(finding)
		}
		found, before = found || strings.EqualFold(given, hex.EncodeToString(kept.hash)), kept.hash
		n++
	}
	if !found {
		report(Finding{What: Unknown})
	}
	return n, s.unsealed(ctx, report)
}

func (s *Service) seals(ctx context.Context) (all []daySeal, err error) {
	rows, err := s.Store.Query(ctx, `SELECT day, count, previous_hash, hash FROM act_seals ORDER BY day`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one daySeal
		if err := rows.Scan(&one.Day, &one.Count, &one.previous, &one.hash); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// unsealed reports the days before yesterday that have acts and no seal.
func (s *Service) unsealed(ctx context.Context, report func(Finding)) error {
	rows, err := s.Store.Query(ctx, `SELECT DISTINCT (at AT TIME ZONE 'Asia/Tokyo')::date AS on_day FROM acts WHERE at < $1
		AND NOT EXISTS (SELECT FROM act_seals WHERE day = (at AT TIME ZONE 'Asia/Tokyo')::date) ORDER BY on_day`, s.Clock.Today().AddDays(-1).Start())
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var day clock.Day
		if err := rows.Scan(&day); err != nil {
			return err
		}
		report(Finding{What: Unsealed, Day: day.String()})
	}
	return rows.Err()
}

// verifyDetails reports details that are not what their act was about, or whose act is not there.
// Those of an act that has forgotten are no finding, and those that Leave has emptied are none.
func (s *Service) verifyDetails(ctx context.Context, report func(Finding)) error {
	for last, more := uuid.Nil, true; more; {
		n := 0
		rows, err := s.Store.Query(ctx, `SELECT d.id, d.sealed, a.detail_hash, coalesce(a.chain, ''), coalesce(a.sequence, 0),
				a.forgotten_at IS NOT NULL OR `+mayBeEmpty+`
			FROM act_details AS d LEFT JOIN acts AS a ON a.id = d.id WHERE d.id > $1 ORDER BY d.id LIMIT $2`, last, batch, pq.Array(valued))
		if err != nil {
			return err
		}
		for ; rows.Next(); n++ {
			var sealed, hash []byte
			var forgotten bool
			f := Finding{}
			if err := rows.Scan(&f.Act, &sealed, &hash, &f.Chain, &f.Sequence, &forgotten); err != nil {
				_ = rows.Close()
				return err
			}
			last = f.Act
			switch {
			case f.Chain == "":
				f.What = Missing
				report(f)
			case forgotten || s.details(f.Act, hash, sealed) != nil:
			case len(sealed) == 0:
				f.What = Erased
				report(f)
			case s.opens(f.Act, sealed):
				f.What = Altered
				report(f)
			default:
				f.What = Unopened
				report(f)
			}
		}
		if err := rows.Err(); err != nil {
			return err
		}
		more = n == batch
	}
	return s.erased(ctx, report)
}

// erased reports acts whose details are not there.
func (s *Service) erased(ctx context.Context, report func(Finding)) error {
	rows, err := s.Store.Query(ctx, `SELECT id, chain, sequence FROM acts AS a WHERE detail_hash IS NOT NULL AND forgotten_at IS NULL
		AND NOT EXISTS (SELECT FROM act_details WHERE id = a.id) ORDER BY chain, sequence`)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		f := Finding{What: Erased}
		if err := rows.Scan(&f.Act, &f.Chain, &f.Sequence); err != nil {
			return err
		}
		report(f)
	}
	return rows.Err()
}
