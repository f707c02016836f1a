package passcode

import (
	"context"
	"strings"

	"kaiin/ent/authcode"
	"kaiin/server/actor"
)

// How many codes a day are sent. Package documentation says who shares which.
const (
	perMailbox = 20   // by everybody who types the address, for each purpose
	perNetwork = 1000 // by visitors of a network; many phones of a carrier share one address
	perAccount = 20   // by a member, for each purpose
	perTarget  = 5    // by one member to one address or number that nobody has proved
)

// budget is how many codes a day may be counted under a key.
type budget struct {
	key string
	max int
}

// budgets are what a code of the scope is counted under.
func budgets(a actor.Actor, to Scope) []budget {
	purpose, account := string(to.Purpose), to.AccountID.String()
	anybody := budget{"code-to:" + purpose + " " + Mailbox(to.Address), perMailbox}
	switch to.Purpose {
	case authcode.PurposeSignUp, authcode.PurposeLogin:
		if to.Browser != "" {
			return []budget{{"code-known:" + purpose + " " + to.Browser, perAccount}}
		}
		return []budget{anybody, {"code-from:" + a.Network(), perNetwork}}
	case authcode.PurposeMailEdit, authcode.PurposePhoneSetting:
		return []budget{
			{"code-by:" + purpose + " " + account, perAccount},
			{"code-target:" + purpose + " " + account + " " + Mailbox(to.Address), perTarget},
			anybody,
		}
	case authcode.PurposeWithdraw:
		return []budget{{"code-leave:" + to.SessionID.String(), perAccount}}
	default:
		return []budget{{"code-of:" + purpose + " " + account, perAccount}}
	}
}

// Allow counts one more code for the scope. Fault: throttled, within 30 seconds of the last one, or when too many were sent today.
func (s *Service) Allow(ctx context.Context, a actor.Actor, to Scope) error {
	resend := "code-resend:" + string(to.Purpose) + " " + to.SessionID.String() + " " + key(to.Address)
	if err := s.Throttle.Count(ctx, resend, 1, ResendWait()); err != nil {
		return err
	}
	for _, b := range budgets(a, to) {
		if err := s.Throttle.Count(ctx, b.key, b.max, Day); err != nil {
			return err
		}
	}
	return nil
}

// Mailbox is whose mail an address is, as mails are counted: without case, and without what follows a plus sign, which most
// providers deliver to the same person. Anything else is the text without case.
func Mailbox(address string) string {
	address = key(address)
	local, domain, isMail := strings.Cut(address, "@")
	if tagged := strings.IndexByte(local, '+'); isMail && tagged > 0 {
		return local[:tagged] + "@" + domain
	}
	return address
}
