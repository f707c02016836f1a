package paypalnvp

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	"kaiin/server/money/gateway"
)

// texts are what the member reads on PayPal's page, and its language.
var texts = map[string]struct{ locale, description string }{
	"ja": {"ja_JP", "会員サービスのお支払い"},
	"en": {"en_US", "Payments for your membership"},
}

// Ask begins an agreement without a payment. One that is never approved has no effect. The browser
// comes back with the token in the query.
func (c *Client) Ask(ctx context.Context, in gateway.Approval) (gateway.Asked, error) {
	text, ok := texts[in.Locale]
	if !ok {
		text = texts["ja"]
	}
	a, err := c.call(ctx, setCheckout,
		pair{"PAYMENTREQUEST_0_AMT", "0"}, pair{"PAYMENTREQUEST_0_CURRENCYCODE", "JPY"}, pair{"PAYMENTREQUEST_0_PAYMENTACTION", "AUTHORIZATION"},
		pair{"L_BILLINGTYPE0", c.cfg.BillingType}, pair{"L_BILLINGAGREEMENTDESCRIPTION0", text.description},
		pair{"L_BILLINGAGREEMENTCUSTOM0", in.CustomerCode}, pair{"L_PAYMENTTYPE0", "InstantOnly"},
		pair{"RETURNURL", in.ReturnURL}, pair{"CANCELURL", in.CancelURL}, pair{"NOSHIPPING", "1"}, pair{"LOCALECODE", text.locale})
	if err != nil {
		return gateway.Asked{}, err
	}
	token := a["TOKEN"]
	if !plain(token) {
		return gateway.Asked{}, setCheckout.unclear("", "the answer has no token")
	}
	return gateway.Asked{ID: token, URL: c.checkout(token)}, nil
}

// Revoke does nothing: PayPal tells an agreement's id once, and one that we do not know the id of
// cannot be ended, nor charged, by us.
func (c *Client) Revoke(context.Context, string, string) (string, error) { return "", nil }

// Agreed makes the agreement that a member has agreed to. Without their consent, or with a token
// that is spent or over, it is refused with gateway.ReasonDeclined. After an unknown outcome it may
// be refused as spent: PayPal tells an agreement's id once, and the member has to agree anew. An
// agreement whose id was lost is never charged.
func (c *Client) Agreed(ctx context.Context, askedID string) (gateway.Agreement, error) {
	if !plain(askedID) {
		return gateway.Agreement{}, create.refused(unapproved.reason(), "10410")
	}
	a, err := c.call(ctx, getCheckout, pair{"TOKEN", askedID})
	switch {
	case err != nil:
		return gateway.Agreement{}, err
	case a["BILLINGAGREEMENTACCEPTEDSTATUS"] != "1":
		return gateway.Agreement{}, create.refused(unapproved.reason(), "11455")
	}
	made, err := c.call(ctx, create, pair{"TOKEN", askedID})
	switch {
	case err != nil:
		return gateway.Agreement{}, err
	case !plain(made["BILLINGAGREEMENTID"]):
		return gateway.Agreement{}, create.unclear("", "the answer has no agreement")
	}
	return gateway.Agreement{Reference: made["BILLINGAGREEMENTID"], Shown: a["EMAIL"]}, nil
}

// Forget ends an agreement. One that was ended before, or is unknown, is no error, nor one that was
// never agreed to.
func (c *Client) Forget(ctx context.Context, m gateway.Kept) error {
	switch {
	case m.Reference == "":
		return nil
	case !plain(m.Reference):
		return update.badRequest(errors.New("the agreement cannot be sent"))
	}
	a, err := c.call(ctx, update, pair{"REFERENCEID", m.Reference}, pair{"BILLINGAGREEMENTSTATUS", "Canceled"})
	switch {
	case ended.is(err):
		return nil
	case err != nil:
		return err
	case a["BILLINGAGREEMENTSTATUS"] != "Canceled":
		return update.unclear("", "the answer does not say that the agreement has ended")
	}
	return nil
}

// plain tells whether an id is in the form of PayPal's: letters, digits and hyphens.
func plain(id string) bool {
	return id != "" && len(id) <= 64 && url.QueryEscape(id) == id && !strings.ContainsAny(id, "._~+")
}

// truncate keeps the first characters of a text.
func truncate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit])
}
