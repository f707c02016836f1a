package newsletter

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	entaccount "kaiin/ent/account"
	"kaiin/server/actor"
	"kaiin/server/fault"
)

// The link by which a newsletter is stopped: how long it works, and how many that do not open a network may send an hour. One that opens is
// never turned away: many members' mail programs send theirs from one network.
const (
	linkLife       = 400 * 24 * time.Hour
	linksPerSource = 60
)

// sealing is the purpose under which the tokens of these links are sealed.
const sealing = "newsletter link"

// link is the token of the link in a mail to the member about the option. It is stored nowhere.
func (s *Service) link(accountID uuid.UUID, optionID string) string {
	data := binary.BigEndian.AppendUint64(accountID[:], uint64(s.Clock.Now().UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(s.Secrets.Seal(sealing, append(data, optionID...)))
}

// open reads a token; false for one that is made up or too old, which look the same.
func (s *Service) open(token string) (accountID uuid.UUID, optionID string, ok bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return accountID, "", false
	}
	data, err := s.Secrets.Open(sealing, sealed)
	if err != nil || len(data) < 24 {
		return accountID, "", false
	}
	issued := time.UnixMicro(int64(binary.BigEndian.Uint64(data[16:24])))
	return uuid.UUID(data[:16]), string(data[24:]), s.Clock.Now().Before(issued.Add(linkLife))
}

// State is how it stands with a link.
type State string

// States.
const (
	Open    State = "open"    // the newsletter can be stopped
	Stopped State = "stopped" // it does not come
	Broken  State = "broken"  // there is no such link, or it is too old
)

// Page is what a link shows.
type Page struct {
	State State
	Title string // of the newsletter; empty where the link is broken, or the store has it no more
}

// Page opens the page of a link. It changes nothing.
func (s *Service) Page(ctx context.Context, a actor.Actor, token string) (*Page, error) {
	accountID, optionID, ok := s.open(token)
	if !ok {
		return &Page{State: Broken}, nil
	}
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return nil, err
	}
	members, err := s.Account.ByID(ctx, accountID)
	if err != nil {
		return nil, err
	}
	agrees, err := s.Consent.Agrees(ctx, accountID, optionID)
	if err != nil {
		return nil, err
	}
	page := &Page{State: Stopped}
	if member := members[accountID]; agrees && member != nil && member.Status != entaccount.StatusWithdrawn {
		page.State = Open
	}
	if option := optionOf(settings, optionID); option != nil {
		page.Title = option.Title.In(a.Locale)
	}
	return page, nil
}

// Stop refuses the newsletter of a link for its member. Where that was done before, or the member has left, there is nothing to do. Faults:
// not found, for a link that is made up or too old; throttled.
func (s *Service) Stop(ctx context.Context, a actor.Actor, token string) error {
	accountID, optionID, ok := s.open(token)
	if !ok {
		if err := s.Throttle.Count(ctx, "newsletter-from:"+a.Network(), linksPerSource, time.Hour); err != nil {
			return err
		}
		return fault.NotFound()
	}
	a.AccountID = accountID
	return s.Consent.RefuseByLink(ctx, a, optionID)
}
