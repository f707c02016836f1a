package sbps

import (
	"context"
	"net/url"

	"kaiin/server/money/gateway"
)

// Authenticate begins EMV 3-D Secure with the customer's saved card. An error of the reason trouble
// may leave an authentication behind that is never finished; the information token may be spent.
func (c *Client) Authenticate(ctx context.Context, in gateway.Authenticate) (gateway.Authentication, error) {
	if in.Info.Token == "" || in.Info.Key == "" {
		return gateway.Authentication{}, fnAuthenticate.badRequest(&badField{"tds_info_token", "or its key is empty"})
	}
	r, err := c.call(ctx, fnAuthenticate,
		text("cust_code", in.CustomerCode, 64),
		yen("amount", in.Amount),
		group("pay_option_manage",
			text("tds_info_token", in.Info.Token, maxToken), text("tds_info_token_key", in.Info.Key, maxToken),
			text("ok_return_url", in.OKURL, 1024), text("ng_return_url", in.NGURL, 1024)),
		c.encryptedFlag())
	if err != nil {
		return gateway.Authentication{}, err
	}
	if r.AuthenticationID == "" || !c.leadsBrowser(r.RedirectURL) {
		return gateway.Authentication{}, fnAuthenticate.unclear("", "the answer has no authentication")
	}
	return gateway.Authentication{ID: r.AuthenticationID, RedirectURL: r.RedirectURL}, nil
}

// leadsBrowser tells whether a member may be sent there: never over http, unless the API itself is
// reached by it.
func (c *Client) leadsBrowser(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && c.cfg.APIURL.Scheme == "http")
}

// verdicts reads res_tds_result. A is an attempt: the issuer takes no part and stands in for the
// member. U and R are EMV 3-D Secure's own words for an authentication that could not be done and
// one the issuer refused.
var verdicts = map[string]gateway.Verdict{
	"Y": gateway.VerdictSucceeded,
	"A": gateway.VerdictSucceeded,
	"N": gateway.VerdictFailed,
	"U": gateway.VerdictFailed,
	"R": gateway.VerdictFailed,
	"C": gateway.VerdictOutstanding,
}

// Verdict reads the result of an authentication.
func (c *Client) Verdict(ctx context.Context, authenticationID string) (gateway.Verdict, error) {
	r, err := c.call(ctx, fnVerdict, text("tds_authentication_id", authenticationID, 64), c.encryptedFlag())
	if err != nil {
		return "", err
	}
	verdict, ok := verdicts[r.Verdict]
	if !ok {
		return "", fnVerdict.unclear("", "the answer has no verdict")
	}
	return verdict, nil
}
