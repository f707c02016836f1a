package blackbox

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/japanese"
)

// PostForm sends a browser's form to any site.
func (m *Member) PostForm(address, body string) (Answer, error) {
	return m.Send(http.MethodPost, address, []byte(body), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	})
}

// AtPayPal begins to add PayPal and answers the address of the page on which the member agrees.
func (m *Member) AtPayPal() (page string, err error) {
	a, err := Want(m.Get("/zapi/account/payment-method/paypal"))
	page = a.Text("redirectTo")
	if err == nil && !strings.HasPrefix(page, m.s.Outside.URL+"/paypal/approve/") {
		err = fmt.Errorf("PayPal's page is %q", page)
	}
	return page, err
}

// AnswerPayPal presses a button of that page; back is the address at which it gives the browser
// back, empty where it does not.
func (m *Member) AnswerPayPal(page string, pressed url.Values) (back string, err error) {
	a, err := m.PostForm(page, pressed.Encode())
	return a.Header.Get("Location"), err
}

// AtCarrier begins to add a way to pay that is joined by a form and answers the address of the
// carrier's page.
func (m *Member) AtCarrier(kind string) (page string, err error) {
	a, err := Want(m.Post("/zapi/account/payment-method/link", map[string]any{"paymentMethodType": kind}))
	if err != nil {
		return "", err
	}
	return m.ToCarrier(a.Body)
}

// ToCarrier posts the form of an answer to the carrier, as the browser does, and answers the
// address of the carrier's page.
func (m *Member) ToCarrier(form map[string]any) (page string, err error) {
	address, _ := form["linkUrl"].(string)
	if form["charset"] != "Shift_JIS" || !strings.HasPrefix(address, m.s.Outside.URL+"/") {
		return "", fmt.Errorf("this is no form for a carrier: %v", form)
	}
	var pairs []string
	for _, param := range form["params"].([]any) {
		field := param.(map[string]any)
		value, err := japanese.ShiftJIS.NewEncoder().String(field["value"].(string))
		if err != nil {
			return "", err
		}
		pairs = append(pairs, field["name"].(string)+"="+url.QueryEscape(value))
	}
	taken, err := m.PostForm(address, strings.Join(pairs, "&"))
	if err == nil && taken.Status != http.StatusSeeOther {
		err = fmt.Errorf("the carrier answers %s", taken)
	}
	return m.s.Outside.URL + taken.Header.Get("Location"), err
}

var returnForm = regexp.MustCompile(`<form method="post" action="([^"]+)" accept-charset`)

// AnswerCarrier presses a button of the carrier's page; back is the address to which its form gives
// the browser back, empty where it does not.
func (m *Member) AnswerCarrier(page string, pressed url.Values) (back string, err error) {
	a, err := m.PostForm(page, pressed.Encode())
	if form := returnForm.FindSubmatch(a.Raw); form != nil {
		back = strings.ReplaceAll(string(form[1]), "&amp;", "&")
	}
	return back, err
}
