package payment

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/gatewayevent"
	"kaiin/server/clock"
	"kaiin/server/failpoint"
	"kaiin/server/store"
)

// ProviderCharge is a line of what a provider that charges each month by itself tells of one month.
type ProviderCharge struct {
	Provider   string // its name in our tables
	Reference  string // of the method, as Agreement has it
	TrackingID string // of the charge; empty where the provider names none
	OrderID    string // of the form by which the method was joined; ours
	Month      string // YYYYMM
	Amount     int    // yen
	Result     ProviderChargeResult
	Code       string    // the provider's own, of a refusal
	At         time.Time // when it happened
}

// ProviderChargeResult is what came of a month.
type ProviderChargeResult string

const (
	ProviderChargeSettled  ProviderChargeResult = "settled"
	ProviderChargeDeclined ProviderChargeResult = "declined" // the provider could not take the money
	ProviderChargeEnded    ProviderChargeResult = "ended"    // the agreement is over: no month is charged any more
	ProviderChargeRefunded ProviderChargeResult = "refunded" // given back
)

// The kinds of gateway_events of them.
const (
	eventMonth    = "month"
	eventQuestion = "month-question" // nobody can apply it: it is the staff's
)

// monthKey is what makes an event of a month what it is.
func monthKey(reference, month string, result ProviderChargeResult) string {
	return strings.Join([]string{eventMonth, reference, month, string(result)}, ":")
}

// MonthKey is the key of the event by which a provider tells that it took the month of an agreement.
func MonthKey(reference, month string) string {
	return monthKey(reference, month, ProviderChargeSettled)
}

// key is that of the line's event. A month is given back in parts, of which each is one.
func (m ProviderCharge) key() string {
	key := monthKey(m.Reference, m.Month, m.Result)
	if m.Result == ProviderChargeRefunded {
		return fmt.Sprintf("%s:%d:%d", key, m.Amount, m.At.Unix())
	}
	return key
}

// Invalid says what is wrong with a line; empty when nothing is.
func (m ProviderCharge) Invalid() string {
	at, err := time.ParseInLocation("200601", m.Month, clock.Tokyo)
	switch {
	case m.Reference == "" || len(m.Reference) > 100:
		return "it names no agreement"
	case err != nil || at.Format("200601") != m.Month:
		return fmt.Sprintf("%q is no month", m.Month)
	case m.Amount < 0 || m.Amount > 100_000_000:
		return fmt.Sprintf("%d is no amount", m.Amount)
	}
	switch m.Result {
	case ProviderChargeSettled, ProviderChargeRefunded:
		if m.Amount == 0 {
			return "it is of no money"
		}
	case ProviderChargeDeclined, ProviderChargeEnded:
	default:
		return fmt.Sprintf("%q is no result", m.Result)
	}
	return ""
}

// MonthsKept is what became of lines: those that are new, and those that were known.
type MonthsKept struct{ New, Known int }

// TakeMonths keeps what a provider told, once each, and has it applied by jobs. The lines are ranged over twice: unless each of them is right,
// nothing is kept.
func (s *Service) TakeMonths(ctx context.Context, lines iter.Seq2[ProviderCharge, error]) (kept MonthsKept, err error) {
	if err := inParts(lines, func([]ProviderCharge) error { return nil }); err != nil {
		return kept, err
	}
	return kept, inParts(lines, func(part []ProviderCharge) error {
		fresh, err := s.takeMonths(ctx, part)
		kept.New, kept.Known = kept.New+fresh, kept.Known+len(part)-fresh
		return err
	})
}

// TryMonths says what TakeMonths would keep, and keeps nothing.
func (s *Service) TryMonths(ctx context.Context, lines iter.Seq2[ProviderCharge, error]) (kept MonthsKept, err error) {
	seed, seen := maphash.MakeSeed(), map[uint64]bool{} // eight bytes a line
	err = inParts(lines, func(part []ProviderCharge) error {
		known, err := s.knownMonths(ctx, part)
		for _, line := range part {
			key := line.Provider + line.key()
			hash := maphash.String(seed, key)
			if known[key] || seen[hash] {
				kept.Known++
			} else {
				kept.New++
			}
			seen[hash] = true
		}
		return err
	})
	return kept, err
}

// inParts hands the lines over by the batch, and ends with the first that is wrong.
func inParts(lines iter.Seq2[ProviderCharge, error], use func(part []ProviderCharge) error) error {
	part, n := make([]ProviderCharge, 0, batch), 0
	for line, err := range lines {
		if err != nil {
			return err
		}
		n++
		if wrong := line.Invalid(); wrong != "" {
			return fmt.Errorf("line %d: %s", n, wrong)
		}
		if part = append(part, line); len(part) == batch {
			if err := use(part); err != nil {
				return err
			}
			part = part[:0]
		}
	}
	if len(part) == 0 {
		return nil
	}
	return use(part)
}

// takeMonths keeps those of the lines that are not known, also while somebody else takes the same.
func (s *Service) takeMonths(ctx context.Context, part []ProviderCharge) (fresh int, err error) {
	for {
		err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
			fresh, err = s.keepMonths(ctx, part)
			failpoint.Reached(pointMonthsKeeping)
			return err
		})
		failpoint.Reached(pointMonthsKept)
		if !store.Violates(err, "gateway_events_event_key") { // else they have committed theirs, which are known now
			return fresh, err
		}
	}
}

func (s *Service) keepMonths(ctx context.Context, lines []ProviderCharge) (fresh int, err error) {
	known, err := s.knownMonths(ctx, lines)
	if err != nil {
		return 0, err
	}
	var rows []*ent.GatewayEventCreate
	for _, line := range lines {
		key := line.key()
		if known[line.Provider+key] {
			continue
		}
		known[line.Provider+key] = true
		body, err := json.Marshal(line)
		if err != nil {
			return 0, err
		}
		rows = append(rows, s.Store.Client(ctx).GatewayEvent.Create().SetProvider(line.Provider).SetEventKey(key).SetKind(eventMonth).
			SetProviderOrderID(line.OrderID).SetTrackingID(line.TrackingID).SetAmount(line.Amount).SetDay(clock.DayOf(line.At)).
			SetBody(body).SetReceivedAt(s.Clock.Now()))
	}
	events, err := s.Store.Client(ctx).GatewayEvent.CreateBulk(rows...).Save(ctx)
	if err != nil || len(events) == 0 {
		return 0, err
	}
	var jobs []river.JobArgs
	for _, e := range events {
		jobs = append(jobs, MonthArgs{EventID: e.ID})
	}
	return len(events), s.Store.EnqueueMany(ctx, jobs...)
}

// knownMonths says which of the lines are kept already, by provider and key.
func (s *Service) knownMonths(ctx context.Context, lines []ProviderCharge) (map[string]bool, error) {
	known, keys, providers := map[string]bool{}, make([]string, 0, len(lines)), []string{}
	for _, line := range lines {
		keys = append(keys, line.key())
		if !slices.Contains(providers, line.Provider) {
			providers = append(providers, line.Provider)
		}
	}
	rows, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.ProviderIn(providers...), gatewayevent.EventKeyIn(keys...)).All(ctx)
	for _, e := range rows {
		known[e.Provider+e.EventKey] = true
	}
	return known, err
}
