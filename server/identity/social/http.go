package social

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"golang.org/x/oauth2"

	"kaiin/server/base/outbound"
	"kaiin/server/identity/login"
)

// maxAnswer bounds what is read of an answer. Real ones have a few kilobytes.
const maxAnswer = 1 << 20

// statusError is an answer whose status is no success.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("status %d", int(e)) }

// ask gets a JSON object with an access token. Its error is one of the port's, around a statusError
// where there is a status.
func ask(ctx context.Context, client *http.Client, address, accessToken string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return unreachable(errors.New("the address is not usable"))
	}
	r.Header.Set("Authorization", "Bearer "+accessToken)
	r.Header.Set("Accept", "application/json")
	res, err := client.Do(r)
	if err != nil {
		return unreachable(outbound.Bare(err))
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return byStatus(res.StatusCode, statusError(res.StatusCode))
	}
	if err := json.NewDecoder(res.Body).Decode(into); err != nil {
		return unreachable(fmt.Errorf("no JSON: %w", err))
	}
	return nil
}

// exchange gives a code for tokens.
func exchange(ctx context.Context, client *http.Client, c *oauth2.Config, in login.ProviderFinish) (*oauth2.Token, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, client)
	token, err := c.Exchange(ctx, in.Code, oauth2.VerifierOption(in.Verifier))
	refusal, answered := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case err == nil:
		return token, nil
	case !answered:
		return nil, fmt.Errorf("token: %w", unreachable(outbound.Bare(err)))
	case refusal.Response.StatusCode == http.StatusOK:
		return nil, fmt.Errorf("token: %w", refused(fmt.Errorf("error %.40q", refusal.ErrorCode)))
	}
	status := refusal.Response.StatusCode
	return nil, fmt.Errorf("token: %w", byStatus(status, fmt.Errorf("status %d, error %.40q", status, refusal.ErrorCode)))
}

// byStatus tells by the status whether the provider refused, or is in trouble.
func byStatus(status int, err error) error {
	if status >= 400 && status < 500 && status != http.StatusTooManyRequests && status != http.StatusRequestTimeout {
		return refused(err)
	}
	return unreachable(err)
}

func refused(err error) error { return fmt.Errorf("%w: %w", login.ErrProviderRefused, err) }

func unreachable(err error) error { return fmt.Errorf("%w: %w", login.ErrProviderUnreachable, err) }

// brief is the beginning of an error that may quote a whole answer.
func brief(err error) error { return fmt.Errorf("%.200s", outbound.Bare(err)) }
