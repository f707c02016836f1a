package streaks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/outbound"
	"kaiin/server/shop/playback"
)

const (
	connect   = 3 * time.Second
	total     = 6 * time.Second
	maxAnswer = 256 << 10 // real answers have a few kilobytes

	keptFor = 30 * time.Second
	kept    = 256
)

// errUnplayable says for certain that a video cannot be played, by anyone.
var errUnplayable = errors.New("cannot be played")

var refIDs = regexp.MustCompile(`^[0-9A-Za-z_-]{1,100}$`)

type client struct {
	config.Streaks
	clock  *clock.Clock
	http   *http.Client
	found  *lru.Cache[string, finding]
	asking singleflight.Group
}

// finding is what was found out about a video, and when.
type finding struct {
	media *playback.Media
	err   error
	at    time.Time
}

// New is the store's project at STREAKS; nil when the configuration names none.
func New(c config.Streaks, clock *clock.Clock) playback.Videos {
	if !c.Configured() {
		return nil
	}
	found, err := lru.New[string, finding](kept)
	if err != nil {
		panic(err) // only for sizes below 1
	}
	return &client{
		Streaks: c, clock: clock, found: found, http: outbound.Client(outbound.Limits{Connect: connect, Total: total, Answer: maxAnswer}),
	}
}

// Find implements playback.Videos.
func (c *client) Find(ctx context.Context, refID string) (*playback.Media, error) {
	now := c.clock.Now()
	if f, ok := c.found.Get(refID); ok && !now.Before(f.at) && now.Sub(f.at) < keptFor {
		return f.media, f.err
	}
	asked := c.asking.DoChan(refID, func() (any, error) {
		media, err := c.ask(context.WithoutCancel(ctx), refID) // others wait for it too; the client has a time limit
		if err != nil {
			err = fmt.Errorf("streaks, %s: %w", refID, err)
		}
		if err == nil || errors.Is(err, errUnplayable) {
			c.found.Add(refID, finding{media, err, now})
		}
		return media, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-asked:
		media, _ := result.Val.(*playback.Media)
		return media, result.Err
	}
}

func (c *client) ask(ctx context.Context, refID string) (*playback.Media, error) {
	if !refIDs.MatchString(refID) {
		return nil, fmt.Errorf("%w: it is no reference id", errUnplayable)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.APIURL.JoinPath("v1/projects", c.Project, "medias", "ref:"+refID).String(), nil)
	if err != nil {
		return nil, errors.New("the address is not usable")
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Origin", c.Site.String())
	r.Header.Set("Referer", c.Site.String()+"/")
	if c.APIKey != "" {
		r.Header.Set("X-Streaks-Api-Key", c.APIKey)
	}
	res, err := c.http.Do(r)
	if err != nil {
		return nil, outbound.Bare(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	switch res.StatusCode {
	case http.StatusOK:
		return parse(refID, body, c.Allows)
	case http.StatusForbidden, http.StatusNotFound:
		return nil, fmt.Errorf("%w: status %d %s", errUnplayable, res.StatusCode, code(body))
	}
	return nil, fmt.Errorf("status %d %s", res.StatusCode, code(body))
}
