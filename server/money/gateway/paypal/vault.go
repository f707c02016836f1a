package paypal

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"unicode/utf8"

	"kaiin/server/money/gateway"
)

type link struct {
	Href string `json:"href"`
	Rel  string `json:"rel"`
}

type setupToken struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Links  []link `json:"links"`
}

// texts are what the member reads on PayPal's page, and its language.
var texts = map[string]struct{ locale, description string }{
	"ja": {"ja-JP", "会員サービスのお支払い"},
	"en": {"en-US", "Payments for your membership"},
}

// Ask makes a setup token. One that is never approved has no effect, so that its error is never an
// unknown outcome.
func (c *Client) Ask(ctx context.Context, in gateway.Approval) (gateway.Asked, error) {
	text, ok := texts[in.Locale]
	if !ok {
		text = texts["ja"]
	}
	body := map[string]any{
		"payment_source": map[string]any{"paypal": map[string]any{
			"description": text.description, "usage_type": "MERCHANT", "experience_context": map[string]any{
				"return_url": in.ReturnURL, "cancel_url": in.CancelURL, "locale": text.locale, "shipping_preference": "NO_SHIPPING",
				"vault_instruction": "ON_PAYER_APPROVAL",
			},
		}},
	}
	if !c.cfg.TheirIDs {
		body["customer"] = map[string]string{"id": customerID(in.CustomerCode)}
	}
	var out setupToken
	if err := c.call(ctx, opBegin, request{http.MethodPost, "/v3/vault/setup-tokens", "", body}, &out); err != nil {
		return gateway.Asked{}, err
	}
	for _, l := range out.Links {
		if l.Rel == "approve" && out.ID != "" && c.leadsBrowser(l.Href) {
			return gateway.Asked{ID: out.ID, URL: l.Href}, nil
		}
	}
	return gateway.Asked{}, opBegin.unclear("", "the answer leads nowhere (status %q)", clean(out.Status))
}

// Agreed keeps the wallet behind an approved setup token; asked again within three hours,
// it answers the same. A token that is not approved, refused, spent or over is refused
// with gateway.ReasonDeclined.
func (c *Client) Agreed(ctx context.Context, askedID string) (gateway.Agreement, error) {
	if askedID == "" {
		return gateway.Agreement{}, opFinish.badRequest(errors.New("the setup token is empty"))
	}
	var out struct {
		ID     string `json:"id"`
		Source struct {
			PayPal struct {
				Email string `json:"email_address"`
			} `json:"paypal"`
		} `json:"payment_source"`
	}
	err := c.call(ctx, opFinish, request{http.MethodPost, "/v3/vault/payment-tokens", "keep-" + askedID, map[string]any{
		"payment_source": map[string]any{"token": map[string]string{"id": askedID, "type": c.cfg.TokenType}},
	}}, &out)
	switch {
	case missing.is(err):
		return gateway.Agreement{}, opFinish.refused(unapproved.reason(), "TOKEN_NOT_FOUND")
	case err != nil:
		return gateway.Agreement{}, err
	case out.ID == "":
		return gateway.Agreement{}, opFinish.unclear("", "the answer has no payment token")
	}
	return gateway.Agreement{Reference: out.ID, Shown: out.Source.PayPal.Email}, nil
}

// Revoke deletes the payment tokens that an approved setup token became. While PayPal still knows
// the answer, for three hours, it is found out by saying Agreed once more; a token that was
// approved and never exchanged becomes one for that moment, and cannot be exchanged any more.
// Later, and where the setup token is not known, the customer has the tokens: each Approval is a
// customer of its own. Tokens of setups that named no customer are not found then.
func (c *Client) Revoke(ctx context.Context, customerCode, askedID string) (reference string, err error) {
	if askedID != "" {
		agreement, err := c.Agreed(ctx, askedID)
		refused, ok := errors.AsType[*gateway.Error](err)
		switch {
		case err == nil:
			return agreement.Reference, c.Forget(ctx, gateway.Kept{Reference: agreement.Reference})
		case !ok || refused.Reason != unapproved.reason():
			return "", err
		}
	}
	kept, err := c.tokensOf(ctx, customerCode)
	if err != nil {
		return "", err
	}
	for _, id := range kept {
		reference = id
		if err := c.Forget(ctx, gateway.Kept{Reference: id}); err != nil {
			return "", err
		}
	}
	return reference, nil
}

// tokensOf are the ids of the payment tokens that PayPal keeps of the customer. A setup token
// becomes one of them at most, so that the first page has them all.
func (c *Client) tokensOf(ctx context.Context, customerCode string) (ids []string, err error) {
	if c.cfg.TheirIDs {
		return nil, nil
	}
	var out struct {
		Tokens []struct {
			ID string `json:"id"`
		} `json:"payment_tokens"`
	}
	query := url.Values{"customer_id": {customerID(customerCode)}}
	err = c.call(ctx, opList, request{method: http.MethodGet, path: "/v3/vault/payment-tokens?" + query.Encode()}, &out)
	if missing.is(err) {
		return nil, nil
	}
	for _, t := range out.Tokens {
		ids = append(ids, t.ID)
	}
	return ids, err
}

// customerID is our code of a method as PayPal takes the ids of customers: letters, digits, - and
// _, whose older and newer versions of its API both take 22. A code is the 32 hexadecimal digits of
// a UUID, which are 22 characters in base64.
func customerID(customerCode string) string {
	id, err := hex.DecodeString(customerCode)
	if err != nil {
		return customerCode
	}
	return base64.RawURLEncoding.EncodeToString(id)
}

// Forget makes PayPal forget a wallet. Forgetting an unknown one is no error, nor one that was
// never agreed to.
func (c *Client) Forget(ctx context.Context, m gateway.Kept) error {
	if m.Reference == "" {
		return nil
	}
	part, err := escape(m.Reference)
	if err != nil {
		return opDelete.badRequest(err)
	}
	err = c.call(ctx, opDelete, request{method: http.MethodDelete, path: "/v3/vault/payment-tokens/" + part}, nil)
	if missing.is(err) || ended.is(err) {
		return nil
	}
	return err
}

// truncate keeps the first characters of a text.
func truncate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit])
}
