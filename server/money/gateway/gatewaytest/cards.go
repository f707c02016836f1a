package gatewaytest

import (
	"kaiin/server/money/gateway"
)

func savedCard(b *bench) {
	card, err := b.Gateway.SaveCard(b.Context(), customer, b.CardToken(b.T, suffix))
	b.must(err)
	if want := (gateway.Card{Brand: "V", Suffix: suffix, Expire: "203512"}); card != want {
		b.Errorf("got %+v, want %+v", card, want)
	}
}

func replacedCard(b *bench) {
	b.save()
	card, err := b.Gateway.SaveCard(b.Context(), customer, b.CardToken(b.T, "4242"))
	b.must(err)
	if card.Suffix != "4242" {
		b.Errorf("got %+v", card)
	}
}

func spentToken(b *bench) {
	token := b.CardToken(b.T, suffix)
	_, err := b.Gateway.SaveCard(b.Context(), customer, token)
	b.must(err)
	for name, bad := range map[string]gateway.CardToken{
		"spent": token, "wrong key": {Token: b.CardToken(b.T, suffix).Token, Key: "wrong"}, "made up": {Token: "made-up", Key: "made-up"},
		"empty": {}, "no ASCII": {Token: "トークン", Key: "キー"},
	} {
		b.Log(name)
		_, err = b.Gateway.SaveCard(b.Context(), customer+"b", bad)
		b.refused(err, gateway.ReasonToken)
	}
}

func deletedCard(b *bench) {
	b.must(b.Gateway.Forget(b.Context(), gateway.Kept{CustomerCode: customer}))
	b.save()
	b.must(b.Gateway.Forget(b.Context(), gateway.Kept{CustomerCode: customer}))
	b.must(b.Gateway.Forget(b.Context(), gateway.Kept{CustomerCode: customer}))
	_, err := b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, gateway.ReasonNoCard)
	b.checkState("order-1", gateway.TransactionNone)
}

// authenticate saves a card and begins 3-D Secure with it.
func (b *bench) authenticate() gateway.Authentication {
	b.Helper()
	b.save()
	a, err := b.Gateway.Authenticate(b.Context(), gateway.Authenticate{
		CustomerCode: customer, Amount: 1100, Info: b.InfoToken(b.T),
		OKURL: "https://shop.test/payment/tds/key/ok?a=1&b=2", NGURL: "https://shop.test/payment/tds/key/ng?a=1&b=2",
	})
	b.must(err)
	if a.ID == "" || a.RedirectURL == "" {
		b.Fatalf("got %+v", a)
	}
	return a
}

func (b *bench) verdict(id string, want gateway.Verdict) {
	b.Helper()
	got, err := b.Gateway.Verdict(b.Context(), id)
	b.must(err)
	if got != want {
		b.Fatalf("verdict %q, want %q", got, want)
	}
}

func (b *bench) chargeAuthenticated(id string) (string, error) {
	in := request("order-1")
	in.AuthenticationID = id
	return b.Gateway.Charge(b.Context(), in)
}

func authenticated(b *bench) {
	a := b.authenticate()
	b.verdict(a.ID, gateway.VerdictOutstanding)
	b.Visit(b.T, a.RedirectURL, true)
	b.verdict(a.ID, gateway.VerdictSucceeded)
	id, err := b.chargeAuthenticated(a.ID)
	b.must(err)
	b.must(b.Gateway.Commit(b.Context(), id))
	if b.checkState("order-1", gateway.TransactionSettled) != id {
		b.Error("another transaction is found under the order id")
	}
}

func notAuthenticated(b *bench) {
	b.Script(b.T, Challenge, Declined)
	a := b.authenticate()
	b.Visit(b.T, a.RedirectURL, false)
	b.verdict(a.ID, gateway.VerdictFailed)
	_, err := b.chargeAuthenticated(a.ID)
	b.refused(err, gateway.ReasonDeclined)
	b.checkState("order-1", gateway.TransactionNone)
}

func authenticateWithoutCard(b *bench) {
	_, err := b.Gateway.Authenticate(b.Context(), gateway.Authenticate{
		CustomerCode: customer, Amount: 1100, Info: b.InfoToken(b.T), OKURL: "https://shop.test/ok", NGURL: "https://shop.test/ng",
	})
	b.refused(err, gateway.ReasonNoCard)
	b.save()
	_, err = b.Gateway.Authenticate(b.Context(), gateway.Authenticate{
		CustomerCode: customer, Amount: 1100, Info: gateway.CardToken{Token: "made-up", Key: "made-up"},
		OKURL: "https://shop.test/ok", NGURL: "https://shop.test/ng",
	})
	b.refused(err, gateway.ReasonToken)
}

// unclearSave: what the caller can do after it is to save again under the same code, or to delete.
func unclearSave(b *bench) {
	b.each(noAnswer, func(b *bench, ending Ending) {
		b.Script(b.T, SaveCard, ending)
		_, err := b.Gateway.SaveCard(b.Context(), customer, b.CardToken(b.T, "4242"))
		b.unclear(err)
		card, err := b.Gateway.SaveCard(b.Context(), customer, b.CardToken(b.T, suffix))
		b.must(err)
		if card.Suffix != suffix {
			b.Errorf("got %+v", card)
		}
		b.must(b.Gateway.Forget(b.Context(), gateway.Kept{CustomerCode: customer}))
	})
}

// unclearDelete: deleting again is harmless, so that the caller may simply repeat it.
func unclearDelete(b *bench) {
	b.each(noAnswer, func(b *bench, ending Ending) {
		b.save()
		b.Script(b.T, Forget, ending)
		b.refused(b.Gateway.Forget(b.Context(), gateway.Kept{CustomerCode: customer}), gateway.ReasonTrouble)
		b.must(b.Gateway.Forget(b.Context(), gateway.Kept{CustomerCode: customer}))
		_, err := b.Gateway.Charge(b.Context(), request("order-1"))
		b.refused(err, gateway.ReasonNoCard)
	})
}
