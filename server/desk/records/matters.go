package records

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/money/payment"
)

// MatterKind is what kind of thing waits for the staff.
type MatterKind string

const (
	MatterCharge    MatterKind = "CHARGE"    // has no outcome since an hour (payment.Stuck)
	MatterRefund    MatterKind = "REFUND"    // has no outcome since an hour, or was refused (payment.Stuck)
	MatterEvent     MatterKind = "EVENT"     // was told, and is left to the staff, or open since an hour (payment.OpenEvents)
	MatterAgreement MatterKind = "AGREEMENT" // outlives its payment method (payment.OpenAgreements)
	MatterResult    MatterKind = "RESULT"    // of a month, and cannot be applied (providerbilling.Questions)
	MatterMonth     MatterKind = "MONTH"     // its provider is silent (subscription.Unanswered)
)

// MatterKinds are all there are.
var MatterKinds = []MatterKind{MatterCharge, MatterRefund, MatterEvent, MatterAgreement, MatterResult, MatterMonth}

// Matter is something that waits for the staff.
type Matter struct {
	Kind       MatterKind
	ID         uuid.UUID // of the charge, refund, event, payment method, event, or bill
	Since      time.Time
	State      string     // of a charge, refund or bill; of an event or result, its kind; of an agreement, the method's type
	Provider   string     // "" for a month
	Amount     int        // yen; 0 for an agreement
	AccountID  *uuid.UUID // nil: it is of no member who is known
	ChargeID   *uuid.UUID // of the charge, refund or event
	ContractID *uuid.UUID // of the month
	Checks     int        `json:"-"` // how often it was looked at in vain
	Left       bool       // nothing is tried any more
}

// MatterFilter says which matters are listed: those that meet all that is given.
type MatterFilter struct {
	Kinds      []MatterKind // none: all
	AccountIDs []uuid.UUID
	Hidden     Hidden
}

// stuckAfter is after which time what has no outcome is a matter of the staff.
const stuckAfter = time.Hour

// matters finds each kind, as columns of Matter. $1 is the moment before which what is open is
// stuck, $2 the providers whose agreements members end by themselves, and $3 the last day on which
// a month may have begun whose silence is a matter.
var matters = map[MatterKind]string{
	MatterCharge: `SELECT 'CHARGE' AS kind, id, created_at AS since, state::text, provider, amount, account_id, id AS charge_id, NULL::uuid AS contract_id, checks, false AS left_over
		FROM charges WHERE state IN ('attempting', 'unknown', 'authorized') AND created_at <= $1::timestamptz`,
	MatterRefund: `SELECT 'REFUND', r.id, r.created_at, r.state::text, (SELECT provider FROM charges WHERE id = r.charge_id), r.amount, r.account_id, r.charge_id, NULL, r.checks, r.state = 'refused'
		FROM refunds AS r WHERE (r.state IN ('attempting', 'unknown') AND r.created_at <= $1::timestamptz
			OR r.state = 'refused' AND NOT ` + payment.IsReversedSQL("r") + `
				AND NOT EXISTS (SELECT FROM refunds AS again WHERE again.charge_id = r.charge_id AND again.kind = r.kind AND again.id > r.id))`,
	MatterEvent: `SELECT 'EVENT', e.id, e.received_at, e.kind, e.provider, e.amount, (SELECT account_id FROM charges WHERE id = e.charge_id), e.charge_id, NULL, e.tries, e.left_at IS NOT NULL
		FROM gateway_events AS e WHERE e.applied_at IS NULL AND e.kind NOT IN ('` + payment.EventMonth + `', '` + payment.EventQuestion + `')
			AND (e.left_at IS NOT NULL OR e.received_at <= $1::timestamptz)`,
	MatterAgreement: `SELECT 'AGREEMENT', id, deleted_at, payment_method_type::text, provider, 0, account_id, NULL, NULL, 0, false
		FROM payment_methods WHERE state = 'deleted' AND reference <> '' AND ended_at IS NULL AND provider = ANY ($2::text[])`,
	MatterResult: `SELECT 'RESULT', e.id, e.received_at, e.kind, e.provider, e.amount, (SELECT account_id FROM charges WHERE id = e.charge_id), e.charge_id, NULL, e.tries, true
		FROM gateway_events AS e WHERE e.applied_at IS NULL AND e.kind = '` + payment.EventQuestion + `'`,
	MatterMonth: `SELECT 'MONTH', b.id, b.due_day::timestamp AT TIME ZONE 'Asia/Tokyo', b.state::text, '', b.amount, b.account_id, NULL, c.id, 0, false
		FROM subscriptions AS c JOIN bills AS b ON b.subscription_id = c.id AND b.period = c.period + 1 AND b.state = 'open'
		WHERE c.biller = 'provider' AND c.next_settlement_day <= $3::date AND c.status IN ('` + strings.Join(renewing, "', '") + `')`,
}

// Matters is a page of what waits for the staff, the newest first. Fault: INVALID_FORMAT.
func (s *Service) Matters(ctx context.Context, in MatterFilter, p keyset.Page) ([]Matter, bool, error) {
	var wrong fault.Fields
	if p.First < 1 || p.First > mostRows {
		wrong.Add("first", fault.InvalidFormat)
	}
	if len(in.AccountIDs) > mostValues {
		wrong.Add("accountIds", fault.InvalidFormat)
	}
	kinds := distinct(in.Kinds)
	if len(kinds) == 0 {
		kinds = MatterKinds
	}
	var parts []string
	for _, kind := range kinds {
		if matters[kind] == "" {
			wrong.Add("kinds", fault.InvalidFormat)
		}
		parts = append(parts, matters[kind])
	}
	if err := wrong.Err(); err != nil {
		return nil, false, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, false, err
	}
	after := keyset.Cursor{At: endOfTime, ID: uuid.Max}
	if p.After != nil {
		after = *p.After
	}
	// Whichever kinds are listed, each parameter is named once, since it must have a type.
	query := fmt.Sprintf(`SELECT kind, id, since, state, provider, amount, account_id, charge_id, contract_id, checks, left_over
		FROM (%s) AS m (kind, id, since, state, provider, amount, account_id, charge_id, contract_id, checks, left_over)
		WHERE (since, id) < ($4, $5) AND ($6 OR account_id = ANY ($7::uuid[])) AND (($1::timestamptz, $2::text[], $3::date) IS NULL OR true)
			AND (account_id IS NULL OR account_id <> $9 AND (NOT $10 OR account_id <> ALL (`+guardedSQL+`)))
		ORDER BY since DESC, id DESC LIMIT $8`, strings.Join(parts, "\nUNION ALL\n"))
	var all []Matter
	err = s.read(ctx, func(ctx context.Context) error {
		all = nil
		rows, err := s.Store.Query(ctx, query, s.Clock.Now().Add(-stuckAfter), pq.Array(s.Payment.Providers.EndingByForm()),
			s.Clock.Today().AddDays(-settings.Contracts.Retry()), after.At, after.ID, len(in.AccountIDs) == 0, pq.Array(in.AccountIDs), p.Limit(), in.Hidden.Own, in.Hidden.Guarded)
		if err != nil {
			return err
		}
		all, err = scanned(rows, func(m *Matter) []any {
			return []any{&m.Kind, &m.ID, at{&m.Since}, &m.State, &m.Provider, &m.Amount, &m.AccountID, &m.ChargeID, &m.ContractID, &m.Checks, &m.Left}
		})
		return err
	})
	all, more := keyset.Cut(p, all)
	return all, more, err
}

// renewing are the statuses of contracts that are charged again.
var renewing = renewable()

var endOfTime = clock.Date(9999, 1, 1).Start()
