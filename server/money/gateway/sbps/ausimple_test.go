package sbps_test

import (
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/sbps"
)

// au simple: the carrier charges by itself, each first of a month, and the file tells; what we know
// is only looked at and given back.
func TestAuSimple(t *testing.T) {
	t.Parallel()
	p := dial(t, sbps.NameAuSimple, nil)
	told := p.agrees(t, "form-1", 1100)
	m, first := gateway.Kept{CustomerCode: "member-1", Reference: told.Reference}, told.TrackingID
	_, err := p.carrier.Charge(t.Context(), gateway.ChargeRequest{OrderID: "order-1", Kept: m, ItemID: "plan", Amount: 1100})
	if !isRejected(err) {
		t.Errorf("charged by us: %v", err)
	}
	want := gateway.Transaction{State: gateway.TransactionSettled, TrackingID: first, Amount: 1100}
	for _, tracking := range []string{first, ""} {
		if tx, err := p.carrier.Lookup(t.Context(), "form-1", tracking); err != nil || tx != want {
			t.Errorf("got %+v, %v", tx, err)
		}
	}
	if err := p.carrier.Commit(t.Context(), first); err != nil {
		t.Error(err)
	}
	// Three months later: one was taken, one declined, one taken without a row in the file.
	for _, outcome := range []string{"ok", "decline", "notice_lost"} {
		p.next(t, "monthly", outcome, "")
	}
	at := time.Now().In(clock.Tokyo)
	later, now := p.later(t, time.Date(at.Year(), at.Month()+3, 15, 0, 0, 0, 0, clock.Tokyo).Sub(at).Truncate(time.Second))
	results := p.results(t)
	if len(results) != 3 || results[0].TrackingID != first || results[0].Result != gateway.ProviderChargeSettled ||
		results[1].Result != gateway.ProviderChargeSettled || results[2].Result != gateway.ProviderChargeDeclined || results[2].Code != "402L4999" {
		t.Fatalf("got %+v", results)
	}
	if kept := p.kept(t); kept["form-1"] != 3*1100 {
		t.Errorf("kept: %v", kept)
	}
	second := results[1].TrackingID
	if err := later.Refund(t.Context(), second, 100); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := later.Refund(t.Context(), second, 0); err != nil {
			t.Fatal(err)
		}
	}
	tx, err := later.Lookup(t.Context(), "form-1", second)
	if err != nil || tx.State != gateway.TransactionCanceled || tx.TrackingID != second || tx.Refunded != 1100 {
		t.Errorf("got %+v, %v", tx, err)
	}
	if tx, err := later.Lookup(t.Context(), "form-1", m.Reference+"/199901"); err == nil {
		t.Errorf("a month without a sale: %+v", tx)
	}
	none := gateway.Transaction{State: gateway.TransactionNone}
	for month, want := range map[string]gateway.Transaction{"199901": none, results[1].Month: tx, results[2].Month: none} {
		if got, err := later.Month(t.Context(), m.Reference, month); err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", month, got, err, want)
		}
	}
	for reference, month := range map[string]string{m.Reference: "2027-1", "": "202701", "x": "202701", "99999999999999": "199901"} {
		if got, err := later.Month(t.Context(), reference, month); err == nil && got != none {
			t.Errorf("%s of %q: got %+v", month, reference, got)
		}
	}
	if _, err := later.Lookup(t.Context(), "form-1", ""); err != nil {
		t.Errorf("the order, months later: %v", err)
	}
	list, err := later.Settlements(t.Context(), now.Today())
	if err != nil || len(list) != 2 || list[0].TrackingID != second || list[0].Kind != gateway.SettlementRefund {
		t.Errorf("got %+v, %v", list, err)
	}
	for range 2 {
		if err := later.Forget(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	p.do(t, "/clock", map[string]string{"advance": "1488h"}, nil)
	if kept := p.kept(t); kept["form-1"] != 2*1100 {
		t.Errorf("it was charged after its end: %v", kept)
	}
}

// An order that is looked up after the carrier has charged the next month is still the
// first month's.
func TestAuSimpleAfterTheMonthsEnd(t *testing.T) {
	t.Parallel()
	p := dial(t, sbps.NameAuSimple, nil)
	told := p.agrees(t, "form-1", 1100)
	at := told.At.In(clock.Tokyo)
	later, _ := p.later(t, time.Date(at.Year(), at.Month()+1, 2, 0, 0, 0, 0, clock.Tokyo).Sub(at).Truncate(time.Second))
	if len(p.results(t)) != 2 {
		t.Error("the carrier has not charged")
	}
	if tx, err := later.Lookup(t.Context(), "form-1", ""); err != nil || tx.TrackingID != told.TrackingID || tx.State != gateway.TransactionSettled {
		t.Errorf("got %+v, %v, want %s", tx, err, told.TrackingID)
	}
}
