package passcode

import (
	"context"
	"strings"
	"time"

	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
)

// How many codes a day are sent. The docstring of the package says which codes share a
// count.
const (
	perMailbox = 20   // by everybody who types the address, for each purpose
	perNetwork = 1000 // by visitors of a network; many phones of a carrier share one address
	perAccount = 20   // by a member, for each purpose
	perTarget  = 5    // by one member to one address or number that they have not proved
	perSpare   = 100  // login codes to a mailbox or an account once it has had those of the day
)

// budget is how many codes may be counted under a key in a window.
type budget struct {
	key    string
	max    int
	window time.Duration

	spare string // whose spare codes go out once this is used up; "": none do
}

// budgets are what a code of the scope is counted under, in this order. A visitor's network comes
// first: once it has used up its codes, what its visitors type leaves nothing behind.
func budgets(a actor.Actor, to Scope) []budget {
	purpose, account := string(to.Purpose), to.AccountID.String()
	resend := budget{key: "code-resend:" + purpose + " " + to.SessionID.String() + " " + key(to.Address), max: 1, window: ResendWait()}
	anybody := aDay("code-to:"+purpose+" "+Mailbox(to.Address), perMailbox)
	if to.Purpose == authcode.PurposeLogin {
		anybody.spare = "mailbox " + Mailbox(to.Address)
	}
	switch to.Purpose {
	case authcode.PurposeSignUp, authcode.PurposeLogin:
		if to.Browser != "" {
			return []budget{resend, aDay("code-known:"+purpose+" "+to.Browser, perAccount)}
		}
		return []budget{aDay("code-from:"+a.Network(), perNetwork), resend, anybody}
	case authcode.PurposeMailEdit, authcode.PurposePhoneSetting:
		return []budget{
			resend,
			aDay(codesBy(to.Purpose, account), perAccount),
			aDay("code-target:"+purpose+" "+account+" "+Mailbox(to.Address), perTarget),
			anybody,
		}
	case authcode.PurposeWithdraw:
		return []budget{resend, aDay("code-leave:"+to.SessionID.String(), perAccount)}
	default:
		return []budget{resend, aDay(codesOf(to.Purpose, account), perAccount)}
	}
}

func aDay(key string, most int) budget { return budget{key: key, max: most, window: Day} }

// Allow counts one more code for the scope. Faults: UNDELIVERABLE, once for a code that could not
// be delivered, before another one goes to the same address; throttled, within 30 seconds of the
// last one, or when too many were sent today.
func (s *Service) Allow(ctx context.Context, a actor.Actor, to Scope) error {
	if err := s.tellUndelivered(ctx, to); err != nil {
		return err
	}
	for _, b := range budgets(a, to) {
		err := s.Throttle.Count(ctx, b.key, b.max, b.window)
		if b.spare != "" && fault.Is(err, fault.TooManyRequests) {
			err = s.AllowSpare(ctx, a.Network(), b.spare)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// AllowSpare counts a login code that goes out although whose has had those of the day: one an hour
// for each network that asks. A code may be the only way in, and those of the day are asked for by
// anybody. Fault: throttled.
func (s *Service) AllowSpare(ctx context.Context, network, whose string) error {
	if err := s.Throttle.Count(ctx, "code-spare:"+whose+" "+network, 1, time.Hour); err != nil {
		return err
	}
	return s.Throttle.Count(ctx, "code-spares:"+whose, perSpare, Day)
}

// Mailbox is whose mail an address is, as mails are counted: without case, and without what
// follows a plus sign, which most providers deliver to the same person. Anything else is the text
// without case.
func Mailbox(address string) string {
	address = key(address)
	local, domain, isMail := strings.Cut(address, "@")
	if tagged := strings.IndexByte(local, '+'); isMail && tagged > 0 {
		return local[:tagged] + "@" + domain
	}
	return address
}
