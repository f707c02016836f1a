package blackbox

import (
	"errors"
	"fmt"
	"strings"
)

// Follow goes where the bank and the server send the browser, to the last path of this site.
func (m *Member) Follow(address string) (string, error) {
	for range 6 {
		a, err := m.Get(address)
		if err != nil {
			return "", err
		}
		next := a.Header.Get("Location")
		if next == "" {
			return "", fmt.Errorf("%s leads nowhere: %s", address, a)
		}
		if strings.HasPrefix(next, "/") {
			return next, nil
		}
		address = next
	}
	return "", errors.New("sent around in circles")
}

// AddCard registers a card and passes 3-D Secure. Each card of a member has a month of expiry of
// its own: the same one is not registered twice.
func (m *Member) AddCard(number string) error {
	tokens, err := m.s.Outside.cardTokens(number, fmt.Sprintf("20%02d12", 40-m.cards%10))
	m.cards++
	if err != nil {
		return err
	}
	a, err := Want(m.Post("/zapi/account/payment-method/credit", tokens))
	if err != nil {
		return err
	}
	if _, err := m.Follow(a.Text("redirectTo")); err != nil {
		return err
	}
	page, err := Want(m.Get("/plans/monthly/screen-data"))
	if err != nil {
		return err
	}
	methods, _ := page.Body["paymentMethods"].([]any)
	if len(methods) == 0 {
		return fmt.Errorf("the card was not kept: %s", page)
	}
	m.Card, _ = methods[0].(map[string]any)["accountPaymentMethodId"].(string)
	return nil
}

// Order fills the purchase form in and answers the order's token.
func (m *Member) Order(plan string) (string, error) { return m.OrderWith(plan, m.Card, "") }

// OrderWith is Order with a way to pay, which may also be one that is chosen with the order, and
// the code of a campaign; empty: none.
func (m *Member) OrderWith(plan, method, campaign string) (string, error) {
	var code any
	if campaign != "" {
		code = campaign
	}
	form := map[string]any{"planId": plan, "paymentMethodId": method, "campaignCode": code}
	if _, err := Want(m.Post("/zapi/purchase/verify/"+plan, map[string]any{"paymentMethodId": method, "campaignCode": code})); err != nil {
		return "", err
	}
	a, err := Want(m.Post("/zapi/purchase/form/"+plan, form))
	if err != nil {
		return "", err
	}
	_, err = Want(m.Get("/plans/" + plan + "/confirm/screen-data"))
	return a.Text("purchaseToken"), err
}

// Confirm sends the order with what the 3-D Secure script made (Outside.TDSTokens); nil for none.
func (m *Member) Confirm(plan, token string, tds map[string]any) (Answer, error) {
	body := map[string]any{"purchaseToken": token}
	for name, value := range tds {
		body[name] = value
	}
	return m.Post("/zapi/purchase/"+plan, body)
}

// ToBank sends the order and goes to the bank, which agrees; back is the address at which it gives
// the browser back.
func (m *Member) ToBank(plan, token string) (back string, err error) {
	tds, err := m.s.Outside.TDSTokens()
	if err != nil {
		return "", err
	}
	begun, err := Want(m.Confirm(plan, token, tds))
	if err != nil {
		return "", err
	}
	sent, err := m.Get(begun.Text("redirectTo"))
	back = sent.Header.Get("Location")
	if err == nil && !strings.HasPrefix(back, m.s.Origin+"/payment/tds/") {
		err = fmt.Errorf("the order leads to %q, and from there to %q", begun.Text("redirectTo"), back)
	}
	return back, err
}

// Press presses the button of the confirm page, passes at the bank where it leads there, and
// answers what the button answers from then on.
func (m *Member) Press(plan, token string) (Answer, error) {
	tds, err := m.s.Outside.TDSTokens()
	if err != nil {
		return Answer{}, err
	}
	a, err := m.Confirm(plan, token, tds)
	if err != nil || !strings.HasPrefix(a.Text("redirectTo"), "http") {
		return a, err
	}
	if _, err := m.Follow(a.Text("redirectTo")); err != nil {
		return a, err
	}
	return m.Confirm(plan, token, nil)
}

// Buy orders and confirms.
func (m *Member) Buy(plan string) (Answer, error) {
	token, err := m.Order(plan)
	if err != nil {
		return Answer{}, err
	}
	return Want(m.Press(plan, token))
}
