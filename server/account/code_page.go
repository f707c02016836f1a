package account

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/fault"
)

// CodePage is what a page tells of the code it asks for.
type CodePage struct {
	SendTo   string // where it went; "" on a page without a code
	Called   catalog.CodePurpose
	ResendAt *time.Time // when another one may be sent; nil: none was sent
}

// untouched is how long a page that mails a code when it is opened leaves the former one alone: until a resend is suggested
// . Else a page that the browser loads again, because the member went to read the mail, would void that very code.
const untouched = 5 * time.Minute

// openCode is codePage for a page that mails a code when it is opened, unless one was mailed a short while ago and still works.
// Where no more may be sent now the page opens without.
func (s *Service) openCode(ctx context.Context, a actor.Actor, to CodeScope) (CodePage, error) {
	last, err := s.lastCode(ctx, to)
	if err != nil {
		return CodePage{}, err
	}
	now := s.Clock.Now()
	waits := last != nil && last.UsedAt == nil && last.VoidedAt == nil && last.Tries < codeTries &&
		now.Before(last.ExpiresAt) && now.Before(last.CreatedAt.Add(untouched))
	if !waits {
		if err := s.mailCode(ctx, a, to); err != nil && !fault.Is(err, fault.CodeThrottled) {
			return CodePage{}, err
		}
	}
	return s.codePage(ctx, to)
}

// codePage is what a page tells of the code of the scope, when it was sent included.
func (s *Service) codePage(ctx context.Context, to CodeScope) (CodePage, error) {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return CodePage{}, err
	}
	page := CodePage{SendTo: to.Address, Called: settings.AuthCodes.Of(string(to.Purpose))}
	last, err := s.lastCode(ctx, to)
	if last != nil {
		resendAt := last.CreatedAt.Add(resendWait())
		page.ResendAt = &resendAt
	}
	return page, err
}

// mailCode mails a new code of the scope. Fault: throttled.
func (s *Service) mailCode(ctx context.Context, a actor.Actor, to CodeScope) error {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return err
	}
	if err := s.AllowCode(ctx, a, to); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		return s.SendCode(ctx, a, to, settings.AuthCodes.Of(string(to.Purpose)))
	})
}

// lastCode is the newest code of the scope, working or not; nil when none was made.
func (s *Service) lastCode(ctx context.Context, to CodeScope) (*ent.AuthCode, error) {
	row, err := s.Store.Client(ctx).AuthCode.Query().
		Where(authcode.SessionID(to.SessionID), authcode.PurposeEQ(to.Purpose), authcode.EmailKey(EmailKey(to.Address))).
		Order(authcode.ByCreatedAt(sql.OrderDesc())).First(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// ResendCode mails a code once more, of the purpose mailEdit, mailVerify or passwordSetting, to the address it is about: no
// other can be given.
//
// Faults: INVALID_CHOICE on type; a broken flow, without a change of the address under way; PASSWORD_ALREADY_SET,
// EMAIL_ALREADY_VERIFIED, EMAIL_NOT_SET where there is nothing to prove; those of NeedsFresh for a first password; throttled.
func (s *Service) ResendCode(ctx context.Context, a actor.Actor, purpose string) error {
	row, err := s.Find(ctx, a.AccountID)
	if err != nil {
		return err
	}
	switch authcode.Purpose(purpose) {
	case authcode.PurposeMailEdit:
		return s.resendEmailEdit(ctx, a)
	case authcode.PurposeMailVerify:
		switch {
		case row.Email == nil:
			return fault.Precondition(codeNoEmail)
		case row.EmailVerifiedAt != nil:
			return fault.Precondition(codeVerified)
		}
		return s.mailCode(ctx, a, verifyCode(a, row))
	case authcode.PurposePasswordSetting:
		if err := a.NeedsFresh(s.Clock.Now()); err != nil {
			return err
		}
		if _, err := s.passwords(ctx); err != nil {
			return err
		}
		switch {
		case row.Email == nil:
			return fault.Precondition(codeNoEmail)
		case row.PasswordHash != nil:
			return fault.Precondition("PASSWORD_ALREADY_SET")
		}
		return s.mailCode(ctx, a, firstPasswordCode(a, row))
	}
	return fault.Invalid("INVALID_CHOICE", "type")
}
