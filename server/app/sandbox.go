package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
)

// sandboxPatience is how long a starting sandbox is waited for.
const sandboxPatience = 30 * time.Second

// ClockOf is the machine's clock, or with a sandbox that of the sandbox, so that a restart does not
// bring back the past.
func ClockOf(ctx context.Context, c *config.Config) (*clock.Clock, error) {
	now := clock.New()
	if c.SandboxURL == nil {
		return now, nil
	}
	ctx, cancel := context.WithTimeout(ctx, sandboxPatience)
	defer cancel()
	for {
		offset, err := askSandbox(ctx, c)
		if err == nil {
			now.SetOffset(offset)
			return now, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("KAIIN_SANDBOX_URL: the sandbox does not tell the time: %w", err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func askSandbox(ctx context.Context, c *config.Config) (time.Duration, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.SandboxURL.JoinPath("clock").String(), nil)
	if err != nil {
		return 0, err
	}
	answer, err := (&http.Client{Timeout: 5 * time.Second}).Do(r)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	var body struct{ OffsetSeconds *int64 }
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		return 0, err
	}
	if answer.StatusCode != http.StatusOK || body.OffsetSeconds == nil {
		return 0, fmt.Errorf("status %d", answer.StatusCode)
	}
	return time.Duration(*body.OffsetSeconds) * time.Second, nil
}
