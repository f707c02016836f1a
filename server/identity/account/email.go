package account

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/schema"
	"kaiin/server/base/fault"
)

// emailForm is the form HTML gives to email addresses, with at least one dot in the domain.
// Only ASCII passes, so that an address can neither be mistaken for another nor break out of a
// mail's header.
var emailForm = regexp.MustCompile(`^[A-Za-z0-9.!#$%&'*+/=?^_` + "`" + `{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$`)

// EmailKey is the address as it is compared.
func EmailKey(address string) string { return strings.ToLower(address) }

// IsEmail reports whether the text is an email address Kaiin accepts.
func IsEmail(address string) bool {
	return len(address) <= schema.Rules().Email.Max && emailForm.MatchString(address)
}

// CheckEmail records what is wrong with the address.
func CheckEmail(wrong *fault.Fields, path, address string) {
	switch limit := schema.Rules().Email.Max; {
	case address == "":
		wrong.Add(path, fault.Required)
	case len(address) > limit:
		wrong.AddWith(path, fault.TooLong, map[string]any{"max": limit})
	case !emailForm.MatchString(address):
		wrong.Add(path, fault.InvalidFormat)
	}
}

// EmailTaken reports whether a member has the address. Those who have left have it no more.
func (s *Service) EmailTaken(ctx context.Context, address string) (bool, error) {
	return s.Store.Client(ctx).Account.Query().
		Where(account.EmailKey(EmailKey(address)), account.StatusNEQ(account.StatusWithdrawn)).Exist(ctx)
}

// SetEmail gives the account an address that has just been proved, which those who have left lose
// with it; changed is when it came in place of another one, nil where it is the first, or comes
// back. It joins the caller's transaction.
func (s *Service) SetEmail(ctx context.Context, id uuid.UUID, address string, changed *time.Time) error {
	if err := s.FreeIdentifiers(ctx, address, ""); err != nil {
		return err
	}
	now := s.Clock.Now()
	update := s.Store.Client(ctx).Account.UpdateOneID(id).SetEmail(address).SetEmailKey(EmailKey(address)).SetEmailVerifiedAt(now).SetUpdatedAt(now)
	if changed == nil {
		update.ClearEmailChangedAt()
	}
	return update.SetNillableEmailChangedAt(changed).Exec(ctx)
}

// CheckTypedEmail records what is wrong with an address where it is all that is asked for.
func CheckTypedEmail(wrong *fault.Fields, email string) {
	var form fault.Fields
	CheckEmail(&form, "email", email)
	for _, field := range form {
		switch field.Code {
		case fault.Required:
			wrong.Add("email", fault.EmailRequired)
		case fault.InvalidFormat:
			wrong.Add("email", fault.EmailInvalid)
		default:
			*wrong = append(*wrong, field)
		}
	}
}

// HasVerifiedEmail holds for an account with an address that was proved to be the member's.
func HasVerifiedEmail(row *ent.Account) bool { return row.Email != nil && row.EmailVerifiedAt != nil }
