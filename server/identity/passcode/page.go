package passcode

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
)

// Page is what a page tells of the code it asks for.
type Page struct {
	SendTo   string // the address it proves; "" on a page without a code
	Sent     bool   // one was sent there and can still be entered
	Called   settings.CodePurpose
	ResendAt *time.Time // when another one may be sent; nil: none was sent
}

// untouched is how long a page that mails a code when it is opened leaves the former one alone:
// until a resend is suggested. Else a page that the browser loads again, because the member
// went to read the mail, would void that very code.
const untouched = 5 * time.Minute

// OpenPage is PageOf for a page that mails a code when it is opened, unless one was mailed a short
// while ago and still works. Where no more may be sent now the page opens without. So does one to
// which another site has led: a link there must not have mails sent, and the member presses resend.
// A login that waits for its second factor may come from another site, that of an external account,
// and its code is sent all the same.
func (s *Service) OpenPage(ctx context.Context, a actor.Actor, to Scope) (Page, error) {
	last, err := s.last(ctx, to)
	if err != nil {
		return Page{}, err
	}
	waits := s.works(last) && s.Clock.Now().Before(last.CreatedAt.Add(untouched))
	factor := to.Purpose == authcode.PurposeMultiFactorEmail || to.Purpose == authcode.PurposeMultiFactorSms
	if !waits && (factor || !a.CrossSite) {
		if err := s.Mail(ctx, a, to); err != nil && !fault.Is(err, fault.TooManyRequests) && !fault.Is(err, fault.Undeliverable) {
			return Page{}, err
		}
	}
	return s.PageOf(ctx, to)
}

// PageOf is what a page tells of the code of the scope, when it was sent included.
func (s *Service) PageOf(ctx context.Context, to Scope) (Page, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Page{}, err
	}
	page := Page{SendTo: to.Address, Called: settings.AuthCodes.Of(to.Purpose)}
	last, err := s.last(ctx, to)
	if last != nil {
		resendAt := last.CreatedAt.Add(ResendWait())
		page.ResendAt = &resendAt
	}
	if err != nil || !s.works(last) {
		return page, err
	}
	lost, err := s.lost(ctx, to, last)
	page.Sent = !lost
	return page, err
}

// works holds for a code that can still be entered.
func (s *Service) works(code *ent.AuthCode) bool {
	return code != nil && code.UsedAt == nil && code.VoidedAt == nil && code.Tries < tries && s.Clock.Now().Before(code.ExpiresAt)
}

// Waits reports whether a code of the scope can still be tried.
func (s *Service) Waits(ctx context.Context, to Scope) (bool, error) {
	last, err := s.last(ctx, to)
	return s.works(last), err
}

// Mail mails a new code of the scope. Fault: throttled.
func (s *Service) Mail(ctx context.Context, a actor.Actor, to Scope) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	if err := s.Allow(ctx, a, to); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		return s.Send(ctx, a, to, settings.AuthCodes.Of(to.Purpose))
	})
}

// last is the newest code of the scope, working or not; nil when none was made.
func (s *Service) last(ctx context.Context, to Scope) (*ent.AuthCode, error) {
	row, err := s.Store.Client(ctx).AuthCode.Query().
		Where(authcode.SessionID(to.SessionID), authcode.PurposeEQ(to.Purpose), authcode.EmailKey(key(to.Address))).
		Order(authcode.ByCreatedAt(sql.OrderDesc())).First(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}
