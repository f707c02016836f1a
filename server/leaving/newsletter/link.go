package newsletter

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/identity/account"
)

// The link by which a newsletter is stopped: how long it works, and how many that do not open a
// network may send an hour. One that opens is never turned away: many members' mail programs send
// theirs from one network.
const (
	linkLife       = 400 * 24 * time.Hour
	linksPerSource = 60
)

// sealing is the purpose under which the tokens of these links are sealed, and formerSealing that
// of before they knew their address.
const (
	sealing       = "newsletter link to an address"
	formerSealing = "newsletter link"
)

// link is the token of the link in a mail to the member about the option. It is stored nowhere, and
// dies with the address it is sent to.
func (s *Service) link(accountID uuid.UUID, address, optionID string) string {
	return account.SealMailLink(s.Secrets, sealing, accountID, address, s.Clock.Now(), optionID)
}

// open reads a token, which is of an account and, with More, of an option; false for one that is
// made up or too old, which look the same.
func (s *Service) open(token string) (l account.MailLink, ok bool) {
	l, ok = account.OpenMailLink(s.Secrets, sealing, formerSealing, token)
	return l, ok && s.Clock.Now().Before(l.Issued.Add(linkLife))
}

// living is the member of a link; nil for one who has left or was never there. It is false where
// the member has another address by now: then the newsletter goes there, with a link of its own.
func (s *Service) living(ctx context.Context, l account.MailLink) (member *ent.Account, ok bool, err error) {
	members, err := s.Account.ByID(ctx, l.Of)
	member = members[l.Of]
	if err != nil || member == nil || member.Status == entaccount.StatusWithdrawn {
		return nil, true, err
	}
	return member, l.IsSentTo(member), nil
}

// State is the state of a link.
type State string

// States.
const (
	Open    State = "open"    // the newsletter can be stopped
	Stopped State = "stopped" // it does not come
	Broken  State = "broken"  // there is no such link, it is too old, or its address is the member's no more
)

// Page is what a link shows.
type Page struct {
	State State
	Title string // of the newsletter; empty where the link is broken, or the store has it no more
}

// Page opens the page of a link. It changes nothing.
func (s *Service) Page(ctx context.Context, a actor.Actor, token string) (*Page, error) {
	l, ok := s.open(token)
	if !ok {
		return &Page{State: Broken}, nil
	}
	member, ok, err := s.living(ctx, l)
	if err != nil {
		return nil, err
	}
	if !ok {
		return &Page{State: Broken}, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	agrees, err := s.Consent.Agrees(ctx, l.Of, l.More)
	if err != nil {
		return nil, err
	}
	page := &Page{State: Stopped}
	if agrees && member != nil {
		page.State = Open
	}
	if option := optionOf(settings, l.More); option != nil {
		page.Title = option.Title.In(a.Locale)
	}
	return page, nil
}

// Stop refuses the newsletter of a link for its member. Where that was done before, or the member
// has left, there is nothing to do. Faults: not found, for a link that is made up, too old, or was
// sent to a former address; throttled.
func (s *Service) Stop(ctx context.Context, a actor.Actor, token string) error {
	l, ok := s.open(token)
	if !ok {
		if err := s.Throttle.Count(ctx, "newsletter-from:"+a.Network(), linksPerSource, time.Hour); err != nil {
			return err
		}
		return fault.NotFound()
	}
	if _, ok, err := s.living(ctx, l); err != nil || !ok {
		return cmp.Or(err, error(fault.NotFound()))
	}
	a.AccountID = l.Of
	return s.Consent.RefuseByLink(ctx, a, l.More)
}
