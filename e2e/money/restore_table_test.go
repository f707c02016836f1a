package money

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
	"kaiin/server/sandbox/ledger"
)

// loss is one member, who loses one thing.
type loss struct {
	*member
	lostAct
	by   way
	end  end
	over int // days on which the provider kept more than one payment of a term
}

func (c *loss) String() string { return c.by.name + ": " + c.name }

// table is the cells of one stack, which share its backup, its restore and its clock.
type table struct {
	*stack
	cells []*loss
	owner map[string]*loss // by order id, reference of a method, and address
}

// A database that is put back to a backup has forgotten some days. Whatever was done on them, two
// weeks later no member has paid a term or an order twice; every yen that a provider keeps is in
// the book or on a list of the staff; what went back there went back in the book; the book's own
// check finds nothing but what is on those lists; and no job has failed. With RESTORES=all
// carriers are tried, too, by which we charge.
func TestWhatARestoreLoses(t *testing.T) { // M-21
	t.Parallel()
	store := strings.Replace(storeText(t), "\n  player:", "\n  contracts: { unknownSalesADay: 20 }\n  player:", 1) // more is lost here than goes back by itself
	for name, ways := range map[string][]way{
		"all providers": {byCard, byRest, bySimple}, "PayPal's Classic API": {byClassic},
	} {
		if name == "all providers" && os.Getenv("RESTORES") == "all" {
			ways = append(ways, byDocomo)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := &table{stack: &stack{blackbox.New(t, store)}, owner: map[string]*loss{}}
			if name != "all providers" {
				tb.reachesPayPalByClassic()
			}
			tb.Start(blackbox.Program())
			for _, by := range ways {
				for _, act := range lostActs {
					if e, applies := act.ends[by.name]; applies {
						tb.cells = append(tb.cells, &loss{lostAct: act, by: by, end: e})
					}
				}
			}
			tb.begin(t)
			day := tb.month(t)
			backup := tb.Backup()
			tb.Start(blackbox.Program())
			tb.lose(t, day)
			tb.owners(t)
			tb.Restore(backup)
			tb.Start(blackbox.Program())
			tb.walk(t, day)
			tb.check(t, day)
		})
	}
}

// begin has the members buy what they have, on the days that make their contracts due when
// they are.
func (tb *table) begin(t *testing.T) {
	today := clock.DayOf(tb.Now(t))
	_, _, date := today.Date()
	first := today.AddDays(1 - date).AddMonths(1).AddDays(3) // a day that all months have, and so the two that follow
	for ahead := range dueLater + 1 {
		tb.Outside.Set(t, first.AddDays(ahead).Start().Add(12*time.Hour))
		for _, c := range tb.cells {
			if c.due != ahead {
				continue
			}
			c.member = tb.visitor("ja")
			tb.owner[c.Email] = c
			if c.has == "no account" {
				continue
			}
			must(t, c.SignUp())
			if c.by.join != nil {
				c.by.join(t, c.member)
			}
			if c.has != "" {
				c.by.pays(t, c.member, c.has)
			}
		}
	}
}

// month lets a month go by, to the noon of the backup, and answers that day.
func (tb *table) month(t *testing.T) clock.Day {
	day := clock.DayOf(tb.Now(t)).AddDays(-dueLater).AddMonths(1)
	tb.refuses(t, dueAtBackup)
	tb.Outside.Set(t, day.Start().Add(time.Hour))
	tb.Outside.Set(t, day.Start().Add(12*time.Hour))
	tb.refused(t)
	for _, c := range tb.cells {
		if c.has == "no account" {
			continue
		}
		must(t, c.LogIn())
		if c.before != nil {
			c.before(t, c.member, c.by)
		}
	}
	return day
}

// refuses has the first charges of the contracts that are due on the day refused, where the table
// says so.
func (tb *table) refuses(t *testing.T, on int) {
	times := map[string]int{}
	for _, c := range tb.cells {
		if c.refused && c.due == on && c.by.sbps() {
			times["sbps"]++
		} else if c.refused && c.due == on {
			times["paypal"]++
		}
	}
	for service, n := range times {
		tb.Outside.ScriptOf(t, service, "decline", "", n)
	}
}

func (tb *table) refused(t *testing.T) {
	if left := tb.Outside.Unscript(t); left != 0 {
		t.Errorf("%d refusals never came", left)
	}
}

// lose does what will be forgotten.
func (tb *table) lose(t *testing.T, day clock.Day) {
	for _, first := range []bool{true, false} { // an order that was held back before the backup is given up within minutes
		for _, c := range tb.cells {
			if c.act != nil && (c.before != nil) == first {
				c.act(t, c.member, c.by)
			}
		}
	}
	for ahead := due; ahead <= lostOn; ahead++ {
		tb.refuses(t, ahead)
		tb.Outside.Set(t, day.AddDays(ahead).Start().Add(time.Hour))
		tb.refused(t)
		tb.Outside.Set(t, day.AddDays(ahead).Start().Add(11*time.Hour))
		if ahead == due && tb.bills() {
			tb.imports(t)
		}
	}
	for _, c := range tb.cells {
		if c.late != nil {
			c.late(t, c.member, c.by)
		}
	}
	tb.Outside.Advance(t, giveUpOn)
}

// bills reports whether a provider of the table charges by itself.
func (tb *table) bills() bool {
	return slices.ContainsFunc(tb.cells, func(c *loss) bool { return c.by.name == bySimple.name })
}

// owners notes the owners of the orders and methods that the book knows now.
func (tb *table) owners(t *testing.T) {
	for _, row := range tb.Rows(`SELECT provider_order_id || ' ' || email FROM charges c JOIN accounts a ON a.id = c.account_id
		UNION SELECT reference || ' ' || email FROM payment_methods p JOIN accounts a ON a.id = p.account_id WHERE reference <> ''
		UNION SELECT replace(s.id::text, '-', '') || ' ' || email FROM subscriptions s JOIN accounts a ON a.id = s.account_id`) {
		id, email, _ := strings.Cut(row, " ")
		if c := tb.owner[email]; c != nil && tb.owner[id] == nil {
			tb.owner[id] = c
		}
	}
}

// whose is the cell to which an order of a provider belongs.
func (tb *table) whose(t *testing.T, order, tracking string) *loss {
	reference, _, _ := strings.Cut(tracking, "/")
	contract := ""
	if len(order) > 33 {
		contract = order[1:33]
	}
	for _, id := range []string{order, reference, contract} {
		if c := tb.owner[id]; c != nil && id != "" {
			return c
		}
	}
	t.Errorf("order %q, transaction %q belongs to no member", order, tracking)
	return tb.cells[0]
}

// orderOf is the name of what an entry is paid for: the order, or the month that the provider
// charges by itself.
func orderOf(e ledger.Entry) string {
	if strings.Contains(e.TrackingID, "/") {
		return e.TrackingID
	}
	return e.OrderID
}

// keeps is what the providers keep of each member, and of each order.
func (tb *table) keeps(t *testing.T) (of map[*loss]int, orders map[string]int) {
	of, orders = map[*loss]int{}, map[string]int{}
	for _, e := range tb.Outside.Ledger(t) {
		yen := 0
		switch e.Status {
		case ledger.Settled:
			yen = e.Amount
		case ledger.Refunded:
			yen = -e.Amount
		case ledger.Authorized:
			t.Errorf("%s: an amount is held: %+v", tb.whose(t, e.OrderID, e.TrackingID), e)
		}
		of[tb.whose(t, e.OrderID, e.TrackingID)] += yen
		orders[orderOf(e)] += yen
	}
	return of, orders
}

// price of a term.
const price = 1100

// terms counts the days on which somebody has paid a term more than once.
func (tb *table) terms(t *testing.T) {
	terms := map[string]int{}
	_, orders := tb.keeps(t)
	for order, yen := range orders {
		if strings.HasPrefix(order, "s") {
			terms[order[:36]] += yen
		}
	}
	for term, yen := range terms {
		if yen > price {
			tb.whose(t, term, "").over++
		}
	}
}

// walk lets two weeks go by after the loss.
func (tb *table) walk(t *testing.T, day clock.Day) {
	kept, _ := tb.keeps(t)
	for _, c := range tb.cells {
		if kept[c] != c.end.gone {
			t.Errorf("%s: before the loss the provider keeps %d yen, not %d", c, kept[c], c.end.gone)
		}
	}
	tb.Outside.Advance(t, giveUpOn)
	for _, c := range tb.cells {
		if c.again != nil {
			c.again(t, c.member, c.by)
		}
	}
	tb.owners(t)
	for ahead := lostOn; ahead <= walked; ahead++ {
		if ahead > lostOn {
			tb.Outside.Set(t, day.AddDays(ahead).Start().Add(11*time.Hour))
		}
		tb.Outside.Set(t, day.AddDays(ahead).Start().Add(23*time.Hour))
		tb.terms(t)
		if ahead == walked-4 && tb.bills() {
			tb.imports(t)
		}
	}
	tb.Outside.Advance(t, giveUpOn)
	tb.owners(t)
}

// check compares each cell with how the table says that it ends.
func (tb *table) check(t *testing.T, day clock.Day) {
	left := tb.left(t)
	kept, _ := tb.keeps(t)
	for _, c := range tb.cells {
		if kept[c] != c.end.kept {
			t.Errorf("%s: in the end the provider keeps %d yen, not %d: the book has %q, the provider %+v", c, kept[c], c.end.kept, tb.charges(c), tb.entries(t, c))
		}
		if (c.over > 0) != c.end.twice {
			t.Errorf("%s: on %d days the provider kept more than one payment of a term", c, c.over)
		}
		slices.Sort(left[c])
		if got := strings.Join(slices.Compact(left[c]), ", "); got != c.end.left && (got != "" || !c.end.either) {
			t.Errorf("%s: left are %q, not %q", c, got, c.end.left)
		}
		if c.has == "no account" {
			continue
		}
		contracts, err := c.contracts()
		must(t, err)
		group := ""
		for _, contract := range contracts {
			group += contract.Group
		}
		if group != c.end.group {
			t.Errorf("%s: the contract is %q, not %q", c, group, c.end.group)
		}
	}
	for _, failed := range tb.Rows(`SELECT kind || ' ' || state || ' ' || args || ' ' || coalesce(left(errors[array_length(errors, 1)]::text, 300), '') FROM river_job
		WHERE state IN ('discarded', 'cancelled', 'retryable')
		AND NOT (kind = 'payment.resolve' AND args ->> 'charge_id' IN (SELECT id::text FROM charges WHERE state = 'unknown'))`) { // those are on the list
		t.Errorf("a job has failed: %s", failed)
	}
	tb.Logs("the provider took money that no charge of ours asked for")
	tb.Logs("the provider gave back more of a charge than we asked for")
	lines := 0
	for ahead := range lostOn {
		r := tb.reconciled(day.AddDays(ahead))
		if lines += r.Lines; !r.Right() {
			t.Errorf("in the end %+v", r)
		}
	}
	if lines == 0 {
		t.Error("the providers list nothing")
	}
}

// charges are those that the book has of the member, and entries those that the providers have.
func (tb *table) charges(c *loss) []string {
	return tb.Rows(`SELECT provider_order_id || ' ' || state || ' ' || reason || ' ' || coalesce(tracking_id, '') || ' ' || c.created_at || ' ' || coalesce(settled_at::text, '')
		|| ' ' || coalesce((SELECT string_agg(r.kind || ' ' || r.amount || ' ' || r.state, ', ') FROM refunds r WHERE r.charge_id = c.id), '')
		FROM charges c JOIN accounts a ON a.id = c.account_id WHERE a.email = $1 ORDER BY c.created_at`, c.Email)
}

func (tb *table) entries(t *testing.T, c *loss) (all []ledger.Entry) {
	for _, e := range tb.Outside.Ledger(t) {
		if tb.whose(t, e.OrderID, e.TrackingID) == c {
			all = append(all, e)
		}
	}
	return all
}

// left is what is on the staff's lists, what the book's own check finds, and what the book says
// otherwise than the provider, by cell.
func (tb *table) left(t *testing.T) map[*loss][]string {
	all, listed := map[*loss][]string{}, map[string]bool{}
	add := func(c *loss, what string, args ...any) { all[c] = append(all[c], fmt.Sprintf(what, args...)) }
	of := func(table, id string) *loss {
		email := tb.Rows("SELECT email FROM accounts a JOIN "+table+" r ON r.account_id = a.id WHERE r.id = $1", id)
		return tb.owner[email[0]]
	}
	var stuck []struct{ Kind, State, ChargeID, ProviderOrderID string }
	must(t, tb.answers(&stuck, "charges", "--open", "--json"))
	for _, s := range stuck {
		add(of("charges", s.ChargeID), "%s %s", s.Kind, s.State)
		listed[s.ProviderOrderID] = true
	}
	var events []struct{ Kind, ProviderOrderID, TrackingID string }
	must(t, tb.answers(&events, "events", "--open", "--json"))
	for _, e := range events {
		add(tb.whose(t, e.ProviderOrderID, e.TrackingID), "event %s", e.Kind)
		listed[e.ProviderOrderID] = true
	}
	var questions []struct{ Kind, What string }
	must(t, tb.answers(&questions, "settlement", "open", "--json"))
	for _, q := range questions {
		parts := strings.Split(q.What, ":")
		if len(parts) < 3 {
			t.Errorf("a question: %+v", q)
			continue
		}
		add(tb.whose(t, "", parts[1]), "question")
		listed[parts[1]+"/"+parts[2]] = true
	}
	var found struct {
		Findings []struct{ Kind, Table, ID, Detail string }
	}
	if err := tb.answers(&found, "verify-ledger", "--provider", "--json"); (err == nil) != (len(found.Findings) == 0) {
		t.Error(err)
	}
	for _, f := range found.Findings {
		c := of(f.Table, f.ID)
		add(c, "%s", f.Kind)
		t.Logf("%s: %s", c, f.Detail)
	}
	booked := map[string]int{}
	for _, line := range tb.Rows(`SELECT CASE origin WHEN 'provider' THEN tracking_id ELSE provider_order_id END || ' ' || amount -
		(SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.charge_id = c.id AND r.kind = 'refund' AND r.state = 'done')
		FROM charges c WHERE settled_at IS NOT NULL`) {
		key, yen := "", 0
		_, err := fmt.Sscan(line, &key, &yen)
		must(t, err)
		booked[key] += yen
	}
	_, kept := tb.keeps(t)
	for order, yen := range kept {
		if booked[order] != yen && !listed[order] {
			add(tb.whose(t, order, order), "%d yen kept: the book has %d", yen, booked[order])
		}
		delete(booked, order)
	}
	for order, yen := range booked {
		if yen != 0 {
			add(tb.whose(t, order, order), "%d yen booked that no provider keeps", yen)
		}
	}
	return all
}
