package billing_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/money/billing"
)

// What the store changes after the payment changes no invoice.
func TestInvoiceIsAsItWasWhenPaid(t *testing.T) {
	t.Parallel()
	b := open(t, "2027-03-01", nil)
	current, err := b.Service.Settings.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	then := *current
	then.Seller = settings.Seller{
		Name: words.Text{"ja": "株式会社むかし", "en": "Then Inc."}, Address: words.Text{"ja": "東京都"}, Phone: "03-0000-0000", Email: "then@example.jp", InvoiceNumber: "T1234567890123",
	}
	document, err := billing.KeepSeller(&then)
	if err != nil {
		t.Fatal(err)
	}
	order := uuid.New()
	paid := b.bill(bill.StatePaid, 1099, func(c *ent.BillCreate) { c.SetInvoice(document).SetOrderID(order) })
	b.charge(paid, charge.StateSettled)
	got, err := b.Invoice(t.Context(), b.taro, paid.ID.String())
	if err != nil {
		t.Fatal(err)
	}
	if got.Seller.Name.In("en") != "Then Inc." || got.Seller.Address.In("en") != "東京都" || got.Seller.Phone != "03-0000-0000" || got.RegistrationNumber != "T1234567890123" ||
		got.Service.In("ja") != current.ServiceName.In("ja") {
		t.Errorf("sold by %+v", got.Invoice)
	}
	if got.Amount != 1099 || got.Tax != 99 || got.Net() != 1000 || got.TaxRate != 10 || *got.OrderID != order || !got.SoldAt.Equal(*paid.PaidAt) || got.PaidWith.CardSuffix != "5555" {
		t.Errorf("sold %+v", got.Line) // F-220…F-226
	}

	old := b.bill(bill.StatePaid, 1100, nil) // paid before bills kept it
	if got, err = b.Invoice(t.Context(), b.taro, old.ID.String()); err != nil || got.RegistrationNumber != current.Seller.InvoiceNumber || got.Seller.Name.In("ja") != current.Seller.Name.In("ja") {
		t.Errorf("%+v, %v", got, err)
	}
	broken := b.bill(bill.StatePaid, 1100, func(c *ent.BillCreate) { c.SetInvoice(json.RawMessage(`[]`)) })
	if _, err := b.Invoice(t.Context(), b.taro, broken.ID.String()); err == nil || fault.Is(err, fault.CodeNotFound) {
		t.Errorf("an invoice that cannot be read: %v", err)
	}
}

func TestReturnInvoiceNamesTheSale(t *testing.T) {
	t.Parallel()
	b := open(t, "2027-03-01", nil)
	paid := b.bill(bill.StatePaid, 22000, nil)
	settled := b.charge(paid, charge.StateSettled)
	b.Service.Clock.Advance(48 * time.Hour)
	back := b.refund(settled, refund.KindRefund, refund.StateDone, 10999)
	got, err := b.ReturnInvoice(t.Context(), b.taro, back.ID.String())
	if err != nil {
		t.Fatal(err)
	}
	if got.Kind != billing.Refund || got.BillID != paid.ID || got.Amount != -10999 || got.Tax != -999 || !got.SoldAt.Equal(*paid.PaidAt) || !got.DoneAt.Equal(*back.DoneAt) {
		t.Errorf("%+v", got.Line)
	}
}

func TestNoInvoice(t *testing.T) {
	t.Parallel()
	b := open(t, "2027-03-01", nil)
	hanako := b.Member(t)
	paid := b.bill(bill.StatePaid, 1100, nil)
	settled := b.charge(paid, charge.StateSettled)
	void := b.charge(b.bill(bill.StateVoid, 1100, nil), charge.StateSettled)
	ids := map[string]string{
		"another's": b.bill(bill.StatePaid, 1100, func(c *ent.BillCreate) { c.SetAccountID(hanako.AccountID) }).ID.String(),
		"over 0":    b.bill(bill.StatePaid, 0, nil).ID.String(),
		"no id":     "x", "none": uuid.NewString(), "empty": "", "too long": paid.ID.String() + "0", "with a zero byte": "\x00",
		"released":   b.refund(settled, refund.KindRelease, refund.StateDone, 1100).ID.String(),
		"not done":   b.refund(settled, refund.KindRefund, refund.StateUnknown, 1100).ID.String(),
		"of nothing": b.refund(void, refund.KindRefund, refund.StateDone, 1100).ID.String(),
	}
	for _, state := range []bill.State{bill.StateOpen, bill.StatePaying, bill.StateWaived, bill.StateVoid} {
		ids[string(state)] = b.bill(state, 1100, nil).ID.String()
	}
	for name, id := range ids {
		if _, err := b.Invoice(t.Context(), b.taro, id); !fault.Is(err, fault.CodeNotFound) {
			t.Errorf("%s: an invoice, %v", name, err)
		}
		if _, err := b.ReturnInvoice(t.Context(), b.taro, id); !fault.Is(err, fault.CodeNotFound) {
			t.Errorf("%s: a return invoice, %v", name, err)
		}
	}
	back := b.refund(settled, refund.KindRefund, refund.StateDone, 1).ID.String()
	if _, err := b.ReturnInvoice(t.Context(), hanako, back); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("another's refund: %v", err)
	}
	if _, err := b.Invoice(t.Context(), hanako, paid.ID.String()); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("another's bill: %v", err)
	}
}
