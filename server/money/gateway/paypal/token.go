package paypal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"kaiin/server/base/outbound"
)

// tokenMargin is how long before its end an access token is no longer used.
const tokenMargin = time.Minute

// accessToken is what calls are allowed by.
type accessToken struct {
	text string
	ends time.Time
}

var errNoToken = errors.New("PayPal gives no access token")

// accessToken is the one kept, or a new one. Callers that come while it is fetched wait for it.
func (c *Client) accessToken(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.clock.Now()
	if c.token.text != "" && now.Before(c.token.ends) {
		return c.token.text, nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address("/v1/oauth2/token"), strings.NewReader("grant_type=client_credentials"))
	if err != nil {
		return "", fmt.Errorf("%w: the address of the REST API is not usable", errNoToken)
	}
	req.SetBasicAuth(c.cfg.ClientID, c.cfg.ClientSecret)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := c.http.Do(req)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNoToken, outbound.Bare(err))
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	var answer struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"`
	}
	switch {
	case res.StatusCode == http.StatusUnauthorized, res.StatusCode == http.StatusBadRequest, res.StatusCode == http.StatusForbidden:
		return "", turnedAway(res.StatusCode)
	case res.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%w: HTTP %d", errNoToken, res.StatusCode)
	case err != nil || decode(text, &answer) != nil || !printable(answer.AccessToken) || answer.ExpiresIn <= 0 || answer.ExpiresIn > 1<<30:
		return "", fmt.Errorf("%w: the answer has none", errNoToken)
	}
	c.token = accessToken{answer.AccessToken, now.Add(time.Duration(answer.ExpiresIn)*time.Second - tokenMargin)}
	return c.token.text, nil
}

// forget drops a token that was turned away, unless another caller has fetched a new one already.
func (c *Client) forget(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token.text == token {
		c.token = accessToken{}
	}
}

// turnedAway is the status with which our credentials were refused.
type turnedAway int

func (s turnedAway) Error() string {
	return fmt.Sprintf("PayPal refuses our credentials with HTTP %d", int(s))
}

// printable tells whether a text can be sent in a header.
func printable(text string) bool {
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return text != "" && len(text) <= 8<<10
}
