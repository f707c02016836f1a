package sbps

import (
	"context"
	"regexp"
	"strings"

	"kaiin/server/money/gateway"
)

// maxToken bounds what the browser may have sent as a token; the service's own limit is
// not published.
const maxToken = 1024

// SaveCard keeps the card behind the token, in place of the one the customer may have.
//
// A card that was saved and cannot be read back is an unknown outcome too.
func (c *Client) SaveCard(ctx context.Context, customerCode string, token gateway.CardToken) (gateway.Card, error) {
	fn := fnSaveCard
	err := c.putCard(ctx, fn, customerCode, token)
	if cardState.is(err) {
		fn = fnUpdateCard
		err = c.putCard(ctx, fn, customerCode, token)
	}
	if err != nil {
		return gateway.Card{}, err
	}
	card, err := c.savedCard(ctx, customerCode)
	if err != nil {
		return gateway.Card{}, fn.unclear("", "the card was saved and cannot be read back: %v", err)
	}
	return card, nil
}

func (c *Client) putCard(ctx context.Context, fn function, customerCode string, token gateway.CardToken) error {
	if token.Token == "" || token.Key == "" {
		return fn.badRequest(&badField{"token", "or its key is empty"})
	}
	_, err := c.call(ctx, fn,
		text("cust_code", customerCode, 64),
		text("sps_cust_info_return_flg", "0", 1),
		group("pay_option_manage",
			text("token", token.Token, maxToken), text("token_key", token.Key, maxToken), text("cardbrand_return_flg", "0", 1)),
		c.encryptedFlag())
	return err
}

var (
	lastFour  = regexp.MustCompile(`[0-9]{4}$`)
	yearMonth = regexp.MustCompile(`^[0-9]{4}(0[1-9]|1[0-2])$`)
)

// savedCard reads what may be shown of the customer's card.
func (c *Client) savedCard(ctx context.Context, customerCode string) (gateway.Card, error) {
	r, err := c.call(ctx, fnFindCard,
		text("cust_code", customerCode, 64),
		text("sps_cust_info_return_flg", "0", 1),
		text("response_info_type", "2", 1), // the last four digits, the others masked
		group("pay_option_manage", text("cardbrand_return_flg", "1", 1)),
		c.encryptedFlag())
	if err != nil {
		return gateway.Card{}, err
	}
	if err := c.reveal(&r.Paid.Number, &r.Paid.Expiration, &r.Paid.Brand); err != nil {
		return gateway.Card{}, fnFindCard.unclear("", "%v", err)
	}
	card := gateway.Card{Brand: r.Paid.Brand, Suffix: lastFour.FindString(r.Paid.Number), Expire: r.Paid.Expiration}
	if card.Suffix == "" || !yearMonth.MatchString(card.Expire) {
		return gateway.Card{}, fnFindCard.unclear("", "the answer has no card")
	}
	if len(card.Brand) != 1 || !strings.Contains("VMAJD", card.Brand) {
		card.Brand = ""
	}
	return card, nil
}

// Forget deletes the customer's card. An error of the reason trouble leaves open whether it is
// gone: delete again.
func (c *Client) Forget(ctx context.Context, m gateway.Kept) error {
	_, err := c.call(ctx, fnDeleteCard,
		text("cust_code", m.CustomerCode, 64),
		text("sps_cust_info_return_flg", "0", 1),
		c.encryptedFlag())
	if cardState.is(err) {
		return nil
	}
	return err
}
