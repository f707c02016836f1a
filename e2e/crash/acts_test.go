package crash

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/money/gateway"
)

// act is something a member or the staff does. What it comes to does not matter here: answers are
// lost all the time.
type act func(d *driver, m *blackbox.Member, dice *rand.Rand)

// acts, the frequent ones several times.
var acts = []act{
	buy, buy, buy, buyTwice, buyTwice, cancel, cancel, undo, undo, retry, retry, retry, changeMethod, changeMethod, addCard, removeCard,
	giveBack, giveBack, leave, elsewhere, buyCheaper, buyCheaper, buyCheaper, joinPayPal, joinPayPal, joinCarrier, joinCarrier, joinLate,
	buyByMonth, buyByMonth, nextMonth, endThere, reverse,
	switchPlan, switchPlan, switchPlan, keepPlan,
}

var plans = []string{"monthly", "trial", "stopping", "film", "small", "large"}

// buy presses the button, with 3-D Secure, and presses it again.
func buy(_ *driver, m *blackbox.Member, dice *rand.Rand) {
	plan := plans[dice.IntN(len(plans))]
	token, err := m.Order(plan)
	for range 2 {
		if err == nil {
			_, _ = m.Press(plan, token)
		}
	}
}

// cheaper are the plans of campaigns, with a code of each.
var cheaper = [][2]string{
	{"monthly", "FREE3"}, {"by-month", "FREE3"}, {"monthly", "HALF"}, {"trial", "HALF"}, {"film", "TICKET"}, {"monthly", "ONLY1"}, {"trial", "ONLY1"}, {"monthly", "ONLY2"},
}

// buyCheaper buys with the code of a campaign, which pays alone where it makes all free.
func buyCheaper(_ *driver, m *blackbox.Member, dice *rand.Rand) {
	with, method := cheaper[dice.IntN(len(cheaper))], m.Card
	if with[1] == "TICKET" {
		method = "CampaignCode"
	}
	token, err := m.OrderWith(with[0], method, with[1])
	for range 2 {
		if err == nil {
			_, _ = m.Press(with[0], token)
		}
	}
}

// buyTwice comes back from the bank twice, at once.
func buyTwice(_ *driver, m *blackbox.Member, dice *rand.Rand) {
	plan := plans[dice.IntN(len(plans))]
	token, err := m.Order(plan)
	if err != nil {
		return
	}
	if back, err := m.ToBank(plan, token); err == nil {
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { _, _ = m.Get(back) })
		}
		both.Wait()
	}
}

// giveBack is the staff's refund of a charge, in part or what is left.
func giveBack(d *driver, m *blackbox.Member, dice *rand.Rand) {
	all := d.stack.Rows(`SELECT c.id::text FROM charges c JOIN accounts a ON a.id = c.account_id
		WHERE a.email = $1 AND c.state = 'settled' ORDER BY c.id`, m.Email)
	if len(all) == 0 {
		return
	}
	id := all[dice.IntN(len(all))]
	args := []string{"refund", "--break-glass", "--charge", id, "--reason", "a test", "--by", "staff", "--key", fmt.Sprint(id, dice.IntN(3))}
	if dice.IntN(2) == 0 {
		args = append(args, "--amount", "100")
	}
	_ = d.command(args...)
}

// elsewherePrefix begins the order ids of what is taken elsewhere. They have the form of ours, as
// nothing else goes back, and no order of ours begins so.
const elsewherePrefix = "pe15e"

// elsewhere takes money in the merchant's name that this program does not know of, as a database
// that was restored does not: the daily comparison finds it and gives it back.
func elsewhere(d *driver, m *blackbox.Member, _ *rand.Rand) {
	codes := d.stack.Rows(`SELECT p.customer_code FROM payment_methods p JOIN accounts a ON a.id = p.account_id
		WHERE a.email = $1 AND p.state = 'active' AND p.provider = 'sbps' ORDER BY p.id DESC LIMIT 1`, m.Email)
	if len(codes) == 0 {
		return
	}
	d.moving.RLock()
	defer d.moving.RUnlock()
	d.clock.SetOffset(time.Until(d.stack.Now(d.t)))
	order := fmt.Sprintf("%s%028x", elsewherePrefix, d.sold.Add(1))
	tracking, err := d.provider.Charge(context.Background(), gateway.ChargeRequest{
		OrderID: order, Kept: gateway.Kept{CustomerCode: codes[0]}, ItemID: "renewal", ItemName: order, Amount: 770, Tax: 70,
	})
	if err == nil {
		_ = d.provider.Commit(context.Background(), tracking)
	}
}

// awake logs the member in again when their session is over, with any of their methods in hand. In
// the place of one who has left, and did not hear of it, comes a new one.
func awake(d *driver, m *blackbox.Member, dice *rand.Rand) {
	if a, err := m.Get("/mypage/screen-data"); err == nil && (a.Status != http.StatusOK || strings.Contains(string(a.Raw), "/login")) {
		if m.LogIn() != nil {
			d.replace(m)
		}
	}
	d.choose(m, dice)
}
