package paypal

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"kaiin/server/sandbox/outcome"
)

// yen reads an amount strictly: yen have no decimals.
func (r nvpRequest) yen() (int, *fault) { return money{r.Get("CURRENCYCODE"), r.Get("AMT")}.yen() }

// chargeReference is DoReferenceTransaction with PAYMENTACTION Authorization.
func (s *Service) chargeReference(r nvpRequest) ([]pair, *fault) {
	amount, refusal := r.yen()
	switch {
	case refusal != nil:
		return nil, refusal
	case r.Get("PAYMENTACTION") != "Authorization":
		return nil, missing("PAYMENTACTION")
	case len(r.Get("INVNUM")) > 127:
		return nil, missing("INVNUM")
	}
	if item := r.Get("ITEMAMT"); item != "" {
		net, err := strconv.Atoi(item)
		tax, taxErr := strconv.Atoi(r.Get("TAXAMT"))
		if err != nil || taxErr != nil || net+tax != amount {
			return nil, &fault{code: "10413", message: "The totals of the cart item amounts do not match order amounts."}
		}
	}
	p, refusal := s.authorize(charge{invoice: r.Get("INVNUM"), custom: r.Get("CUSTOM"), wallet: r.Get("REFERENCEID"), nvp: true, amount: amount}, r.script)
	if refusal != nil {
		return nil, refusal
	}
	return []pair{
		{"BILLINGAGREEMENTID", p.Wallet}, {"TRANSACTIONID", p.ID}, {"TRANSACTIONTYPE", "merchtpmt"}, {"PAYMENTTYPE", "instant"},
		{"ORDERTIME", stamp(p.HeldAt)}, {"AMT", strconv.Itoa(p.Amount)}, {"TAXAMT", "0"}, {"CURRENCYCODE", "JPY"},
		{"PAYMENTSTATUS", "Pending"}, {"PENDINGREASON", "authorization"}, {"REASONCODE", "None"},
	}, nil
}

func (s *Service) authorization(r nvpRequest) (*payment, *fault) {
	p, ok := s.state.Payments[r.Get("AUTHORIZATIONID")]
	if !ok || p.Order != "" {
		return nil, notFound
	}
	return p, nil
}

func (s *Service) captureNVP(r nvpRequest) ([]pair, *fault) {
	p, refusal := s.authorization(r)
	if refusal != nil {
		return nil, refusal
	}
	amount, refusal := r.yen()
	switch {
	case refusal != nil:
		return nil, refusal
	case r.Get("COMPLETETYPE") != "Complete":
		return nil, missing("COMPLETETYPE")
	}
	if refusal := s.capture(p, amount, r.script); refusal != nil {
		return nil, refusal
	}
	pairs := []pair{
		{"AUTHORIZATIONID", p.ID}, {"TRANSACTIONID", p.Capture}, {"PARENTTRANSACTIONID", p.ID}, {"AMT", strconv.Itoa(p.Amount)}, {"CURRENCYCODE", "JPY"},
	}
	if p.Taken == takenPending {
		return append(pairs, pair{"PAYMENTSTATUS", "Pending"}, pair{"PENDINGREASON", "paymentreview"}), nil
	}
	return append(pairs, pair{"PAYMENTSTATUS", "Completed"}, pair{"PENDINGREASON", "None"}), nil
}

func (s *Service) voidNVP(r nvpRequest) ([]pair, *fault) {
	p, refusal := s.authorization(r)
	if refusal != nil {
		return nil, refusal
	}
	if refusal := s.void(p); refusal != nil {
		return nil, refusal
	}
	return []pair{{"AUTHORIZATIONID", p.ID}}, nil
}

// refundNVP is RefundTransaction. Full is refused once a part has gone back.
func (s *Service) refundNVP(r nvpRequest) ([]pair, *fault) {
	p := s.byCapture(r.Get("TRANSACTIONID"))
	if p == nil || p.Order != "" {
		return nil, notFound
	}
	amount := 0
	switch kind := r.Get("REFUNDTYPE"); {
	case kind == "Partial":
		var refusal *fault
		if amount, refusal = r.yen(); refusal != nil {
			return nil, refusal
		}
	case kind != "Full":
		return nil, missing("REFUNDTYPE")
	case p.refunded() > 0:
		return nil, aboveLeft
	}
	back, refusal := s.refund(p, amount)
	if refusal != nil {
		return nil, refusal
	}
	return []pair{
		{"REFUNDTRANSACTIONID", back.ID}, {"GROSSREFUNDAMT", strconv.Itoa(back.Amount)}, {"TOTALREFUNDEDAMOUNT", strconv.Itoa(p.refunded())}, {"CURRENCYCODE", "JPY"},
	}, nil
}

// transaction is one of a payment's: its authorisation, its capture or a refund.
type transaction struct {
	p            *payment
	id, parent   string
	kind, status string
	pending      string
	amount       int
	at           time.Time
}

// transactions are all of the account, of both wires, oldest first; the service is locked.
func (s *Service) transactions() []transaction {
	var all []transaction
	now := s.Clock.Now()
	for _, id := range slices.Sorted(maps.Keys(s.state.Payments)) {
		p := s.state.Payments[id]
		held := transaction{p: p, id: p.ID, kind: "Authorization", status: "Pending", pending: "authorization", amount: p.Amount, at: p.HeldAt}
		switch {
		case p.Voided:
			held.status, held.pending = "Voided", "None"
		case p.Capture != "":
			held.status, held.pending = "Completed", "None"
		case p.expired(now):
			held.status, held.pending = "Expired", "None"
		}
		all = append(all, held)
		if p.Capture == "" {
			continue
		}
		taken := transaction{p: p, id: p.Capture, parent: p.ID, kind: "Payment", status: "Completed", pending: "None", amount: p.Amount, at: p.At}
		switch back := p.refunded(); {
		case p.Taken == takenPending:
			taken.status, taken.pending = "Pending", "paymentreview"
		case p.Taken == takenDeclined:
			taken.status = "Denied"
		case back == p.Amount:
			taken.status = "Refunded"
		case back > 0:
			taken.status = "PartiallyRefunded"
		}
		all = append(all, taken)
		for _, back := range p.Refunds {
			kind := "Refund"
			if back.Reversed {
				kind = "Reversal"
			}
			all = append(all, transaction{p: p, id: back.ID, parent: p.Capture, kind: kind, status: "Completed", pending: "None", amount: -back.Amount, at: back.At})
		}
	}
	return all
}

func (s *Service) detailsNVP(r nvpRequest) ([]pair, *fault) {
	for _, t := range s.transactions() {
		if t.id != r.Get("TRANSACTIONID") {
			continue
		}
		if r.script == outcome.WrongAmount {
			t.amount++
		}
		pairs := []pair{
			{"EMAIL", payerOf(t.p.Payer).Email}, {"PAYERID", payerOf(t.p.Payer).ID}, {"TRANSACTIONID", t.id}, {"TRANSACTIONTYPE", "merchtpmt"},
			{"ORDERTIME", stamp(t.at)}, {"AMT", strconv.Itoa(t.amount)}, {"CURRENCYCODE", "JPY"}, {"PAYMENTSTATUS", t.status},
			{"PENDINGREASON", t.pending}, {"REASONCODE", "None"}, {"INVNUM", t.p.Invoice}, {"CUSTOM", t.p.Custom},
		}
		if t.parent != "" {
			pairs = append(pairs, pair{"PARENTTRANSACTIONID", t.parent})
		}
		return pairs, nil
	}
	return nil, notFound
}

// searchNVP is TransactionSearch: newest first, 100 at most. It finds invoice numbers that begin
// with the one asked for.
func (s *Service) searchNVP(r nvpRequest) ([]pair, *fault) {
	since, err := time.Parse("2006-01-02T15:04:05Z", r.Get("STARTDATE"))
	if err != nil {
		return nil, missing("STARTDATE")
	}
	until := s.Clock.Now()
	if end := r.Get("ENDDATE"); end != "" {
		if until, err = time.Parse("2006-01-02T15:04:05Z", end); err != nil {
			return nil, missing("ENDDATE")
		}
	}
	var pairs []pair
	n := 0
	for _, t := range slices.Backward(s.transactions()) {
		if at := t.at.Truncate(time.Second); at.Before(since) || at.After(until) || !strings.HasPrefix(t.p.Invoice, r.Get("INVNUM")) || n == 100 {
			continue
		}
		at := strconv.Itoa(n)
		pairs = append(pairs,
			pair{"L_TIMESTAMP" + at, stamp(t.at)}, pair{"L_TIMEZONE" + at, "GMT"}, pair{"L_TYPE" + at, t.kind},
			pair{"L_EMAIL" + at, payerOf(t.p.Payer).Email}, pair{"L_NAME" + at, payerOf(t.p.Payer).Name}, pair{"L_TRANSACTIONID" + at, t.id},
			pair{"L_STATUS" + at, t.status}, pair{"L_AMT" + at, strconv.Itoa(t.amount)}, pair{"L_CURRENCYCODE" + at, "JPY"})
		n++
	}
	return pairs, nil
}
