package modeltest

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/paymentmethod"
	"kaiin/server/payment"
	"kaiin/server/payment/paymenttest"
)

// The names of those that are charged like the bank's cards, and joined otherwise.
const (
	payPalName  = "paypal_rest"
	carrierName = "sbps_link"
)

// providers are the bank as all that it is.
func (w *world) providers(resting bool) payment.Providers {
	all := payment.Providers{
		paymenttest.Provider(w.bank),
		{Name: payPalName, Gateway: w.bank, Approvals: unasked{}, Notices: notices{}, Kinds: []payment.Kind{
			{Type: paymentmethod.PaymentMethodTypePaypalRest, Joins: payment.JoinsByApproval},
		}},
		{Name: carrierName, Gateway: w.bank, Forms: w, Notices: notices{}, Kinds: []payment.Kind{
			{Type: paymentmethod.PaymentMethodTypeSbpsDocomo, Joins: payment.JoinsByForm},
		}},
	}
	for i := range all {
		if resting {
			all[i] = payment.Resting(all[i], w.Clock)
		}
	}
	return all
}

// unasked is for members who have agreed before their life begins.
type unasked struct{ payment.Approvals }

// notices reads what tells sends.
type notices struct{}

func (notices) Notice(_ context.Context, _ http.Header, body []byte) (n payment.Notice, err error) {
	return n, json.Unmarshal(body, &n)
}

func (notices) Answer(err error) (status int, body string) {
	if err != nil {
		return http.StatusInternalServerError, ""
	}
	return http.StatusOK, ""
}

// tells has the provider send a notice, twice.
func (w *world) tells(provider string, n payment.Notice) string {
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
func (w *world) Form(in payment.FormRequest) (payment.Form, error) {
	w.form = in
	return payment.Form{URL: "https://carrier.example/"}, nil
}

// join is on the carrier's page.
func (w *world) join(m *member, how string) string {
	if _, err := w.Payment.Link(w.ctx, m.Actor, string(paymentmethod.PaymentMethodTypeSbpsDocomo), ""); err != nil {
		return code(err)
	}
	said := payment.Notice{Kind: payment.NoticeAgreed, OrderID: w.form.OrderID, Reference: "d" + w.form.OrderID}
	switch how {
	case never:
		return ""
	case late:
		m.late = append(m.late, said)
		return ""
	case refuses:
		said.Kind = payment.NoticeRefused
	default:
		if _, err := w.bank.SaveCard(w.ctx, w.form.CustomerCode, payment.CardToken{}); err != nil {
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
	return w.tells(payPalName, payment.Notice{Kind: payment.NoticeEnded, Reference: m.payPal.Reference})
}

// endsAfter does what the job does that follows from a refusal because the agreement is over. It is nobody's to call but the worker's, and
// the provider's notice does the same.
func (w *world) endsAfter(t testing.TB, id uuid.UUID) {
	t.Helper()
	method, err := w.Payment.Method(w.ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := w.tells(method.Provider, payment.Notice{Kind: payment.NoticeEnded, Reference: method.Reference}); wrong != "" {
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
	row, err := w.Store.Client(w.ctx).PaymentMethod.Create().SetAccountID(m.AccountID).SetPaymentMethodType(paymentmethod.PaymentMethodTypePaypalRest).
		SetProvider(payPalName).SetState(paymentmethod.StateActive).SetCustomerCode("p" + m.card.CustomerCode[1:]).SetReference("B-" + m.card.CustomerCode).
		SetAuthenticatedAt(made).SetCreatedAt(made).Save(w.ctx)
	if err != nil {
		return err
	}
	m.payPal = row
	_, err = w.bank.SaveCard(w.ctx, row.CustomerCode, payment.CardToken{})
	return err
}

// method is what the form of an order names.
func (w *world) method(m *member, with string) (string, error) {
	switch with {
	case payPal:
		return m.payPal.ID.String(), nil
	case auSimple, auRefused:
		return string(paymentmethod.PaymentMethodTypeSbpsAuSimple), nil
	case alone:
		return string(paymentmethod.PaymentMethodTypeCampaignCode), nil
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
