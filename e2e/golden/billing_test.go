package golden

import (
	"fmt"
	"time"
)

// history is a member with a paid bill that was partly given back, a period that was waived and a
// free order.
func history(p *person) {
	p.buyer()
	p.see("nothing yet", "/mypage/payment-history")
	p.see("nothing yet", "/mypage/purchases")
	p.see("nothing yet", "/mypage/purchases/ended")
	var account string
	must(p.t, p.s.DB.QueryRow("SELECT id FROM accounts WHERE email_key = $1", p.Email).Scan(&account))
	const paid, waived, free, charge, refund = "01a1f1c2-0000-7c11-8f11-000000000001", "01a1f1c2-0000-7c11-8f11-000000000002", "01a1f1c2-0000-7c11-8f11-000000000003",
		"01a1f1c2-0000-7c11-8f11-000000000004", "01a1f1c2-0000-7c11-8f11-000000000005"
	run := func(statement string, args ...any) {
		p.t.Helper()
		_, err := p.s.DB.Exec(statement, args...)
		must(p.t, err)
	}
	for i, b := range []struct {
		id, state      string
		list, discount int
	}{{free, "paid", 500, 500}, {waived, "waived", 1100, 0}, {paid, "paid", 1100, 110}} {
		amount, at := b.list-b.discount, today.Add(time.Duration(i-10)*time.Second)
		run(`INSERT INTO bills (id, created_at, updated_at, account_id, subscription_id, period, period_start, period_end, plan_id, plan_name, list_amount, discount,
			amount, tax, tax_rate, due_day, state, paid_at) VALUES ($1, $2, $2, $3, $1, 2, '2031-03-01', '2031-03-31', 'monthly', '{"ja":"月額プラン","en":"Monthly"}', $4, $5,
			$6, $7, 10, '2031-03-01', $8, $2)`, b.id, at, account, b.list, b.discount, amount, amount*10/110, b.state)
	}
	run(`INSERT INTO charges (id, created_at, updated_at, account_id, bill_id, plan_name, payment_method_id, provider_order_id, state, amount, tax, initiator,
		card_brand, card_suffix, give_up_at, applied_at) VALUES ($1, $2, $2, $3, $4, 'monthly', $5, 'golden', 'settled', 990, 90, 'merchant', 'V', '4242', $2, $2)`,
		charge, today, account, paid, p.Card)
	run(`INSERT INTO refunds (id, created_at, updated_at, done_at, account_id, charge_id, kind, amount, tracking_id, request_key, state, reason, asked_by)
		VALUES ($1, $2, $2, $2, $3, $4, 'refund', 330, '', 'golden', 'done', 'asked', 'staff')`, refund, today, account, charge)

	const entitled = `INSERT INTO entitlements (id, created_at, starts_at, account_id, plan_id, source, source_id, expires_at)
		SELECT $1::uuid, $2::timestamptz, $2, $3::uuid, $4, 'order', $1, $5::timestamptz + $6::interval`
	for i, e := range []struct {
		id, plan, expires string
	}{
		{"01a1f1c2-0000-7c11-8f11-000000000006", "rental", "3 days"}, {"01a1f1c2-0000-7c11-8f11-000000000007", "rental", "-3 days"},
		{"01a1f1c2-0000-7c11-8f11-000000000008", "film", "-3 days"},
	} {
		run(entitled, e.id, today.Add(time.Duration(-i)*time.Second), account, e.plan, today, e.expires)
	}
	p.see("a rental", "/mypage/purchases")
	p.see("a rental that is held again and a film that can be bought again", "/mypage/purchases/ended")
	collector := p.another("collector").joined()
	must(p.t, p.s.DB.QueryRow("SELECT id FROM accounts WHERE email_key = $1", collector.Email).Scan(&account))
	for i := range 21 {
		run(entitled, fmt.Sprintf("01a1f1c2-0000-7c11-8f11-0000000001%02d", i), today.Add(time.Duration(-i)*time.Second), account, "film", today, "3 days")
	}
	first, _ := collector.seeOnce("more than a page", "/mypage/purchases").Body["pageInfo"].(object)
	collector.seeOnce("the next page", "/mypage/purchases?after="+fmt.Sprint(first["endCursor"]))

	p.see("payments", "/mypage/payment-history")
	for _, page := range []string{"1", "2", "0"} {
		p.ask(fine, "payments", "GET", "/zapi/account/payment-history/"+page, nil, true)
	}
	p.ask(400, "payments", "GET", "/zapi/account/payment-history/x", nil, true)
	p.see("paid", "/mypage/invoice/"+paid)
	p.sees(404, "over 0 yen", "/mypage/invoice/"+free)
	p.sees(404, "waived", "/mypage/invoice/"+waived)
	p.see("a refund", "/mypage/return-invoice/"+refund)
	stranger := p.another("stranger").joined()
	stranger.sees(404, "somebody else's", "/mypage/invoice/"+paid)
	stranger.sees(404, "somebody else's", "/mypage/return-invoice/"+refund)
}
