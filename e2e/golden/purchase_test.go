package golden

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"kaiin/e2e/blackbox"
)

const register = "/zapi/account/payment-method/credit"

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

// atBank goes to the page that the answer leads to and comes back. verdict is "" when the bank asks nothing.
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
	return p.open(what, "payment-tds", back)
}

// buyer is a member with a card, whose owner has just authenticated.
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

func card(p *person) {
	p.joined()
	p.see("no card", "/plans/monthly")
	p.fails("made-up tokens", register, object{"token": "made-up", "tokenKey": "made-up", "tds2infoToken": "a", "tds2infoTokenKey": "b"})
	sent := p.call("a card", register, p.tokensOf(blackbox.GoodCard))
	p.atBank("a card", sent, "")
	p.atBank("a card, once more", sent, "")
	p.see("has a card", "/mypage/payment-method/complete")
	p.see("a card", "/plans/monthly")
	tokens := p.tokensOf(blackbox.GoodCard)
	tokens["returnTo"] = "/plans/film"
	p.atBank("back to the form", p.call("back to the form", register, tokens), "")
	p.s.Outside.Script(p.t, "challenge_fail", "", 1)
	p.atBank("the owner fails", p.call("the owner fails", register, p.tokensOf(blackbox.GoodCard)), "fail")
	p.see("the owner failed", "/plans/film")
}

func purchase(p *person) {
	p.buyer()
	p.see("a card is preselected", "/plans/monthly?paymentMethodId="+p.Card)
	p.ask("a card", "POST", "/zapi/purchase/verify/monthly", p.json(object{"paymentMethodId": p.Card, "campaignCode": nil}), true)
	p.see("nothing was kept", "/plans/monthly/confirm")
	p.call("a card", "/zapi/purchase/form/monthly", object{"planId": "monthly", "paymentMethodId": p.Card, "campaignCode": nil, "signup": true})
	p.see("in the sign-up", "/signup/plans/monthly/confirm")
	form := p.call("a card, not in the sign-up", "/zapi/purchase/form/monthly", object{"planId": "monthly", "paymentMethodId": p.Card, "campaignCode": nil})
	p.see("an order", "/plans/monthly/confirm")
	p.text.hide(form.Text("purchaseToken"), "purchaseToken")
	body := object{"purchaseToken": form.Text("purchaseToken")}
	bought := p.call("a subscription", "/zapi/purchase/monthly", body)
	p.call("once more", "/zapi/purchase/monthly", body)
	p.see("bought", "/plans/monthly/complete")
	p.see("bought", "/plans/monthly/confirm")
	p.see("bought", "/signup/plans/monthly/complete")
	for _, page := range []string{"/mypage/plans", "/mypage/subscription/" + bought.Text("subscriptionId"), "/plans", "/plans/monthly", "/plans/trial", "/withdraw", "/"} {
		p.see("a contract", page)
	}
	p.fails("a contract of it", "/zapi/purchase/verify/monthly", object{})
	p.fails("the limit of contracts", "/zapi/purchase/verify/trial", object{})
	p.another("stranger").joined().see("somebody else's", "/mypage/subscription/"+bought.Text("subscriptionId"))
}

func purchaseRefused(p *person) {
	p.buyer()
	stranger := p.another("stranger").buyer()
	const form = "/zapi/purchase/form/club"
	answers := []object{{"questionId": "q-text", "values": []string{"friend"}}}
	with := func(method any, plan string, answers []object) object {
		return object{"planId": plan, "paymentMethodId": method, "campaignCode": nil, "answers": answers}
	}
	p.fails("no method", form, with(nil, "club", answers))
	p.fails("a card to come", form, with("new", "club", answers))
	p.fails("somebody else's card", form, with(stranger.Card, "club", answers))
	p.fails("another plan", form, with(p.Card, "film", answers))
	p.fails("no answers", form, with(p.Card, "club", nil))
	p.fails("wrong answers", form, with(p.Card, "club", []object{
		{"questionId": "q-text", "values": []string{"NO"}}, {"questionId": "q-checkbox", "values": []string{"1", "2"}}, {"questionId": "q-radio", "values": []string{"4"}},
		{"questionId": "q-date", "values": []string{"2026-02-30"}}, {"questionId": "q-time", "values": []string{"25:00"}},
	}))
	p.call("with answers", form, with(p.Card, "club", answers))
	p.see("with answers", "/plans/club/confirm")
	p.fails("no longer sold", "/zapi/purchase/verify/ended", object{})
	p.fails("no longer sold", "/zapi/purchase/form/ended", with(p.Card, "ended", nil))
	p.fails("no such plan", "/zapi/purchase/verify/nothing", object{})
	p.fails("no such campaign", "/zapi/purchase/verify/monthly", object{"paymentMethodId": p.Card, "campaignCode": "SPRING"})
	p.fails("no order", "/zapi/purchase/monthly", object{"purchaseToken": "made-up"})
	declined := p.order("rental")
	p.s.Outside.Script(p.t, "decline", "", 1)
	p.fails("the card is declined", "/zapi/purchase/rental", object{"purchaseToken": declined})
	p.see("the card was declined", "/plans/rental")
	p.call("a rental", "/zapi/purchase/rental", object{"purchaseToken": p.order("rental")})
	p.see("a rental", "/plans/rental/complete")
	p.fails("too soon", "/zapi/purchase/rental", object{"purchaseToken": p.order("rental")})
	p.see("no order", "/plans/film/complete")
	p.wait(31 * time.Minute)
	p.fails("the owner has to authenticate", "/zapi/purchase/film", object{"purchaseToken": p.order("film")})
	p.see("the owner has to authenticate", "/plans/film/confirm")
}

// bank is a purchase with 3-D Secure.
func bank(p *person) {
	p.buyer()
	body := p.info()
	body["purchaseToken"] = p.order("rental")
	p.atBank("the owner passes", p.call("by way of the bank", "/zapi/purchase/rental", body), "")
	p.see("by way of the bank", "/plans/rental/complete")
	p.s.Outside.Script(p.t, "challenge_fail", "", 1)
	body = p.info()
	body["purchaseToken"] = p.order("film")
	p.atBank("the owner fails", p.call("by way of the bank", "/zapi/purchase/film", body), "fail")
	p.see("the owner failed", "/plans/film")
	p.s.Outside.Script(p.t, "timeout_after", "", 1)
	p.call("the outcome is not known", "/zapi/purchase/film", object{"purchaseToken": p.order("film")})
}

// trial is a subscription whose first days are free.
func trial(p *person) {
	p.buyer()
	p.ask("a trial", "POST", "/zapi/purchase/verify/trial", p.json(object{"paymentMethodId": p.Card}), true)
	token := p.order("trial")
	p.see("a trial", "/plans/trial/confirm")
	bought := p.call("a trial", "/zapi/purchase/trial", object{"purchaseToken": token})
	p.see("a trial", "/plans/trial/complete")
	p.see("a trial", "/mypage/subscription/"+bought.Text("subscriptionId"))
	p.see("a trial", "/mypage/plans")
}
