package login

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/session"
)

// attemptCounts are the counts of one try to log in.
type attemptCounts struct {
	whose   []throttle.Guesses // of the account; counted before the secret is looked at, forgotten when it is right
	every   throttle.Guesses   // every try, right or wrong, at any account; never forgotten
	network throttle.Guesses   // of the network over all accounts; only what was wrong is counted
	own     string             // the browser that the account knows, or its member's session, which is counted alone; else ""
	lane    credential.Lane    // where the password waits for its turn
	browser session.Familiar   // what the account knows of the browser
}

// guesses are the counts of one try to log in to the account, which is nil when no account has the
// identifier. Password and mailed code share them.
//
// A single network is slowed down after 10 wrong tries at a name, so that it cannot keep the member
// out elsewhere; all networks together after 30; and a network that tries one password on many
// accounts after 100. A name is what was typed, address or user ID, whether an account has it or
// not: a refusal under one name must not tell that another name is the same account, so an account
// with both gets twice the tries. A browser that the account knows, and a session of its own
// member, has a count of its own instead, so that no stranger can keep the member out of it (OWASP
// ASVS 6.1.1). At any other account a member is a stranger.
//
// How often passwords may be looked at at all, right ones too, is counted beside: 100 times in half
// an hour by a member, in all such browsers and sessions together, since a right password gives a
// fresh one of each; 1,000 times in a network. Each look costs as much as many pages.
func (s *Service) guesses(ctx context.Context, a actor.Actor, row *ent.Account, identifier string) (attemptCounts, error) {
	what, id := "login unknown", uuid.Nil
	if row != nil {
		what, id = credential.LoginGuesses(row.ID), row.ID
	}
	var g attemptCounts
	var err error
	if g.browser, err = s.Session.Familiar(ctx, a, id); err != nil {
		return g, err
	}
	if a.SignedIn() && a.AccountID == id {
		g.own = "session " + a.SessionID.String()
	} else if name := g.browser.Name(a); name != "" {
		g.own = "browser " + name
	}
	if g.own != "" {
		g.whose = []throttle.Guesses{{Key: what + ":" + g.own, Free: 10, Window: 24 * time.Hour}}
		g.lane = credential.LaneOfMember(id)
		g.every = throttle.Guesses{Key: "login-tries:" + string(g.lane), Free: 100, Window: 30 * time.Minute}
		return g, nil
	}
	name := strings.ToLower(identifier)
	g.lane = credential.LaneOf(actor.Actor{IP: a.IP, Behind: a.Behind})
	g.whose = []throttle.Guesses{
		{Key: what + ":" + name + " network " + a.Network(), Free: 10, Window: 24 * time.Hour},
		{Key: what + ":" + name + " anywhere", Free: 30, Window: 24 * time.Hour},
	}
	g.every = throttle.Guesses{Key: "login-tries:network " + a.Network(), Free: 1000, Window: 30 * time.Minute}
	g.network = throttle.Guesses{Key: "login-from:" + a.Network(), Free: 100, Window: 30 * time.Minute}
	return g, nil
}

// count counts one try, before the secret is looked at. Fault: throttled.
func (s *Service) count(ctx context.Context, g attemptCounts) error {
	all := append(slices.Clone(g.whose), g.every)
	if g.own == "" {
		network := g.network
		network.OnlyAsked = true
		all = append(all, network)
	}
	return s.Throttle.CountGuess(ctx, all...)
}

// matches compares a password that was counted. It waits in the lane of the member whose it is,
// where the browser or the session is theirs, else in that of the network.
func (s *Service) matches(ctx context.Context, g attemptCounts, hash *string, password string) (bool, error) {
	return s.Credential.Passwords.Matches(ctx, g.lane, hash, password)
}

// refuse notes a wrong try and returns the refusal. A try at an unknown account is noted without
// one: it costs what other tries do.
func (s *Service) refuse(ctx context.Context, a actor.Actor, row *ent.Account, g attemptCounts, try attempt, refusal error) error {
	whose := uuid.Nil
	if row != nil {
		whose = row.ID
	}
	if err := s.record(ctx, a, whose, try); err != nil {
		return err
	}
	if g.own == "" {
		if err := s.Throttle.CountGuess(ctx, g.network); err != nil {
			return err
		}
	}
	return refusal
}
