package crash

import (
	"fmt"
	"slices"
	"strings"

	"kaiin/e2e/blackbox"
	"kaiin/server/sandbox/ledger"
)

// wrong is what does not fit in the end: what the book's own check finds, every transaction whose
// money is not what the book says, every agreement that one side alone has, and what was told and
// not acted on once.
func (d *driver) wrong() (problems []string) {
	if err := d.command("verify-ledger", "--provider"); err != nil {
		problems = append(problems, err.Error())
	}
	problems = slices.Concat(problems, d.money(), d.agreements(), d.notices())
	for _, query := range []string{
		`SELECT 'charge ' || id || ' is ' || state FROM charges WHERE state IN ('attempting', 'authorized', 'unknown')
			OR applied_at IS NULL AND state <> 'orphaned'`,
		`SELECT 'refund ' || id || ' is ' || state FROM refunds WHERE state IN ('attempting', 'unknown')`,
		`SELECT 'bill ' || bill_id || ' is taken ' || count(*) || ' times' FROM charges WHERE state = 'settled' GROUP BY bill_id HAVING count(*) > 1`,
		`SELECT 'order ' || id || ' is ' || state FROM orders WHERE state IN ('charging', 'unknown', 'authenticating')`,
		`SELECT 'campaign ' || c.id || ' is used ' || count(*) || ' times' FROM campaigns c JOIN orders o ON o.campaign_id = c.id AND o.state = 'completed'
			GROUP BY c.id HAVING count(*) > c.use_limit`,
		`SELECT 'campaign ' || c.id || ' is used ' || count(*) || ' times by ' || o.account_id FROM campaigns c
			JOIN orders o ON o.campaign_id = c.id AND o.state = 'completed' GROUP BY c.id, o.account_id HAVING count(*) > c.use_limit_per_member`,
	} {
		problems = append(problems, d.stack.Rows(query)...)
	}
	slices.Sort(problems)
	return problems
}

// money compares what providers keep with the book, by the order, and where the provider charges
// months by itself, by the month.
func (d *driver) money() (problems []string) {
	kept := map[string]int{}
	for _, e := range d.stack.Outside.Ledger(d.t) {
		key := e.OrderID
		if strings.Contains(e.TrackingID, "/") {
			key = e.TrackingID
		}
		switch e.Status {
		case ledger.Settled:
			kept[key] += e.Amount
		case ledger.Refunded:
			kept[key] -= e.Amount
		case ledger.Authorized:
			if strings.HasPrefix(key, elsewherePrefix) {
				continue // not ours to release: no list has it
			}
			problems = append(problems, "the provider still holds an amount of order "+key)
		}
	}
	booked := map[string]int{}
	for _, line := range d.stack.Rows(`SELECT CASE origin WHEN 'provider' THEN tracking_id ELSE provider_order_id END || ' ' || amount -
		(SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.charge_id = c.id AND r.kind = 'refund' AND r.state = 'done')
		FROM charges c WHERE settled_at IS NOT NULL`) {
		key, yen := "", 0
		if _, err := fmt.Sscan(line, &key, &yen); err != nil {
			d.t.Fatal(err)
		}
		booked[key] += yen
	}
	for key, yen := range kept {
		if booked[key] != yen {
			problems = append(problems, fmt.Sprintf("the provider keeps %d yen of order %s, the book %d", yen, key, booked[key]))
		}
		delete(booked, key)
	}
	for key, yen := range booked {
		if yen != 0 {
			problems = append(problems, fmt.Sprintf("the provider keeps nothing of order %s, the book %d yen", key, yen))
		}
	}
	return problems
}

// agreements are at the provider and in a wallet, or are over. What a member has ended at docomo we
// hear at the next charge.
func (d *driver) agreements() (problems []string) {
	open, over := map[string]bool{}, map[string]string{}
	var carriers []struct{ TrackingID, State string }
	blackbox.Must(d.t, d.stack.Outside.Call("GET", "/sbps/contracts.json", nil, &carriers))
	for _, c := range carriers {
		if open[c.TrackingID] = c.State == "open"; !open[c.TrackingID] {
			over[c.TrackingID] = c.State
		}
	}
	var wallets []struct {
		ID    string
		Ended bool
	}
	blackbox.Must(d.t, d.stack.Outside.Call("GET", "/paypal/wallets.json", nil, &wallets))
	for _, w := range wallets {
		if open[w.ID] = !w.Ended; w.Ended {
			over[w.ID] = "ended"
		}
	}
	for _, row := range d.stack.Rows(`SELECT provider || ' ' || reference FROM payment_methods WHERE state = 'active' AND provider <> 'sbps'`) {
		provider, reference, _ := strings.Cut(row, " ")
		switch unheard := provider == "sbps_docomo" && over[reference] == "ended_by_user"; {
		case open[reference], unheard:
		default:
			problems = append(problems, fmt.Sprintf("agreement %s of %s is in a wallet, and at the provider it is %q", reference, provider, over[reference]))
		}
		delete(open, reference)
	}
	for reference, isOpen := range open {
		if isOpen {
			problems = append(problems, "agreement "+reference+" is open at the provider and is in no wallet: "+
				strings.Join(d.stack.Rows(`SELECT provider || ' ' || id || ' ' || state FROM payment_methods WHERE reference = $1`, reference), ", "))
		}
	}
	return append(problems, d.stack.Rows(`SELECT 'agreement ' || reference || ' is kept ' || count(*) || ' times' FROM payment_methods
		WHERE reference <> '' GROUP BY provider, reference HAVING count(*) > 1
		UNION ALL SELECT 'method ' || id || ' is pending' FROM payment_methods WHERE state = 'pending'`)...)
}

// notices are kept once and acted on, and so are months.
func (d *driver) notices() (problems []string) {
	kept := map[string]bool{}
	for _, key := range d.stack.Rows(`SELECT event_key FROM gateway_events WHERE event_key LIKE 'notice:%'`) {
		kept[key] = true
	}
	for _, n := range d.told("/paypal") {
		id := idOf.FindStringSubmatch(n.Body)
		if id == nil || !kept["notice:"+id[1]] {
			problems = append(problems, fmt.Sprintf("PayPal was answered %d to a notice that was not kept: %s", n.Status, n.Body))
		}
	}
	return append(problems, d.stack.Rows(`SELECT 'a notice is kept ' || count(*) || ' times: ' || provider || ' ' || kind || ' ' || provider_order_id || ' ' || reference
			FROM gateway_events WHERE event_key LIKE 'notice:%' GROUP BY provider, kind, provider_order_id, tracking_id, reference, happened_at, body HAVING count(*) > 1
		UNION ALL SELECT 'no process has acted on ' || event_key || ' of ' || provider || ', ' || kind || ' ' || provider_order_id || ' ' || reference || ', ' || tries || ' tries'
			FROM gateway_events WHERE applied_at IS NULL AND (event_key LIKE 'notice:%' OR kind LIKE 'month%')`)...)
}
