package money

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

const (
	password = "Open9sesameX!"
	goodCard = "4111111111111111"
)

// member is a person with a browser of their own at an address of their own.
type member struct {
	s                     *stack
	client                *http.Client
	ip, language          string
	email, nickname, card string
	pin                   string           // of the sign-up
	consents              []map[string]any // to the store's policies
}

// answer is what the server said.
type answer struct {
	status int
	header http.Header
	raw    []byte
	body   map[string]any // nil when it is no JSON object
}

// text is a member of the body, empty when it is absent or no text.
func (a answer) text(name string) string { v, _ := a.body[name].(string); return v }

func (a answer) String() string { return fmt.Sprintf("%d %s", a.status, a.raw) }

var born atomic.Int64

// visitor is somebody who has not signed up.
func (s *stack) visitor(language string) *member {
	n := born.Add(1)
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	client := *s.outside.client
	client.Jar = jar
	return &member{
		s: s, client: &client, language: language, ip: fmt.Sprintf("10.%d.%d.1", n/250, n%250),
		email: fmt.Sprintf("member%d-private@example.jp", n), nickname: fmt.Sprintf("nick-%d-%s", n, language),
	}
}

// send makes a request as a browser of this site would; change may alter it. A path may be a whole address.
func (m *member) send(method, path string, body []byte, change func(*http.Request)) (answer, error) {
	if !strings.HasPrefix(path, "http") {
		path = m.s.origin + path
	}
	r, err := http.NewRequest(method, path, bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	r.Header.Set("X-Forwarded-For", m.ip)
	r.Header.Set("Accept-Language", m.language)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", m.s.origin)
	}
	if change != nil {
		change(r)
	}
	said, err := m.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = said.Body.Close() }()
	a := answer{status: said.StatusCode, header: said.Header}
	if a.raw, err = io.ReadAll(said.Body); err != nil {
		return a, err
	}
	_ = json.Unmarshal(a.raw, &a.body)
	if found := inside.Find(a.raw); found != nil {
		return a, fmt.Errorf("%s %s tells what happens inside (%q): %s", method, path, found, a)
	}
	return a, nil
}

// inside is what no answer may hold: statements, errors of the database and of the language, stacks.
var inside = regexp.MustCompile(`(?i)pq: |sqlstate|select .+ from |insert into |goroutine \d|\.go:\d|panic:|runtime error|ent: |context deadline|127\.0\.0\.1:5\d{3}`)

func (m *member) get(path string) (answer, error) { return m.send("GET", path, nil, nil) }

func (m *member) post(path string, body any) (answer, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return answer{}, err
	}
	return m.send("POST", path, text, nil)
}

// want is the answer when it is a 200 without a broken flow, else an error.
func want(a answer, err error) (answer, error) {
	if err == nil && (a.status != http.StatusOK || a.body["flowError"] != nil) {
		err = fmt.Errorf("answered %s", a)
	}
	return a, err
}

// proveEmail takes the visitor to the sign-up form: consents, address, PIN code.
func (m *member) proveEmail() error {
	page, err := want(m.get("/signup/policy/screen-data"))
	if err != nil {
		return err
	}
	for _, p := range page.body["policies"].([]any) {
		policy := p.(map[string]any)
		m.consents = append(m.consents, map[string]any{"policyId": policy["policyId"], "revision": policy["revision"], "key": policy["key"]})
	}
	if _, err := want(m.post("/zapi/signup/policy", map[string]any{"policyConsentData": m.consents})); err != nil {
		return err
	}
	if _, err := want(m.post("/zapi/signup/email", map[string]any{"type": "signUp", "email": m.email, "policyConsentData": m.consents})); err != nil {
		return err
	}
	if m.pin, err = m.s.outside.pin(m.email); err != nil {
		return err
	}
	if _, err = want(m.post("/zapi/signup/pin-code", map[string]any{"pinCode": m.pin})); err != nil {
		return err
	}
	_, err = want(m.post("/zapi/signup/confirm", map[string]any{"inputtedData": map[string]any{
		"formData": m.fields(), "customAssociatedInfoData": []any{}, "policyConsentData": m.consents, "policies": []any{},
		"accountRegistrationSetting": map[string]any{},
	}}))
	return err
}

// fields are the form's; form is what its last step sends.
func (m *member) fields() map[string]any {
	return map[string]any{"password": password, "passwordConfirm": password, "nickname": m.nickname, "email": m.email}
}

func (m *member) form() map[string]any {
	form := m.fields()
	form["customAssociatedInfo"], form["policyConsentData"] = []any{}, m.consents
	return form
}

// signUp makes the visitor a member who is signed in.
func (m *member) signUp() error {
	if err := m.proveEmail(); err != nil {
		return err
	}
	_, err := want(m.post("/zapi/signup", m.form()))
	return err
}

func (m *member) logIn() error {
	_, err := want(m.post("/login", map[string]any{"emailUserId": m.email, "password": password, "loginMethod": "Password"}))
	return err
}

// follow goes where the bank and the server send the browser, to the last path of this site.
func (m *member) follow(address string) (string, error) {
	for range 6 {
		a, err := m.get(address)
		if err != nil {
			return "", err
		}
		next := a.header.Get("Location")
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

// addCard registers a card and passes 3-D Secure; purchases of the next 30 minutes need none.
func (m *member) addCard(number string) error {
	tokens, err := m.s.outside.cardTokens(number)
	if err != nil {
		return err
	}
	a, err := want(m.post("/zapi/account/payment-method/credit", tokens))
	if err != nil {
		return err
	}
	if _, err := m.follow(a.text("redirectTo")); err != nil {
		return err
	}
	page, err := want(m.get("/plans/monthly/screen-data"))
	if err != nil {
		return err
	}
	methods, _ := page.body["paymentMethods"].([]any)
	if len(methods) == 0 {
		return fmt.Errorf("the card was not kept: %s", page)
	}
	m.card, _ = methods[0].(map[string]any)["accountPaymentMethodId"].(string)
	return nil
}

// order fills the purchase form in and answers the order's token.
func (m *member) order(plan string) (string, error) {
	form := map[string]any{"planId": plan, "paymentMethodId": m.card, "campaignCode": nil}
	if _, err := want(m.post("/zapi/purchase/verify/"+plan, map[string]any{"paymentMethodId": m.card, "campaignCode": nil})); err != nil {
		return "", err
	}
	a, err := want(m.post("/zapi/purchase/form/"+plan, form))
	if err != nil {
		return "", err
	}
	_, err = want(m.get("/plans/" + plan + "/confirm/screen-data"))
	return a.text("purchaseToken"), err
}

// confirm sends the order, with what the 3-D Secure script made if tds is given.
func (m *member) confirm(plan, token string, tds map[string]any) (answer, error) {
	body := map[string]any{"purchaseToken": token}
	for name, value := range tds {
		body[name] = value
	}
	return m.post("/zapi/purchase/"+plan, body)
}

// buy orders and confirms with a card whose owner has just authenticated.
func (m *member) buy(plan string) (answer, error) {
	token, err := m.order(plan)
	if err != nil {
		return answer{}, err
	}
	return want(m.confirm(plan, token, nil))
}

// buyAtTheBank is the same with 3-D Secure, so that the provider knows the card's owner took part.
func (m *member) buyAtTheBank(plan string) error {
	token, err := m.order(plan)
	if err != nil {
		return err
	}
	tds, err := m.s.outside.tdsTokens()
	if err != nil {
		return err
	}
	a, err := want(m.confirm(plan, token, tds))
	if err != nil {
		return err
	}
	path := a.text("redirectTo")
	if strings.HasPrefix(path, "http") {
		path, err = m.follow(path)
	}
	if err == nil && path != "/plans/"+plan+"/complete" {
		err = fmt.Errorf("the purchase ended at %s", path)
	}
	return err
}

// contract is what a member sees of a subscription.
type contract struct {
	ID     string `json:"subscriptionId"`
	Plan   string `json:"planId"`
	Status string `json:"subscriptionStatus"`
	Group  string `json:"statusGroup"`
	Next   string `json:"nextSettlementDay"`
	Busy   bool   `json:"isRenewalInProgress"`
}

// contracts are those on the plan list. A member whose session has run out logs in again.
func (m *member) contracts() ([]contract, error) {
	a, err := want(m.get("/mypage/plans/screen-data"))
	if err == nil && strings.HasPrefix(a.text("redirectTo"), "/login") {
		if err = m.logIn(); err == nil {
			a, err = want(m.get("/mypage/plans/screen-data"))
		}
	}
	if err == nil && a.text("redirectTo") != "" {
		err = fmt.Errorf("the plan list is not shown: %s", a)
	}
	if err != nil {
		return nil, err
	}
	var page struct{ Subscriptions []contract }
	err = json.Unmarshal(a.raw, &page)
	return page.Subscriptions, err
}

// member is a new member with a card.
func (s *stack) member(number string) *member {
	s.t.Helper()
	m := s.visitor("ja")
	must(s.t, m.signUp())
	must(s.t, m.addCard(number))
	return m
}

// members are many at once, in Japanese and English by turns, prepared by more if given.
func (s *stack) members(n int, more func(*member) error) []*member {
	s.t.Helper()
	all := make([]*member, n)
	each(s.t, n, 32, func(i int) error {
		all[i] = s.visitor([]string{"ja", "en"}[i%2])
		if err := all[i].signUp(); err != nil || more == nil {
			return err
		}
		return more(all[i])
	})
	return all
}

// each runs f for 0 to n-1, so many at a time, and fails with everything that went wrong.
func each(t testing.TB, n, atOnce int, f func(i int) error) {
	t.Helper()
	var all sync.WaitGroup
	problems, slots := make([]error, n), make(chan struct{}, atOnce)
	for i := range n {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			if err := f(i); err != nil {
				problems[i] = fmt.Errorf("%d: %w", i, err)
			}
		})
	}
	all.Wait()
	must(t, errors.Join(problems...))
}
