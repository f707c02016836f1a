package protocol

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"kaiin/server/base/outbound"
)

// Apps calls the servers of apps, as package oidc asks for: logout tokens (OpenID Connect
// Back-Channel Logout 2.5) and events (RFC 8935).
type Apps struct{ client *http.Client }

// NewApps calls only addresses that anyone on the internet could call, so that no registration
// leads into our own network; private lets others be called, on a development machine.
func NewApps(private bool) *Apps {
	return &Apps{outbound.Client(outbound.Limits{Connect: 3 * time.Second, Total: 10 * time.Second, Answer: 16 << 10, Public: !private})}
}

// Call posts the body. Only an answer of success has it taken.
func (a *Apps) Call(ctx context.Context, address, kind, body string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		return outbound.Bare(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Accept", "application/json")
	answer, err := a.client.Do(r)
	if err != nil {
		return outbound.Bare(err)
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, answer.Body)
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("the app answered %d", answer.StatusCode)
	}
	return nil
}
