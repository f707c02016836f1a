package money

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// cell is one member of the table: what they pay with, and what they do while their provider
// is away.
type cell struct {
	*member
	provider string // of the contract: card, paypal, docomo
	does     string
	day      int // on which they do it, counted from the billing day

	account, contract string // ids
	first, second     string // payment methods
	wrong             []string
	done              bool
}

func (c *cell) String() string {
	if c.day == 0 {
		return c.provider + ", " + c.does
	}
	return fmt.Sprintf("%s, %s on day %d", c.provider, c.does, c.day)
}

const (
	watches       = "watches only"
	cancels       = "cancels"
	leavesByLink  = "leaves by the mailed link"
	withdraws     = "withdraws"
	changesMethod = "changes the method"
	paysByHand    = "pays by hand what is on hold"
)

// cells are the members of an outage. In one of weeks some do late what others do at once.
func (s *stack) cells(t *testing.T, long bool) (cells []*cell) {
	t.Helper()
	for _, provider := range []string{"card", "paypal", "docomo"} {
		cells = append(cells, &cell{provider: provider, does: watches})
		days := []int{1}
		if long {
			days = []int{1, 10}
		}
		for _, day := range days {
			for _, does := range []string{cancels, leavesByLink, withdraws, changesMethod, paysByHand} {
				cells = append(cells, &cell{provider: provider, does: does, day: day})
			}
		}
	}
	each(t, len(cells), 8, func(i int) error {
		cells[i].member = s.visitor("ja")
		return cells[i].SignUp()
	})
	for _, c := range cells {
		c.buys(t)
	}
	return cells
}

// buys has the member buy what is due on the billing day. Of those who pay by hand it is a trial
// whose first payment is refused before.
func (c *cell) buys(t *testing.T) {
	t.Helper()
	plan, good := "monthly", c.does != paysByHand
	if !good {
		plan = "trial"
	}
	payer := func(good, bad string) string {
		if plan == "trial" {
			return bad
		}
		return good
	}
	switch c.provider {
	case "card":
		must(t, c.AddCard(payer(goodCard, "4000000000000341")))
		_, err := c.Buy(plan)
		must(t, err)
	case "paypal":
		c.joinPayPal(t, payer("ok", "declined"))
		c.confirms(t, plan)
	case "docomo":
		c.answerCarrier(t, c.atCarrier(t, "SbpsDocomo"), url.Values{"payer": {payer("ok", "limit")}})
		c.Card = c.walletHas(t, 1)[0]["accountPaymentMethodId"].(string)
		c.confirms(t, plan)
	}
	c.first = c.Card
	ids := strings.Split(c.s.Rows(`SELECT a.id || ' ' || s.id FROM subscriptions s JOIN accounts a ON a.id = s.account_id WHERE a.email = $1`, c.Email)[0], " ")
	c.account, c.contract = ids[0], ids[1]
}

func (c *cell) confirms(t *testing.T, plan string) {
	t.Helper()
	order, err := c.Order(plan)
	must(t, err)
	_, err = want(c.Confirm(plan, order, nil))
	must(t, err)
}

// prepares adds the other method of those who change theirs: at another provider, or, to pay by
// hand, at the same where that works.
func (c *cell) prepares(t *testing.T) {
	t.Helper()
	must(t, c.LogIn())
	if c.does != changesMethod && c.does != paysByHand {
		return
	}
	if c.does == paysByHand && c.provider == "paypal" || c.does == changesMethod && c.provider == "card" {
		c.joinPayPal(t, "ok")
	} else {
		must(t, c.AddCard(goodCard))
	}
	for _, method := range c.wallet(t) {
		if id := method["accountPaymentMethodId"].(string); id != c.first {
			c.second = id
		}
	}
	if c.second == "" {
		t.Fatalf("%s has no other method", c)
	}
}

// spendDay does what the member does on the day. What they may have to wait for they try again each
// day.
func (c *cell) spendDay(day int) {
	if c.does == watches || c.done || day < c.day {
		return
	}
	if err := c.acts(); err != nil {
		if !errors.Is(err, errWait) {
			c.done = true
			c.wrong = append(c.wrong, fmt.Sprintf("day %d: %s is refused: %v", day, c.does, err))
		}
		return
	}
	c.done = true
}

// errWait is the answer that an attempt is under way: a member may have to wait with another
// method, or with a payment of their own.
var errWait = errors.New("not while a payment is under way")

func (c *cell) acts() error {
	switch c.does {
	case cancels:
		return c.cancelled()
	case leavesByLink:
		token, err := c.leaveToken()
		if err == nil {
			_, err = want(c.Post("/zapi/subscription/leave", map[string]any{"token": token}))
		}
		return err
	case withdraws:
		if err := c.cancelled(); err != nil {
			return err
		}
		return c.withdrawn()
	case changesMethod, paysByHand:
		if err := c.LogIn(); err != nil {
			return err
		}
		a, err := c.Post("/zapi/subscription/"+c.contract+"/change-payment-method", map[string]any{"paymentMethodId": c.second})
		if err == nil && a.Status == 409 && slices.Contains([]string{"SUBSCRIPTION_RENEWING_METHOD", "PAYMENT_PENDING", "PAYMENT_UNAVAILABLE"}, a.Text("code")) {
			return errWait
		}
		_, err = want(a, err)
		return err
	}
	return fmt.Errorf("no member can %s", c.does)
}

func (c *cell) cancelled() error {
	if err := c.LogIn(); err != nil {
		return err
	}
	if _, err := want(c.Get("/mypage/subscription/" + c.contract + "/withdraw/screen-data")); err != nil {
		return err
	}
	_, err := want(c.Post("/zapi/subscription/"+c.contract+"/withdraw", map[string]any{}))
	return err
}

var (
	leaveInMail    = regexp.MustCompile(`/leave\?token=([A-Za-z0-9_-]+)`)
	withdrawalCode = regexp.MustCompile(`(?s)(?:退会確認コード|withdrawal code).*?(\d{6})`)
)

// leaveToken is that of the link in the latest mail about the contract.
func (c *cell) leaveToken() (string, error) {
	mails, err := c.s.Outside.Mails(c.Email)
	for _, mail := range mails {
		if found := leaveInMail.FindStringSubmatch(mail.Text); found != nil {
			return found[1], err
		}
	}
	return "", errors.Join(err, errors.New("no mail has a link to leave by"))
}

func (c *cell) withdrawn() error {
	if _, err := want(c.Get("/withdraw/screen-data")); err != nil {
		return err
	}
	if _, err := want(c.Post("/zapi/account/withdraw/confirm", map[string]any{"consent": true, "answers": []any{}})); err != nil {
		return err
	}
	for range 100 {
		mails, err := c.s.Outside.Mails(c.Email)
		if err != nil {
			return err
		}
		for _, mail := range mails {
			if code := withdrawalCode.FindStringSubmatch(mail.Text); code != nil {
				_, err = want(c.Post("/zapi/account/withdraw", map[string]any{"pinCode": code[1]}))
				return err
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	return errors.New("no code to leave with came")
}
