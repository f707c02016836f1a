package money

import (
	"net/http"
	"testing"
)

func TestFormsSentTwiceBuyOnce(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	m := s.member(goodCard)
	form := map[string]any{"planId": "monthly", "paymentMethodId": m.Card}
	tokens := make([]string, 10)
	each(t, len(tokens), len(tokens), func(i int) error {
		a, err := want(m.Post("/zapi/purchase/form/monthly", form))
		tokens[i] = a.Text("purchaseToken")
		return err
	})
	var bought []answer
	answers := make([]answer, len(tokens))
	each(t, len(tokens), len(tokens), func(i int) (err error) { answers[i], err = m.Press("monthly", tokens[i]); return err })
	for _, a := range answers {
		if a.Text("subscriptionId") != "" {
			bought = append(bought, a)
		}
	}
	if len(bought) != 1 {
		t.Errorf("%d of the forms bought: %v", len(bought), answers)
	}
	once(t, m, 1100, "monthly")
}

func TestSignupSentTwiceMakesOneMember(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	m := s.visitor("ja")
	must(t, m.ProveEmail())
	form := m.Form()
	each(t, 10, 10, func(int) error { _, err := m.Post("/zapi/signup", form); return err })
	if got := s.Rows("SELECT count(*) FROM accounts WHERE email = $1", m.Email); got[0] != "1" {
		t.Errorf("%s accounts", got[0])
	}
	must(t, m.LogIn())
}

func TestCardSentTwiceIsKeptOnce(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	m := s.visitor("ja")
	must(t, m.SignUp())
	tokens, err := s.Outside.CardTokens(goodCard)
	must(t, err)
	answers := make([]answer, 5)
	each(t, len(answers), len(answers), func(i int) (err error) {
		answers[i], err = m.Post("/zapi/account/payment-method/credit", tokens)
		return err
	})
	for _, a := range answers {
		if a.Status == http.StatusOK {
			_, err := m.Follow(a.Text("redirectTo"))
			must(t, err)
		} else if a.Text("code") != "CARD_REGISTRATION_FAILED" && a.Text("code") != "TDS_CARD_NOT_SAVED" {
			t.Errorf("answered %s", a)
		}
	}
	if got := s.Rows("SELECT count(*) FROM payment_methods p JOIN accounts a ON a.id = p.account_id WHERE a.email = $1 AND p.state = 'active'", m.Email); got[0] != "1" {
		t.Errorf("%s cards are kept", got[0])
	}
}
