package crash

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"regexp"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/schema"
)

// contract is one of the member's for which the condition holds, or empty.
func contract(d *driver, m *blackbox.Member, dice *rand.Rand, condition string) string {
	all := d.stack.Rows(`SELECT s.id::text FROM subscriptions s JOIN accounts a ON a.id = s.account_id
		WHERE a.email = $1 AND s.ended_at IS NULL AND `+condition+` ORDER BY s.id`, m.Email)
	if len(all) == 0 {
		return ""
	}
	return all[dice.IntN(len(all))]
}

const (
	running   = "s.cancel_requested_at IS NULL"
	cancelled = "s.cancel_requested_at IS NOT NULL"
	held      = "s.status IN ('HOLD', 'TRIAL_HOLD')"
)

func cancel(d *driver, m *blackbox.Member, dice *rand.Rand) {
	if id := contract(d, m, dice, running); id != "" {
		_, _ = m.Get("/mypage/subscription/" + id + "/withdraw/screen-data")
		_, _ = m.Post("/zapi/subscription/"+id+"/withdraw", map[string]any{})
	}
}

func undo(d *driver, m *blackbox.Member, dice *rand.Rand) {
	if id := contract(d, m, dice, cancelled); id != "" {
		_, _ = m.Post("/zapi/subscription/"+id+"/withdraw/cancel", map[string]any{})
	}
}

// switchPlan chooses the other plan of the group for a contract of one of them, twice.
func switchPlan(d *driver, m *blackbox.Member, dice *rand.Rand) {
	for plan, other := range map[string]string{"small": "large", "large": "small"} {
		id := contract(d, m, dice, "s.plan_id = '"+plan+"'")
		if id == "" {
			continue
		}
		var page struct{ Shown string }
		if a, err := m.Get("/mypage/subscription/" + id + "/plan/confirm/screen-data?planId=" + other); err != nil || json.Unmarshal(a.Raw, &page) != nil {
			return
		}
		for range 2 {
			_, _ = m.Post("/zapi/subscription/"+id+"/plan", map[string]any{"planId": other, "shown": page.Shown})
		}
	}
}

// keepPlan takes the choice of another plan back.
func keepPlan(d *driver, m *blackbox.Member, dice *rand.Rand) {
	if id := contract(d, m, dice, "s.next_plan_id <> ''"); id != "" {
		_, _ = m.Post("/zapi/subscription/"+id+"/plan/cancel", map[string]any{})
	}
}

// retry asks for the charge of a contract on hold.
func retry(d *driver, m *blackbox.Member, dice *rand.Rand) {
	if id := contract(d, m, dice, held); id != "" {
		_, _ = m.Post("/graphql", map[string]any{
			"operationName": "RetryPayment", "variables": map[string]any{"input": map[string]any{"subscriptionId": id}},
			"extensions": map[string]any{"persistedQuery": map[string]any{"sha256Hash": schema.Documents()["RetryPayment"].Hash}},
		})
	}
}

// changeMethod has a contract paid with another card: of one on hold, where there is one, that is a
// charge at once.
func changeMethod(d *driver, m *blackbox.Member, dice *rand.Rand) {
	id := contract(d, m, dice, held)
	if id == "" {
		id = contract(d, m, dice, running)
	}
	if id == "" {
		return
	}
	if dice.IntN(2) == 0 {
		_ = m.AddCard(blackbox.GoodCard)
	}
	_, _ = m.Post("/zapi/subscription/"+id+"/change-payment-method", map[string]any{"paymentMethodId": m.Card})
}

func addCard(_ *driver, m *blackbox.Member, _ *rand.Rand) { _ = m.AddCard(blackbox.GoodCard) }

func removeCard(_ *driver, m *blackbox.Member, _ *rand.Rand) {
	_, _ = m.Send(http.MethodDelete, "/zapi/account/payment-method/"+m.Card, []byte("{}"), nil)
	_ = m.AddCard(blackbox.GoodCard)
}

var withdrawalCode = regexp.MustCompile(`(?s)退会確認コード.*?(\d{6})`)

// leave cancels everything and ends the membership. In the member's place comes a new one.
func leave(d *driver, m *blackbox.Member, dice *rand.Rand) {
	if dice.IntN(3) > 0 {
		return
	}
	for range 3 {
		cancel(d, m, dice)
	}
	if _, err := m.Get("/withdraw/screen-data"); err != nil {
		return
	}
	if _, err := blackbox.Want(m.Post("/zapi/account/withdraw/confirm", map[string]any{"consent": true, "answers": []any{}})); err != nil {
		return
	}
	for range 20 {
		mails, err := d.stack.Outside.Mails(m.Email)
		if err != nil {
			return
		}
		for _, mail := range mails {
			if code := withdrawalCode.FindStringSubmatch(mail.Text); code != nil {
				_, _ = m.Post("/zapi/account/withdraw", map[string]any{"pinCode": code[1]})
				d.replace(m)
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// replace puts somebody new in the place of a member who has left.
func (d *driver) replace(m *blackbox.Member) {
	stays := `SELECT id::text FROM accounts a WHERE email = $1 AND NOT EXISTS (SELECT FROM withdrawals w WHERE w.account_id = a.id)`
	if len(d.stack.Rows(stays, m.Email)) > 0 {
		return
	}
	if next, err := d.newMember(); err == nil {
		*m = *next
	}
}
