package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// sandboxPatience is how long a starting sandbox is waited for.
const sandboxPatience = 30 * time.Second

// followSandbox sets the clock to the sandbox's, so that a restart does not bring back the past.
func (a *App) followSandbox(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, sandboxPatience)
	defer cancel()
	for {
		offset, err := a.askSandbox(ctx)
		if err == nil {
			a.Clock.SetOffset(offset)
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("KAIIN_SANDBOX_URL: the sandbox does not tell the time: %w", err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (a *App) askSandbox(ctx context.Context) (time.Duration, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.Config.SandboxURL.JoinPath("clock").String(), nil)
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
