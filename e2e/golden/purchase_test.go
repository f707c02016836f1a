package golden

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
)

const (
	register = "/zapi/account/payment-method/credit"
	methods  = "/mypage/payment-method"
)

// method is the path of what is done with a payment method.
func method(id string) string { return "/zapi/account/payment-method/" + id }

// The calls a charge of an order consists of, by the provider's names.
const authorise, lookup = "ST01-00118-101", "MG01-00101-101"

// tokensOf are what the provider's scripts make of a card.
func (p *person) tokensOf(number string) object {
	p.t.Helper()
	tokens, err := p.s.Outside.CardTokens(number)
	must(p.t, err)
	return p.hidden(tokens)
}

// info is what the 3-D Secure script makes.
func (p *person) info() object {
	p.t.Helper()
	tokens, err := p.s.Outside.TDSTokens()
	must(p.t, err)
	return p.hidden(tokens)
}

func (p *person) hidden(tokens object) object {
	for _, name := range []string{"token", "tokenKey", "tds2infoToken", "tds2infoTokenKey"} {
		value, _ := tokens[name].(string)
		p.text.hide(value, name)
	}
	return tokens
}

// atBank goes to the page that the answer leads to and comes back. verdict is "" when the bank
// asks nothing.
func (p *person) atBank(what string, a answer, verdict string) answer {
	p.t.Helper()
	page := a.Text("redirectTo")
	r, err := http.NewRequest(http.MethodGet, page, nil)
	if verdict != "" {
		r, err = http.NewRequest(http.MethodPost, page, strings.NewReader(url.Values{"result": {verdict}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	must(p.t, err)
	said, err := p.s.Outside.Client.Do(r)
	must(p.t, err)
	must(p.t, said.Body.Close())
	back := strings.TrimPrefix(said.Header.Get("Location"), p.s.Origin)
	if key := strings.Split(back, "/"); len(key) == 5 {
		p.text.hide(key[3], "key")
	}
	return p.open(303, what, "payment-tds", back)
}

// buyer is a member with a card.
func (p *person) buyer() *person {
	p.t.Helper()
	p.joined()
	must(p.t, p.AddCard(blackbox.GoodCard))
	return p
}

// order fills the form in and answers the order's token.
func (p *person) order(plan string) string {
	p.t.Helper()
	return p.ok("/zapi/purchase/form/"+plan, object{"planId": plan, "paymentMethodId": p.Card, "campaignCode": nil}).Text("purchaseToken")
}

// confirming is what the confirm page sends.
func (p *person) confirming(token string) object {
	p.t.Helper()
	body := p.info()
	body["purchaseToken"] = token
	return body
}

// bought orders the plan by way of the bank and answers what the button answers from then on.
func (p *person) bought(plan string) answer {
	p.t.Helper()
	body := p.confirming(p.order(plan))
	_, err := p.Follow(p.ok("/zapi/purchase/"+plan, body).Text("redirectTo"))
	must(p.t, err)
	return p.ok("/zapi/purchase/"+plan, body)
}

func card(p *person) {
	p.joined()
	p.see("no card", "/plans/monthly")
	p.fails(409, "made-up tokens", register, object{"token": "made-up", "tokenKey": "made-up", "tds2infoToken": "a", "tds2infoTokenKey": "b"})
	sent := p.call("a card", register, p.tokensOf(blackbox.GoodCard))
	p.atBank("a card", sent, "")
	p.atBank("a card, once more", sent, "")
	p.see("has a card", "/mypage/payment-method/complete")
	p.see("a card", "/plans/monthly")
	tokens := p.tokensOf("5555555555554444")
	tokens["returnTo"] = "/plans/film"
	p.atBank("back to the form", p.call("back to the form", register, tokens), "")
	p.s.Outside.Script(p.t, "challenge_fail", "", 1)
	p.atBank("the owner fails", p.call("the owner fails", register, p.tokensOf("3530111333300000")), "fail")
	p.see("the owner failed", "/plans/film")
	p.see("the owner failed", methods)
	p.ask(away, "PayPal", "GET", "/zapi/account/payment-method/paypal", nil, false)
}

func wallet(p *person) {
	p.buyer()
	first := p.Card
	p.see("a card", methods)
	must(p.t, p.AddCard(blackbox.GoodCard))
	p.see("two cards", methods)
	_, err := p.s.DB.Exec("UPDATE payment_methods SET card_expire = '203102' WHERE id::text = $1", first)
	must(p.t, err)
	p.see("two cards, one of them over", methods)
	_, err = p.s.DB.Exec("UPDATE payment_methods SET card_expire = '203812' WHERE id::text = $1", first)
	must(p.t, err)
	p.call("the older card", method(first)+"/default", nil)
	p.see("the older card is the default", methods)
	p.see("the default is preselected", "/plans/monthly")
	stranger := p.another("stranger").joined()
	stranger.fails(404, "somebody else's", method(first)+"/default", nil)
	stranger.remove(404, "somebody else's", method(first), nil)
	p.remove(done, "the default", method(first), nil)
	p.remove(404, "once more", method(first), nil)
	p.see("deleted", methods+"/delete/complete")
	p.see("the other card is the default", methods)
}

func purchase(p *person) {
	p.buyer()
	p.see("a card is preselected", "/plans/monthly?paymentMethodId="+p.Card)
	p.ask(fine, "a card", "POST", "/zapi/purchase/verify/monthly", p.json(object{"paymentMethodId": p.Card, "campaignCode": nil}), true)
	p.sees(broken, "nothing was kept", "/plans/monthly/confirm")
	p.call("a card", "/zapi/purchase/form/monthly", object{"planId": "monthly", "paymentMethodId": p.Card, "campaignCode": nil, "signup": true})
	p.see("in the sign-up", "/signup/plans/monthly/confirm")
	p.see("in the sign-up", "/plans/monthly")
	form := p.call("a card, not in the sign-up", "/zapi/purchase/form/monthly", object{"planId": "monthly", "paymentMethodId": p.Card, "campaignCode": nil})
	p.see("an order", "/plans/monthly/confirm")
	p.text.hide(form.Text("purchaseToken"), "purchaseToken")
	body := p.confirming(form.Text("purchaseToken"))
	p.atBank("a subscription", p.call("a subscription", "/zapi/purchase/monthly", body), "")
	bought := p.call("once more", "/zapi/purchase/monthly", body)
	p.see("bought", "/plans/monthly/complete")
	p.sees(away, "bought", "/plans/monthly/confirm")
	p.see("bought", "/signup/plans/monthly/complete")
	p.seeLeave()
	for _, page := range []string{"/mypage/plans", "/mypage/subscription/" + bought.Text("subscriptionId"), "/plans", "/plans/monthly", "/plans/trial", "/withdraw", "/"} {
		p.see("a contract", page)
	}
	p.see("a contract", methods)
	p.remove(409, "a contract", method(p.Card), nil)
	p.fails(409, "a contract of it", "/zapi/purchase/verify/monthly", object{})
	p.fails(409, "the limit of contracts", "/zapi/purchase/verify/trial", object{})
	stranger := p.another("stranger").joined()
	stranger.sees(404, "somebody else's", "/mypage/subscription/"+bought.Text("subscriptionId"))
	shown := p.evidence("bought", "/plans/monthly/complete")
	stranger.sees(404, "somebody else's", shown)
	p.sees(404, "no id", "/mypage/evidence/nothing")
}

// evidence notes what was shown with the order that the page tells of, and answers where.
func (p *person) evidence(what, page string) string {
	p.t.Helper()
	at := "/mypage/evidence/" + p.visit(page).Text("orderId")
	kept, _ := p.visit(at).Body["evidence"].(map[string]any)
	hash, _ := kept["hash"].(string)
	shownAt, _ := kept["shownAt"].(string)
	moment, err := time.Parse(time.RFC3339, shownAt)
	must(p.t, err)
	p.text.hide(hash, "hash")
	p.text.hide(moment.In(clock.Tokyo).Format("2006/01/02 15:04:05"), "moment")
	p.see(what, at)
	return at
}

func purchaseRefused(p *person) {
	p.buyer()
	stranger := p.another("stranger").buyer()
	const form = "/zapi/purchase/form/club"
	answers := []object{{"questionId": "q-text", "values": []string{"friend"}}}
	with := func(method any, plan string, answers []object) object {
		return object{"planId": plan, "paymentMethodId": method, "campaignCode": nil, "answers": answers}
	}
	p.fails(400, "no method", form, with(nil, "club", answers))
	p.fails(400, "a card to come", form, with("new", "club", answers))
	p.fails(400, "somebody else's card", form, with(stranger.Card, "club", answers))
	p.fails(400, "another plan", form, with(p.Card, "film", answers))
	p.fails(400, "no answers", form, with(p.Card, "club", nil))
	p.fails(400, "wrong answers", form, with(p.Card, "club", []object{
		{"questionId": "q-text", "values": []string{"NO"}}, {"questionId": "q-checkbox", "values": []string{"1", "2"}}, {"questionId": "q-radio", "values": []string{"4"}},
		{"questionId": "q-date", "values": []string{"2026-02-30"}}, {"questionId": "q-time", "values": []string{"25:00"}},
	}))
	p.call("with answers", form, with(p.Card, "club", answers))
	p.see("with answers", "/plans/club/confirm")
	p.fails(409, "no longer sold", "/zapi/purchase/verify/ended", object{})
	p.fails(409, "no longer sold", "/zapi/purchase/form/ended", with(p.Card, "ended", nil))
	p.fails(404, "no such plan", "/zapi/purchase/verify/nothing", object{})
	p.fails(400, "no such campaign", "/zapi/purchase/verify/monthly", object{"paymentMethodId": p.Card, "campaignCode": "SPRING"})
	p.fails(broken, "no order", "/zapi/purchase/monthly", object{"purchaseToken": "made-up"})
	declined := p.confirming(p.order("rental"))
	p.s.Outside.Script(p.t, "decline", authorise, 1)
	p.atBank("the card is declined", p.ok("/zapi/purchase/rental", declined), "")
	p.fails(409, "the card is declined", "/zapi/purchase/rental", declined)
	p.see("the card was declined", "/plans/rental")
	p.bought("rental")
	p.see("a rental", "/plans/rental/complete")
	p.see("a rental that runs", "/plans/rental")
	_, err := p.s.DB.Exec("UPDATE entitlements SET revoked_at = now() WHERE account_id = (SELECT id FROM accounts WHERE email_key = $1)", p.Email) // as a refund does
	must(p.t, err)
	p.fails(429, "too soon", "/zapi/purchase/rental", object{"purchaseToken": p.order("rental")})
	p.sees(broken, "no order", "/plans/film/complete")
	p.fails(409, "the owner has to authenticate", "/zapi/purchase/film", object{"purchaseToken": p.order("film")})
	p.see("the owner has to authenticate", "/plans/film/confirm")
	late := p.confirming(p.order("film"))
	bank := p.ok("/zapi/purchase/film", late)
	p.wait(31 * time.Minute)
	p.fails(409, "too late", "/zapi/purchase/film", late)
	p.atBank("too late", bank, "")
	p.see("too late", "/plans/film")
}

// bank is a purchase with 3-D Secure.
func bank(p *person) {
	p.buyer()
	body := p.confirming(p.order("rental"))
	p.atBank("the owner passes", p.call("by way of the bank", "/zapi/purchase/rental", body), "")
	p.see("by way of the bank", "/plans/rental/complete")
	p.s.Outside.Script(p.t, "challenge_fail", "", 1)
	body = p.confirming(p.order("film"))
	p.atBank("the owner fails", p.call("by way of the bank", "/zapi/purchase/film", body), "fail")
	p.see("the owner failed", "/plans/film")
	p.s.Outside.Script(p.t, "timeout_after", authorise, 1)
	p.s.Outside.Script(p.t, "http_500", lookup, 1)
	body = p.confirming(p.order("film"))
	p.atBank("the outcome is not known", p.ok("/zapi/purchase/film", body), "")
	p.call("the outcome is not known", "/zapi/purchase/film", body)
}

// campaign is a member with codes of campaigns: what they give is told before it is ordered (F-159
// to F-167).
func campaign(p *person) {
	p.buyer()
	for _, code := range []string{"HALF2031", "FREE2031"} {
		body := object{"planId": "monthly", "paymentMethodId": p.Card, "campaignCode": code}
		p.ask(fine, code, "POST", "/zapi/purchase/verify/monthly", p.json(object{"paymentMethodId": p.Card, "campaignCode": code}), true)
		p.ok("/zapi/purchase/form/monthly", body)
		p.see(code, "/plans/monthly/confirm")
	}
	p.fails(400, "not for this plan", "/zapi/purchase/verify/film", object{"paymentMethodId": p.Card, "campaignCode": "HALF2031"})
}

// seeLeave looks at the page of the link that a letter about a contract ends with.
func (p *person) seeLeave() {
	p.t.Helper()
	token := p.mailed(p.Email, leaveInMail)
	p.text.hide(token, "token")
	p.see("the link of the mail", "/leave?token="+token)
}

// trial is a subscription whose first days are free.
func trial(p *person) {
	p.buyer()
	p.ask(fine, "a trial", "POST", "/zapi/purchase/verify/trial", p.json(object{"paymentMethodId": p.Card}), true)
	order := p.order("trial")
	p.see("a trial", "/plans/trial/confirm")
	body := p.confirming(order)
	p.atBank("a trial", p.ok("/zapi/purchase/trial", body), "")
	bought := p.call("a trial", "/zapi/purchase/trial", body)
	p.see("a trial", "/plans/trial/complete")
	p.seeLeave()
	p.see("a trial", "/mypage/subscription/"+bought.Text("subscriptionId"))
	p.see("a trial", "/mypage/plans")
}
