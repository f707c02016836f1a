package providerbilling

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"iter"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/gatewayevent"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/staff/acts"
)

// Further kinds of gateway events of months.
const (
	eventSuperseded = "month-superseded" // something later was told of the month
	eventPaid       = "month-paid"       // a question that the staff answered
	eventUnpaid     = "month-unpaid"
)

// monthKey is what makes an event of a month what it is.
func monthKey(reference, month string, result gateway.ProviderChargeResult) string {
	return strings.Join([]string{payment.EventMonth, reference, month, string(result)}, ":")
}

// MonthKey is the key of the event by which a provider tells that it took the month of an
// agreement.
func MonthKey(reference, month string) string {
	return monthKey(reference, month, gateway.ProviderChargeSettled)
}

// keyOf is that of the line's event. A month is given back in parts. Each part is one event.
func keyOf(m gateway.ProviderCharge) string {
	key := monthKey(m.Reference, m.Month, m.Result)
	if m.Result == gateway.ProviderChargeRefunded {
		return fmt.Sprintf("%s:%d:%d", key, m.Amount, m.At.Unix())
	}
	return key
}

// contentOf is what the line says under its key, and may say otherwise when it comes again: a
// number of yen. Of other results the key says it all.
func contentOf(m gateway.ProviderCharge) int {
	if !isOfMonth(m) {
		return 0
	}
	return m.Amount
}

// isOfMonth reports whether the line says whether the month's money was taken.
func isOfMonth(m gateway.ProviderCharge) bool {
	return m.Result == gateway.ProviderChargeSettled || m.Result == gateway.ProviderChargeDeclined
}

// longAgo is how many months before the day of a line its month may lie. A provider charges a month
// on its first day, or tells so late.
const longAgo = 12

// fitsDay reports whether a provider tells of the line's month on the line's day: of the last
// twelve, that one or the next.
func fitsDay(m gateway.ProviderCharge) bool {
	first := clock.DayOf(m.At)
	_, _, day := first.Date()
	first = first.AddDays(1 - day)
	return m.Month >= monthOf(first.AddMonths(-longAgo).Start()) && m.Month <= monthOf(first.AddMonths(1).Start())
}

// invalid says what is wrong with a line; empty when nothing is.
func invalid(m gateway.ProviderCharge) string {
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
	case gateway.ProviderChargeSettled, gateway.ProviderChargeRefunded:
		if m.Amount == 0 {
			return "it is of no money"
		}
	case gateway.ProviderChargeDeclined, gateway.ProviderChargeEnded:
	default:
		return fmt.Sprintf("%q is no result", m.Result)
	}
	return ""
}

// MonthsKept is what became of lines: those that are new, those that say otherwise than one that
// was known under their key, and those that were known with what they say.
type MonthsKept struct{ New, Other, Known int }

func (k MonthsKept) plus(more MonthsKept) MonthsKept {
	return MonthsKept{k.New + more.New, k.Other + more.Other, k.Known + more.Known}
}

// TakeMonths keeps what a provider told, once each, and has it applied by jobs. What is known by
// its key and says otherwise is kept, too: it is a result of its own. The lines are ranged over
// twice: unless each of them is right, nothing is kept.
func (s *Service) TakeMonths(ctx context.Context, lines iter.Seq2[gateway.ProviderCharge, error]) (kept MonthsKept, err error) {
	if err := allRight(lines); err != nil {
		return kept, err
	}
	return s.keepAll(ctx, lines)
}

// ImportMonths is TakeMonths for a file that somebody of the staff has. Its act is written before
// the lines, which take many transactions.
func (s *Service) ImportMonths(
	ctx context.Context, by acts.Decision, file string, lines iter.Seq2[gateway.ProviderCharge, error],
) (kept MonthsKept, err error) {
	if err := allRight(lines); err != nil {
		return kept, err
	}
	if err := by.Note(ctx, acts.Act{Kind: acts.MonthsImported, Target: acts.Target{Type: "file", ID: file}}); err != nil {
		return kept, err
	}
	return s.keepAll(ctx, lines)
}

func allRight(lines iter.Seq2[gateway.ProviderCharge, error]) error {
	return inParts(lines, func([]gateway.ProviderCharge) error { return nil })
}

func (s *Service) keepAll(ctx context.Context, lines iter.Seq2[gateway.ProviderCharge, error]) (kept MonthsKept, err error) {
	err = inParts(lines, func(part []gateway.ProviderCharge) error {
		more, err := s.takeMonths(ctx, part)
		kept = kept.plus(more)
		return err
	})
	return kept, err
}

// TryMonths says what TakeMonths would keep, and keeps nothing.
func (s *Service) TryMonths(ctx context.Context, lines iter.Seq2[gateway.ProviderCharge, error]) (kept MonthsKept, err error) {
	seed, seen := maphash.MakeSeed(), map[uint64]bool{} // eight bytes for a key, and for what was said under it
	err = inParts(lines, func(part []gateway.ProviderCharge) error {
		known, err := s.knownMonths(ctx, part)
		for _, line := range part {
			key := line.Provider + keyOf(line)
			hash, said := maphash.String(seed, key), maphash.String(seed, fmt.Sprintf("%s=%d", key, contentOf(line)))
			switch {
			case slices.Contains(known[key], contentOf(line)) || seen[said]:
				kept.Known++
			case len(known[key]) > 0 || seen[hash]:
				kept.Other++
			default:
				kept.New++
			}
			seen[hash], seen[said] = true, true
		}
		return err
	})
	return kept, err
}

// batch is how many lines are kept in one transaction.
const batch = 500

// inParts hands the lines over by the batch, and ends with the first that is wrong.
func inParts(lines iter.Seq2[gateway.ProviderCharge, error], use func(part []gateway.ProviderCharge) error) error {
	part, n := make([]gateway.ProviderCharge, 0, batch), 0
	for line, err := range lines {
		if err != nil {
			return err
		}
		n++
		if wrong := invalid(line); wrong != "" {
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

// Noticed keeps what a notice tells of a month (payment.ProviderBilling).
func (s *Service) Noticed(ctx context.Context, e *ent.GatewayEvent) (ofMonth, understood bool, err error) {
	results := map[gateway.NoticeKind]gateway.ProviderChargeResult{gateway.NoticeSettled: gateway.ProviderChargeSettled, gateway.NoticeDeclined: gateway.ProviderChargeDeclined, gateway.NoticeRefunded: gateway.ProviderChargeRefunded}
	result, ofMonth := results[gateway.NoticeKind(e.Kind)]
	if !ofMonth || e.Reference == "" {
		return false, false, nil
	}
	line := gateway.ProviderCharge{
		Provider: e.Provider, Reference: e.Reference, TrackingID: e.TrackingID, OrderID: e.ProviderOrderID, Month: monthOf(*e.HappenedAt),
		Amount: e.Amount, Result: result, Code: e.Code, At: *e.HappenedAt,
	}
	if wrong := invalid(line); wrong != "" {
		slog.ErrorContext(ctx, "a notice of a month is not understood: see `kaiin events --open`", "alarm", logs.MonthUnclear, "event", e.ID, "wrong", wrong)
		return true, false, nil
	}
	_, err = s.takeMonths(ctx, []gateway.ProviderCharge{line})
	return true, true, err
}

// takeMonths keeps those of the lines that are not known, also while somebody else takes the same.
func (s *Service) takeMonths(ctx context.Context, part []gateway.ProviderCharge) (kept MonthsKept, err error) {
	for {
		err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
			kept, err = s.keepMonths(ctx, part)
			failpoint.Reached(pointMonthsKeeping)
			return err
		})
		failpoint.Reached(pointMonthsKept)
		if !store.Violates(err, "gateway_events_event_key") { // else they have committed theirs, which are known now
			return kept, err
		}
	}
}

func (s *Service) keepMonths(ctx context.Context, lines []gateway.ProviderCharge) (kept MonthsKept, err error) {
	known, err := s.knownMonths(ctx, lines)
	if err != nil {
		return kept, err
	}
	var rows []*ent.GatewayEventCreate
	for _, line := range lines {
		key := keyOf(line)
		said := known[line.Provider+key]
		switch {
		case slices.Contains(said, contentOf(line)):
			kept.Known++
			continue
		case len(said) == len(payment.EventKeys(key)):
			return MonthsKept{}, fmt.Errorf("month %s of agreement %s was told with %d sums, and comes with another one", line.Month, line.Reference, len(said))
		case len(said) > 0:
			kept.Other++
		default:
			kept.New++
		}
		known[line.Provider+key] = append(said, contentOf(line))
		body, err := json.Marshal(line)
		if err != nil {
			return MonthsKept{}, err
		}
		rows = append(rows, s.Store.Client(ctx).GatewayEvent.Create().SetProvider(line.Provider).SetEventKey(payment.EventKeys(key)[len(said)]).SetKind(payment.EventMonth).
			SetProviderOrderID(line.OrderID).SetTrackingID(line.TrackingID).SetAmount(line.Amount).SetDay(clock.DayOf(line.At)).
			SetBody(body).SetReceivedAt(s.Clock.Now()))
	}
	events, err := s.Store.Client(ctx).GatewayEvent.CreateBulk(rows...).Save(ctx)
	if err != nil || len(events) == 0 {
		return kept, err
	}
	var jobs []river.JobArgs
	for _, e := range events {
		jobs = append(jobs, MonthArgs{EventID: e.ID})
	}
	return kept, s.Store.EnqueueMany(ctx, jobs...)
}

// knownMonths is what is kept under the keys of the lines, by provider and key.
func (s *Service) knownMonths(ctx context.Context, lines []gateway.ProviderCharge) (map[string][]int, error) {
	known, keys := map[string][]int{}, map[string]string{} // a key in the table is that of the line, or one of those that come after it
	for _, line := range lines {
		keys[keyOf(line)] = keyOf(line)
	}
	if err := s.addKnown(ctx, known, lines, keys); err != nil {
		return nil, err
	}
	clear(keys)
	for _, line := range lines {
		if said := known[line.Provider+keyOf(line)]; len(said) > 0 && !slices.Contains(said, contentOf(line)) {
			for _, key := range payment.EventKeys(keyOf(line))[1:] {
				keys[key] = keyOf(line)
			}
		}
	}
	if len(keys) == 0 {
		return known, nil
	}
	return known, s.addKnown(ctx, known, lines, keys)
}

func (s *Service) addKnown(ctx context.Context, known map[string][]int, lines []gateway.ProviderCharge, keys map[string]string) error {
	var providers []string
	for _, line := range lines {
		if !slices.Contains(providers, line.Provider) {
			providers = append(providers, line.Provider)
		}
	}
	rows, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.ProviderIn(providers...), gatewayevent.EventKeyIn(slices.Collect(maps.Keys(keys))...)).All(ctx)
	for _, e := range rows {
		said, err := lineOf(e)
		if err != nil {
			return err
		}
		key := e.Provider + keys[e.EventKey]
		known[key] = append(known[key], contentOf(said))
	}
	return err
}

// lineOf is what the event was made of.
func lineOf(e *ent.GatewayEvent) (line gateway.ProviderCharge, err error) {
	err = json.Unmarshal(e.Body, &line)
	return line, err
}
