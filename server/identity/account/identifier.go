package account

import (
	"context"
	"strings"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/ent/predicate"
)

// LookupByIdentifier is the account somebody means by what they log in with: an email address when
// it holds an '@', else a user ID, both without case; nil when there is none. What else is read
// with it is in the values of the row.
func (s *Service) LookupByIdentifier(ctx context.Context, identifier string, with ...predicate.Account) (*ent.Account, error) {
	var by predicate.Account
	switch {
	case strings.Contains(identifier, "@") && IsEmail(identifier):
		by = account.EmailKey(EmailKey(identifier))
	case alphanumeric.MatchString(identifier):
		by = account.UserIDKey(UserIDKey(identifier))
	default:
		return nil, nil
	}
	row, err := s.Store.Client(ctx).Account.Query().Where(by).Where(with...).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// IdentifierOf is what the member logs in with: the address, else the user ID; empty for one who
// has neither, and comes by another service.
func IdentifierOf(row *ent.Account) string {
	switch {
	case row.Email != nil:
		return *row.Email
	case row.UserID != nil:
		return *row.UserID
	}
	return ""
}
