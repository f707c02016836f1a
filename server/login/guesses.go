package login

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/actor"
	"kaiin/server/credential"
	"kaiin/server/secret"
	"kaiin/server/session"
	"kaiin/server/throttle"
)

// guessed are the counts of one try to log in.
type guessed struct {
	whose   []throttle.Guesses // of the account; counted before the secret is looked at, forgotten when it is right
	network throttle.Guesses   // of the network over all accounts; only what was wrong is counted
	known   bool               // the browser has logged in to the account before, or is a trusted device of it
	browser session.Familiar   // what the account knows of the browser
}

// guesses are the counts of one try to log in by the method to the account, which is nil when nobody has the identifier.
//
// A single network is slowed down after 10 wrong tries at an account, so that it cannot keep the member out elsewhere; all
// networks together after 30; and a network that tries one password on many accounts after 100. A browser that the account
// knows has a count of its own instead, so that nobody else can keep the member out of it (OWASP ASVS 6.1.1).
func (s *Service) guesses(ctx context.Context, a actor.Actor, row *ent.Account, identifier string, method string) (guessed, error) {
	what, id := "login unknown", uuid.Nil
	whom := strings.ToLower(identifier) + " " + method + " "
	if row != nil {
		what, whom, id = credential.LoginGuesses(row.ID), method+" ", row.ID
	}
	g := guessed{network: throttle.Guesses{Key: "login-from:" + a.Network(), Free: 100, Window: 30 * time.Minute}}
	var err error
	if g.browser, err = s.Session.Familiar(ctx, a, id); err != nil {
		return g, err
	}
	if g.known = g.browser.Known || g.browser.Trusted; g.known {
		token := a.KnownBrowser
		if !g.browser.Known {
			token = a.TrustedDevice
		}
		name := base64.RawURLEncoding.EncodeToString(secret.HashToken(token))
		g.whose = []throttle.Guesses{{Key: what + ":" + whom + "browser " + name, Free: 10, Window: 24 * time.Hour}}
		return g, nil
	}
	g.whose = []throttle.Guesses{
		{Key: what + ":" + whom + "network " + a.Network(), Free: 10, Window: 24 * time.Hour},
		{Key: what + ":" + whom + "anywhere", Free: 30, Window: 24 * time.Hour},
	}
	return g, nil
}

// count counts one try, before the secret is looked at. Fault: throttled.
func (s *Service) count(ctx context.Context, g guessed) error {
	all := g.whose
	if !g.known {
		network := g.network
		network.OnlyAsked = true
		all = append(slices.Clone(all), network)
	}
	return s.Throttle.CountGuess(ctx, all...)
}

// refuse notes a wrong try and returns the refusal. A try at nobody's account is noted as nobody's: it costs what others do.
func (s *Service) refuse(ctx context.Context, a actor.Actor, row *ent.Account, g guessed, try attempt, refusal error) error {
	whose := uuid.Nil
	if row != nil {
		whose = row.ID
	}
	if err := s.record(ctx, a, whose, try); err != nil {
		return err
	}
	if !g.known {
		if err := s.Throttle.CountGuess(ctx, g.network); err != nil {
			return err
		}
	}
	return refusal
}
