package paypal

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"time"
)

// endWallet is the member ending an agreement on PayPal's own pages.
func (s *Service) endWallet(w http.ResponseWriter, r *http.Request) {
	if foreign(w, r) {
		return
	}
	s.mu.Lock()
	kept, ok := s.state.Wallets[r.PathValue("id")]
	if ok {
		s.end(kept)
	}
	s.mu.Unlock()
	s.done(w, r, ok)
}

// act is what PayPal does to a payment by itself: complete or deny what it holds back, reverse what
// was taken, give a part of it back, open a dispute or end it.
func (s *Service) act(w http.ResponseWriter, r *http.Request) {
	if foreign(w, r) {
		return
	}
	s.mu.Lock()
	p, ok := s.state.Payments[r.PathValue("id")]
	ok = ok && s.happen(p, r.PathValue("act"))
	s.mu.Unlock()
	s.done(w, r, ok)
}

func (s *Service) done(w http.ResponseWriter, r *http.Request, ok bool) {
	if !ok {
		http.Error(w, "there is no such thing, or it is not in the state for it", http.StatusNotFound)
		return
	}
	s.Changed()
	http.Redirect(w, r, "/paypal", http.StatusSeeOther)
}

// happen changes a payment, unless its state does not allow it; the service is locked.
func (s *Service) happen(p *payment, act string) bool {
	now := s.Clock.Now()
	switch left := p.Amount - p.refunded(); {
	case act == "complete" && p.Taken == takenPending:
		p.Taken, p.At = takenCompleted, now
		s.tell(noticeCompleted, p, nil)
	case act == "deny" && p.Taken == takenPending:
		p.Taken, p.At = takenDeclined, now
		s.tell(noticeDenied, p, nil)
	case act == "reverse" && p.Taken == takenCompleted && left > 0:
		back := refund{ID: s.number(), Amount: left, At: now, Reversed: true}
		p.Refunds = append(p.Refunds, back)
		s.tell(noticeReversed, p, &back)
	case act == "refund-part" && p.Taken == takenCompleted && left > 1:
		back := refund{ID: s.number(), Amount: left / 2, At: now}
		p.Refunds = append(p.Refunds, back)
		s.tell(noticeRefunded, p, &back)
	case (act == "dispute" || act == "resolve") && p.Taken == takenCompleted:
		if p.Order != "" {
			kind, status := noticeDispute, "OPEN"
			if act == "resolve" {
				kind, status = noticeResolved, "RESOLVED"
			}
			s.tellOf(kind, object{
				"dispute_id": "PP-D-" + p.Capture, "create_time": stamp(now), "reason": "MERCHANDISE_OR_SERVICE_NOT_RECEIVED", "status": status,
				"dispute_amount":        yen(p.Amount),
				"disputed_transactions": []object{{"seller_transaction_id": p.Capture, "invoice_number": p.Invoice, "custom": p.Custom}},
			})
		}
	default:
		return false
	}
	return true
}

// WalletRow is a wallet for people to look at.
type WalletRow struct {
	ID, Wire, Payer string
	Ended           bool
	At              time.Time
}

// PaymentRow is a payment for people to look at.
type PaymentRow struct {
	ID, Invoice, Status string
	Amount, Refunded    int
	HeldBack, Taken     bool
	At                  time.Time
}

// Wallets lists wallets and agreements, newest first.
func (s *Service) Wallets() []WalletRow {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := []WalletRow{}
	for _, id := range slices.Sorted(maps.Keys(s.state.Wallets)) {
		w := s.state.Wallets[id]
		row := WalletRow{w.ID, "REST", payerOf(w.Payer).Name, w.Ended, w.At}
		if w.NVP {
			row.Wire = "NVP"
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b WalletRow) int { return cmp.Or(b.At.Compare(a.At)) })
	return rows
}

// Payments lists payments, newest first.
func (s *Service) Payments() []PaymentRow {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := []PaymentRow{}
	for _, id := range slices.Sorted(maps.Keys(s.state.Payments)) {
		p := s.state.Payments[id]
		row := PaymentRow{p.ID, p.Invoice, p.entries(s.Clock.Now())[0].Status, p.Amount, p.refunded(), p.Taken == takenPending, p.Taken == takenCompleted, p.At}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b PaymentRow) int { return cmp.Or(b.At.Compare(a.At)) })
	return rows
}
