package social

import (
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/outbound"
	"kaiin/server/identity/login"
)

// Types of external accounts, which the providers go by.
const (
	TypeLINE       = "LINE"
	TypeGoogle     = "Google"
	TypeYahooJapan = "Yahoo! JAPAN"
	TypeFacebook   = "Facebook"
)

// Option changes how the providers are made.
type Option func(*settings)

type settings struct{ connect, total time.Duration }

// WithTimeouts sets how long making a connection and a whole call may take; 5 and 10 seconds
// unless set.
func WithTimeouts(connect, total time.Duration) Option {
	return func(s *settings) { s.connect, s.total = connect, total }
}

// Providers are those the configuration has a client for, by the type of their accounts. The clock
// judges their tokens.
func Providers(cfg config.Social, now *clock.Clock, options ...Option) map[string]login.Provider {
	s := settings{5 * time.Second, 10 * time.Second}
	for _, set := range options {
		set(&s)
	}
	client := outbound.Client(outbound.Limits{Connect: s.connect, Total: s.total, Answer: maxAnswer})
	all := map[string]login.Provider{}
	if cfg.LINE.ClientID != "" {
		all[TypeLINE] = newLINE(cfg.LINE, client, now)
	}
	if cfg.Google.ClientID != "" {
		all[TypeGoogle] = newGoogle(cfg.Google, client, now)
	}
	if cfg.YahooJapan.ClientID != "" {
		all[TypeYahooJapan] = newYahooJapan(cfg.YahooJapan, client, now)
	}
	if cfg.Facebook.ClientID != "" {
		all[TypeFacebook] = newFacebook(cfg.Facebook, client)
	}
	return all
}
