package crash

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
)

// Ways to pay that are joined on the pages of their providers.

// methods are the ids of what is in the member's wallet and meets the condition.
func (d *driver) methods(m *blackbox.Member, condition string) []string {
	return d.stack.Rows(`SELECT p.id::text FROM payment_methods p JOIN accounts a ON a.id = p.account_id
		WHERE a.email = $1 AND p.state = 'active' AND `+condition+` ORDER BY p.id`, m.Email)
}

const ours = "p.provider <> 'sbps_au_simple'" // we charge it

// choose has the member pay with any of their methods.
func (d *driver) choose(m *blackbox.Member, dice *rand.Rand) {
	if all := d.methods(m, ours); len(all) > 0 {
		m.Card = all[dice.IntN(len(all))]
	}
}

// pressed are buttons of a provider's page: mostly the member agrees, and comes back.
func pressed(dice *rand.Rand) url.Values {
	switch dice.IntN(8) {
	case 0:
		return url.Values{"answer": {"refuse"}}
	case 1:
		return url.Values{"payer": {"ok"}, "answer": {"close"}}
	}
	return url.Values{"payer": {"ok"}}
}

// comeBack is the browser's way back, which it may never take, and may take twice.
func comeBack(m *blackbox.Member, back string, dice *rand.Rand) {
	for range dice.IntN(3) {
		if back != "" {
			_, _ = m.Follow(back)
		}
	}
}

func joinPayPal(d *driver, m *blackbox.Member, dice *rand.Rand) {
	d.moving.RLock()
	defer d.moving.RUnlock()
	if page, err := m.AtPayPal(); err == nil {
		if back, err := m.AnswerPayPal(page, pressed(dice)); err == nil {
			comeBack(m, back, dice)
		}
	}
}

func joinCarrier(_ *driver, m *blackbox.Member, dice *rand.Rand) {
	if page, err := m.AtCarrier("SbpsDocomo"); err == nil {
		back, _ := m.AnswerCarrier(page, pressed(dice))
		comeBack(m, back, dice)
	}
}

// joinLate joins a carrier whose notice is lost at first: when it is sent again, the method may
// have been given up.
func joinLate(d *driver, m *blackbox.Member, dice *rand.Rand) {
	d.stack.Outside.ScriptOf(d.t, "sbps", "notice_lost", "", 1)
	joinCarrier(d, m, dice)
}

// buyByMonth buys what the carrier then charges each month by itself.
func buyByMonth(_ *driver, m *blackbox.Member, dice *rand.Rand) {
	token, err := m.OrderWith("by-month", "SbpsAuSimple", "")
	if err != nil {
		return
	}
	for range 2 {
		form, err := m.Confirm("by-month", token, nil)
		if err != nil {
			continue // the answer was lost, and the button is pressed again
		}
		if page, err := m.ToCarrier(form.Body); err == nil {
			back, _ := m.AnswerCarrier(page, pressed(dice))
			comeBack(m, back, dice)
		}
		return
	}
}

// endThere ends an agreement on the provider's own pages.
func endThere(d *driver, m *blackbox.Member, dice *rand.Rand) {
	all := d.stack.Rows(`SELECT CASE p.provider WHEN 'paypal' THEN '/paypal/wallets/' ELSE '/sbps/contracts/' END || p.reference || '/end'
		FROM payment_methods p JOIN accounts a ON a.id = p.account_id
		WHERE a.email = $1 AND p.state = 'active' AND p.provider <> 'sbps' ORDER BY p.id`, m.Email)
	if len(all) > 0 {
		_, _ = m.PostForm(d.stack.Outside.URL+all[dice.IntN(len(all))], "")
	}
}

// reverse is PayPal taking the money of a charge back by itself.
func reverse(d *driver, m *blackbox.Member, dice *rand.Rand) {
	all := d.stack.Rows(`SELECT c.tracking_id FROM charges c JOIN accounts a ON a.id = c.account_id
		WHERE a.email = $1 AND c.state = 'settled' AND c.provider = 'paypal' ORDER BY c.id`, m.Email)
	if len(all) > 0 {
		_, _ = m.PostForm(d.stack.Outside.URL+"/paypal/payments/"+all[dice.IntN(len(all))]+"/reverse", "")
	}
}

// nextMonth waits until carriers have charged the next month, which the staff then import.
func nextMonth(d *driver, m *blackbox.Member, dice *rand.Rand) {
	now := d.stack.Now(d.t).In(clock.Tokyo)
	d.pass(time.Date(now.Year(), now.Month()+1, 1, 10, 0, 0, 0, clock.Tokyo).Sub(now))
	importResults(d, m, dice)
}

// filePoints are those that an import passes.
var filePoints = []string{"", "months.keeping", "months.kept"}

// importResults is the staff's import of what carriers have charged by themselves, which may die,
// and is done again then.
func importResults(d *driver, m *blackbox.Member, dice *rand.Rand) {
	d.importFile(m, filePoints[dice.IntN(len(filePoints))])
	d.importFile(m, "")
}

func (d *driver) importFile(m *blackbox.Member, point string) {
	file, err := m.Get(d.stack.Outside.URL + "/sbps/results.csv")
	if err != nil {
		d.t.Error(err)
		return
	}
	path := filepath.Join(d.t.TempDir(), "results.csv")
	if err := os.WriteFile(path, file.Raw, 0o600); err != nil {
		d.t.Error(err)
		return
	}
	err = d.commandAt(point, "settlement", "import", "--file", path, "--by", "crash", "--reason", "a test")
	switch {
	case err != nil && point != "" && strings.Contains(err.Error(), "signal: killed"):
		d.nodes.died(point)
	case err != nil:
		d.t.Error(err)
	}
}

// told is what a provider has told us, or tried to, and what it was answered.
type told struct {
	Number, Status int
	Answer, Body   string
}

func (d *driver) told(of string) (all []told) {
	blackbox.Must(d.t, d.stack.Outside.Call("GET", of+"/notices.json", nil, &all))
	return all
}

// idOf finds what PayPal calls a notice.
var idOf = regexp.MustCompile(`"id":"(WH-[^"]+)"`)

// tellAgain has providers send again what was not taken, as they do.
func (d *driver) tellAgain() {
	for _, of := range []string{"/paypal", "/sbps"} {
		for _, n := range d.told(of) {
			if n.taken() {
				continue
			}
			if _, err := d.members[0].PostForm(d.stack.Outside.URL+of+fmt.Sprintf("/notices/%d/resend", n.Number), ""); err != nil {
				continue // the next time
			}
		}
	}
}

func (n told) taken() bool { return n.Status/100 == 2 || strings.HasPrefix(n.Answer, "OK,") }
