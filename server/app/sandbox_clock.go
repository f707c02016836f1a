package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"kaiin/server/clock"
)

// In development the sandbox owns the time: it says at start how far the clock is ahead, and pushes every later move,
// waiting until what became due has been done.

// followClock sets the clock from the sandbox, waiting up to half a minute for it to answer.
func followClock(ctx context.Context, c *clock.Clock, sandbox *url.URL) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		offset, err := sandboxOffset(ctx, sandbox)
		if err == nil {
			c.SetOffset(offset)
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the sandbox's clock at %s does not answer: %w", sandbox, err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func sandboxOffset(ctx context.Context, sandbox *url.URL) (time.Duration, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, sandbox.JoinPath("clock").String(), nil)
	if err != nil {
		return 0, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("answered %s", answer.Status)
	}
	var body struct {
		OffsetSeconds *int64 `json:"offsetSeconds"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		return 0, err
	}
	if body.OffsetSeconds == nil {
		return 0, errors.New("offsetSeconds is missing")
	}
	return time.Duration(*body.OffsetSeconds) * time.Second, nil
}

// moveClock takes a move of the sandbox's clock over and answers when all that became due is done.
func (a *App) moveClock(ctx context.Context, offset time.Duration) error {
	a.Clock.SetOffset(offset)
	return a.Quiet(ctx)
}
