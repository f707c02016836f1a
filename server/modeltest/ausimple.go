package modeltest

import (
	"path"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/purchase"
)

// agreement is what a member has agreed on with the carrier of au simple.
type agreement struct {
	gateway.FormRequest
	reference string
	told      map[string]bool // months
}

// agree is on the carrier's page, and comes back from it.
func (w *world) agree(m *member, plan string, in purchase.Purchase, refuses bool) error {
	form := w.monthly.Forms[len(w.monthly.Forms)-1]
	back := form.CancelURL
	if !refuses {
		back = form.ReturnURL
		a := &agreement{form, w.monthly.Agrees(form), map[string]bool{w.month(): true}}
		m.simple, w.customers[form.CustomerCode] = append(m.simple, a), m
	}
	if _, err := w.purchase.ReturnFromBank(w.ctx, path.Base(path.Dir(back))); err != nil {
		return err
	}
	_, err := w.purchase.Purchase(w.ctx, m.Actor, plan, in)
	return err
}

// month is the present one, as carriers write it.
func (w *world) month() string { return w.today.Start().In(clock.Tokyo).Format("200601") }

// charge has the carrier charge the month by itself, or not, and tell that, in its file and by
// its notice.
func (w *world) charge(m *member, what string) error {
	month := w.month()
	for _, a := range m.simple {
		if what == "" || a.told[month] || !w.monthly.Keeps(a.CustomerCode) {
			continue
		}
		a.told[month] = true
		line := w.monthly.Refuses(a.reference, month, a.Amount)
		if what == takes {
			order := a.reference + month
			w.monthly.Book(paymenttest.Entry{OrderID: order, CustomerCode: a.CustomerCode, Amount: a.Amount})
			line.Result, line.Code, line.TrackingID = gateway.ProviderChargeSettled, "", w.monthly.Entry(order).TrackingID
		}
		if _, err := w.ProviderBilling.TakeMonths(w.ctx, paymenttest.Lines(line, line)); err != nil {
			return err
		}
	}
	return nil
}
