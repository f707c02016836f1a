package billing

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/spoken"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
)

// Kind is what a line of the payment history tells.
type Kind string

const (
	Paid   Kind = "PAID"
	Free   Kind = "FREE"   // a bill over 0 yen
	Waived Kind = "WAIVED" // a period for which nothing was charged, because we could not
	Refund Kind = "REFUND" // money that was given back
)

// PageSize is how many lines a numbered page of the history has.
const PageSize = 20

const (
	historyMonths = 12    // K-028
	numbered      = 1_000 // lines that numbered pages reach; what is older is reached by cursors, or by an invoice's address
)

// Line is a line of the payment history: a bill, or a refund of what was paid for one. Amounts are
// yen, those of a refund below 0.
type Line struct {
	ID        uuid.UUID // of the bill, or of the refund
	Kind      Kind
	BillID    uuid.UUID // the specification's earningsId
	CreatedAt time.Time
	DoneAt    *time.Time // when the money moved; nil where none did

	PlanName       words.Text // as it was billed
	Start, End     clock.Day  // first and last day of the contract's period; zero without a contract
	List, Discount int        // what the bill would have been over, and what a campaign took off; 0 for a refund
	Campaign       words.Text // the name of what took it off; nil where nothing was
	Amount, Tax    int        // tax included, and the tax inside; 0 where it was waived
	TaxRate        int        // percent
	PaidWith       *PaidWith  // nil: nothing had to be paid
	Invoiced       bool       // there is an invoice of it, or a return invoice

	SoldAt  *time.Time // when the bill was paid; nil: it was not
	OrderID *uuid.UUID // what was ordered, or what the contract began with
	frozen  json.RawMessage

	campaignID string
}

// Net is the amount without tax.
func (l Line) Net() int { return l.Amount - l.Tax }

// Number is the number by which the member and the store speak of the line: that of its invoice or
// return invoice, whether there is one or not.
func (l Line) Number() string {
	if l.Kind == Refund {
		return spoken.Of(spoken.ReturnInvoice, l.ID)
	}
	return spoken.Of(spoken.Invoice, l.BillID)
}

// PaidWith is what a payment was made with, as it was then.
type PaidWith struct {
	Type       string // as payment_methods has it, such as SbpsCredit
	CardBrand  string // V, M, A, J, D or "": unknown, or no card
	CardSuffix string // four digits or ""
}

// History is a page of what the owner has paid in the last twelve months, newest first, and whether
// more follow. A bill that is not paid yet is added once it is paid. Fault: not found, in a store
// without payments.
func (s *Service) History(ctx context.Context, owner uuid.UUID, p keyset.Page) ([]Line, bool, error) {
	if err := s.takesPayments(ctx); err != nil {
		return nil, false, err
	}
	lines, err := s.history(ctx, owner, p.After, p.Limit(), 0)
	lines, more := keyset.Cut(p, lines)
	return lines, more, err
}

// HistoryPage is a numbered page of the history's newest 1,000 lines, and how many there are up to
// that. A page from 1 on that is out of range is empty.
type HistoryPage struct {
	Lines []Line
	Page  int
	Total int // at most 1,000
}

// Last is the number of the last page.
func (p HistoryPage) Last() int { return max(1, (p.Total+PageSize-1)/PageSize) }

// HistoryPage answers the numbered page. Faults: INVALID_FORMAT (page); not found, in a store
// without payments.
func (s *Service) HistoryPage(ctx context.Context, a actor.Actor, page string) (HistoryPage, error) {
	var out HistoryPage
	number, err := strconv.ParseUint(page, 10, 31)
	if err != nil {
		return out, fault.Invalid(fault.InvalidFormat, "page")
	}
	if err := s.takesPayments(ctx); err != nil {
		return out, err
	}
	out.Page = int(number)
	if out.Total, err = s.historyLength(ctx, a.AccountID); err != nil || out.Page < 1 || out.Page > out.Last() {
		return out, err
	}
	offset := (out.Page - 1) * PageSize
	out.Lines, err = s.history(ctx, a.AccountID, nil, min(PageSize, out.Total-offset), offset)
	return out, err
}

func (s *Service) takesPayments(ctx context.Context) error {
	settings, err := s.Settings.Get(ctx)
	if err == nil && !settings.Flags.StorePayment {
		return fault.NotFound()
	}
	return err
}

// historyLines are the lines of the history: those of $1 that came about at $2 or later, and before
// the line ($3, $4). Each kind has an index. At most $5 entries that count are read from it.
const historyLines = `
	(SELECT id AS line, id AS bill, NULL::uuid AS refund, NULL::uuid AS charge, created_at FROM bills
		WHERE account_id = $1 AND created_at >= $2 AND (created_at, id) < ($3, $4) AND state IN ('paid', 'waived')
		ORDER BY created_at DESC, id DESC LIMIT $5)
	UNION ALL
	(SELECT id, NULL, id, charge_id, created_at FROM refunds
		WHERE account_id = $1 AND created_at >= $2 AND (created_at, id) < ($3, $4) AND state = 'done' AND kind = 'refund'
		ORDER BY created_at DESC, id DESC LIMIT $5)
	ORDER BY created_at DESC, line DESC LIMIT $5`

func (s *Service) history(ctx context.Context, accountID uuid.UUID, after *keyset.Cursor, limit, offset int) ([]Line, error) {
	if after == nil {
		after = &keyset.Cursor{At: endOfTime, ID: uuid.Max}
	}
	return s.lines(ctx, "SELECT * FROM ("+historyLines+") newest OFFSET $6", accountID, s.oldest(), after.At, after.ID, offset+limit, offset)
}

func (s *Service) historyLength(ctx context.Context, accountID uuid.UUID) (n int, err error) {
	err = s.Store.QueryRow(ctx, "SELECT count(*) FROM ("+historyLines+") newest", accountID, s.oldest(), endOfTime, uuid.Max, numbered).Scan(&n)
	return n, err
}

// oldest is when the oldest line that is shown may have come about.
func (s *Service) oldest() time.Time { return s.Clock.Today().AddMonths(-historyMonths).Start() }

var endOfTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// details adds to each line what it tells. LATERAL with a limit has PostgreSQL look each of them up
// by its id, whatever it expects.
const details = `
	SELECT l.line, b.id, l.refund IS NOT NULL, l.created_at, b.state, b.subscription_id IS NOT NULL, b.period_start, b.period_end,
		b.plan_name, b.list_amount, b.discount, b.campaign, b.amount, b.tax, b.tax_rate, b.paid_at, b.invoice,
		COALESCE(b.order_id, (SELECT order_id FROM subscriptions WHERE id = b.subscription_id)),
		COALESCE(r.amount, 0), COALESCE((SELECT sum(amount) FROM refunds WHERE charge_id = r.charge_id AND state = 'done' AND kind = 'refund'
			AND (done_at, id) < (r.done_at, r.id)), 0)::int, r.done_at, COALESCE(m.payment_method_type, ''), COALESCE(c.card_brand, ''), COALESCE(c.card_suffix, '')
	FROM lines l
	LEFT JOIN LATERAL (SELECT * FROM refunds WHERE id = l.refund LIMIT 1) r ON true
	LEFT JOIN LATERAL (SELECT * FROM charges
		WHERE id = COALESCE(l.charge, (SELECT id FROM charges WHERE bill_id = l.bill AND state = 'settled' LIMIT 1)) LIMIT 1) c ON true
	JOIN LATERAL (SELECT * FROM bills WHERE id = COALESCE(l.bill, c.bill_id) LIMIT 1) b ON true
	LEFT JOIN LATERAL (SELECT payment_method_type FROM payment_methods WHERE id = c.payment_method_id LIMIT 1) m ON true
	ORDER BY l.created_at DESC, l.line DESC`

// lines are those that the query finds, whose columns are as those of historyLines.
func (s *Service) lines(ctx context.Context, find string, args ...any) (all []Line, err error) {
	rows, err := s.Store.Query(ctx, "WITH lines AS ("+find+")"+details, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		l, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("payment history: %w", err)
		}
		all = append(all, l)
	}
	return s.nameCampaigns(ctx, all, rows.Err())
}

// nameCampaigns gives lines with a discount the name of their campaign.
func (s *Service) nameCampaigns(ctx context.Context, all []Line, err error) ([]Line, error) {
	if err != nil || !slices.ContainsFunc(all, func(l Line) bool { return l.Discount > 0 }) {
		return all, err
	}
	names, err := s.Catalog.CampaignNames(ctx)
	for i, l := range all {
		if l.Discount > 0 {
			all[i].Campaign = names[l.campaignID]
		}
	}
	return all, err
}

func scan(rows *sql.Rows) (l Line, err error) {
	var (
		refund, contract bool
		state            string
		name             []byte
		back, before     int // yen given back with this line, and with those before it
		doneAt           *time.Time
		with             PaidWith
		start, end       clock.Day
	)
	err = rows.Scan(&l.ID, &l.BillID, &refund, &l.CreatedAt, &state, &contract, &start, &end, &name, &l.List, &l.Discount, &l.campaignID, &l.Amount, &l.Tax,
		&l.TaxRate, &l.SoldAt, (*[]byte)(&l.frozen), &l.OrderID, &back, &before, &doneAt, &with.Type, &with.CardBrand, &with.CardSuffix)
	if err != nil {
		return l, err
	}
	if contract {
		l.Start, l.End = start, end
	}
	if with.Type != "" {
		l.PaidWith = &with
	}
	switch {
	case refund:
		l.Kind, l.DoneAt, l.List, l.Discount = Refund, doneAt, 0, 0
		l.Amount, l.Tax = -back, -l.taxOfPart(before, back)
		l.Invoiced = state == "paid"
	case state == "waived":
		l.Kind, l.Discount, l.Amount, l.Tax, l.PaidWith = Waived, 0, 0, 0, nil
	case l.Amount == 0:
		l.Kind, l.DoneAt = Free, l.SoldAt
	default:
		l.Kind, l.DoneAt, l.Invoiced = Paid, l.SoldAt, state == "paid"
	}
	return l, json.Unmarshal(name, &l.PlanName)
}

// taxOfPart is the yen of tax inside a part of the bill's amount that is given back, after so many
// yen of it were. The parts of all of it have the bill's tax together: each has what the tax of
// what is given back grows by, and the last one the rest.
func (l Line) taxOfPart(before, back int) int {
	inside := func(yen int) int {
		if yen >= l.Amount {
			return l.Tax
		}
		return catalog.TaxInside(yen, l.TaxRate)
	}
	return inside(before+back) - inside(before)
}
