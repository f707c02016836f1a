package modeltest

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/paymentmethod"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
)

// The names of those that are charged like the bank's cards, and joined otherwise.
const (
	payPalName  = "paypal_rest"
	carrierName = "sbps_link"
)

// providers are the bank as all that it is.
func (w *world) providers(resting bool) gateway.Providers {
	all := gateway.Providers{
		paymenttest.Provider(w.bank),
		{Name: payPalName, Gateway: w.bank, Approvals: unasked{}, Notices: notices{}, Kinds: []gateway.Kind{
			{Type: gateway.PaypalRest, Joins: gateway.JoinsByApproval},
		}},
		{Name: carrierName, Gateway: w.bank, Forms: w, Notices: notices{}, Kinds: []gateway.Kind{
			{Type: gateway.SbpsDocomo, Joins: gateway.JoinsByForm},
		}},
	}
	for i := range all {
		if resting {
			all[i] = gateway.WithBreaker(all[i], w.Clock)
		}
	}
	return all
}

// unasked is for members who have agreed before their life begins.
type unasked struct{ gateway.Approvals }

// notices reads what tells sends.
type notices struct{}

func (notices) Notice(_ context.Context, _ http.Header, body []byte) (n gateway.Notice, err error) {
	return n, json.Unmarshal(body, &n)
}

func (notices) Answer(err error) (status int, body string) {
	if err != nil {
		return http.StatusInternalServerError, ""
	}
	return http.StatusOK, ""
}

// tells has the provider send a notice, twice.
func (w *world) tells(provider string, n gateway.Notice) string {
	n.Key = string(n.Kind) + n.OrderID + n.Reference
	body, err := json.Marshal(n)
	if err != nil {
		return err.Error()
	}
	for range 2 {
		if status, _ := w.Payment.Receive(w.ctx, provider, "192.0.2.1", nil, body); status != http.StatusOK {
			return http.StatusText(status)
		}
	}
	return ""
}

// Form implements payment.Forms.
func (w *world) Form(in gateway.FormRequest) (gateway.Form, error) {
	w.form = in
	return gateway.Form{URL: "https://carrier.example/"}, nil
}

// join is on the carrier's page.
func (w *world) join(m *member, how string) string {
	if _, err := w.Payment.Link(w.ctx, m.Actor, string(gateway.SbpsDocomo), ""); err != nil {
		return code(err)
	}
	said := gateway.Notice{Kind: gateway.NoticeAgreed, OrderID: w.form.OrderID, Reference: "d" + w.form.OrderID}
	switch how {
	case never:
		return ""
	case late:
		m.late = append(m.late, said)
		return ""
	case refuses:
		said.Kind = gateway.NoticeRefused
	default:
		if _, err := w.bank.SaveCard(w.ctx, w.form.CustomerCode, gateway.CardToken{}); err != nil {
			return code(err)
		}
		w.whose(m, w.form.CustomerCode)
	}
	return w.tells(carrierName, said)
}

// end ends the member's agreement at PayPal.
func (w *world) end(m *member, how string) string {
	w.bank.cards[m.payPal.CustomerCode] = Over
	if how == untold {
		return ""
	}
	return w.tells(payPalName, gateway.Notice{Kind: gateway.NoticeEnded, Reference: m.payPal.Reference})
}

// endsAfter does what the job does that follows from a refusal because the agreement is over. Only
// the worker calls it, and the provider's notice does the same.
func (w *world) endsAfter(t testing.TB, id uuid.UUID) {
	t.Helper()
	method, err := w.Payment.Method(w.ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := w.tells(method.Provider, gateway.Notice{Kind: gateway.NoticeEnded, Reference: method.Reference}); wrong != "" {
		t.Fatal(wrong)
	}
}

// whose has the customer be the member's.
func (w *world) whose(m *member, customer string) {
	w.customers[customer], w.bank.cards[customer] = m, Fine
}

// agreed gives the member an agreement with PayPal.
func (w *world) agreed(m *member) error {
	made := w.Clock.Now()
	row, err := w.Store.Client(w.ctx).PaymentMethod.Create().SetAccountID(m.AccountID).SetPaymentMethodType(gateway.PaypalRest).
		SetProvider(payPalName).SetState(paymentmethod.StateActive).SetCustomerCode("p" + m.card.CustomerCode[1:]).SetReference("B-" + m.card.CustomerCode).
		SetAuthenticatedAt(made).SetCreatedAt(made).Save(w.ctx)
	if err != nil {
		return err
	}
	m.payPal = row
	_, err = w.bank.SaveCard(w.ctx, row.CustomerCode, gateway.CardToken{})
	return err
}

// method is what the form of an order names.
func (w *world) method(m *member, with string) (string, error) {
	switch with {
	case payPal:
		return m.payPal.ID.String(), nil
	case auSimple, auRefused:
		return string(gateway.SbpsAuSimple), nil
	case alone:
		return string(gateway.CampaignCode), nil
	case carrier:
		row, err := w.Store.Client(w.ctx).PaymentMethod.Query().Where(paymentmethod.AccountID(m.AccountID), paymentmethod.Provider(carrierName)).
			Order(paymentmethod.ByState(), ent.Desc(paymentmethod.FieldCreatedAt)).First(w.ctx)
		if err != nil {
			return "unknown", ent.MaskNotFound(err)
		}
		return row.ID.String(), nil
	}
	return m.card.ID.String(), nil
}
