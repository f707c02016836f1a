package account

import (
	"context"
	"regexp"
	"strings"

	"kaiin/ent/account"
	"kaiin/schema"
	"kaiin/server/fault"
)

// emailForm is the form HTML gives to e-mail addresses, with at least one dot in the domain. Only ASCII passes, so that an
// address can neither be mistaken for another nor break out of a mail's header.
var emailForm = regexp.MustCompile(`^[A-Za-z0-9.!#$%&'*+/=?^_` + "`" + `{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$`)

// EmailKey is the address as it is compared.
func EmailKey(address string) string { return strings.ToLower(address) }

// IsEmail reports whether the text is an e-mail address Kaiin accepts.
func IsEmail(address string) bool {
	return len(address) <= schema.Rules().Email.Max && emailForm.MatchString(address)
}

// checkEmail records what is wrong with the address.
func checkEmail(wrong *fault.Fields, path, address string) {
	switch limit := schema.Rules().Email.Max; {
	case address == "":
		wrong.Add(path, "REQUIRED")
	case len(address) > limit:
		wrong.AddWith(path, "TOO_LONG", map[string]any{"max": limit})
	case !emailForm.MatchString(address):
		wrong.Add(path, "INVALID_FORMAT")
	}
}

// emailTaken reports whether a member has the address. Those who have left have it no more.
func (s *Service) emailTaken(ctx context.Context, address string) (bool, error) {
	return s.Store.Client(ctx).Account.Query().
		Where(account.EmailKey(EmailKey(address)), account.StatusNEQ(account.StatusWithdrawn)).Exist(ctx)
}

// codeEmailTaken and the text that goes with it are the specification's (G§8).
const codeEmailTaken = "ACCOUNT_ALREADY_EXISTS_EMAIL"

// EmailEditPath is where a member changes the address: the store's own page for it when it has one.
func (s *Service) EmailEditPath(ctx context.Context) (string, error) {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil || settings.EmailEditURL == "" {
		return emailEditPath, err
	}
	return settings.EmailEditURL, nil
}
