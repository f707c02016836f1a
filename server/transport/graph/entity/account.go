package entity

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"kaiin/ent"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
)

// Account is a member: the account's row, and its second factors, which are loaded once, when the
// first field asks for them. Lists that belong to a member are fields with a resolver of their own.
type Account struct {
	*ent.Account
	factors func() (credential.Factors, error)
}

// UserIdentifier is something the member can be found by when logging in.
type UserIdentifier struct{ UserIdentifierType string }

// NewAccount is the member of the row; load reads the second factors.
func NewAccount(row *ent.Account, load func() (credential.Factors, error)) *Account {
	return &Account{Account: row, factors: sync.OnceValues(load)}
}

func (a *Account) AuthID() string                { return a.ID.String() }
func (a *Account) ContactEmail() *string         { return a.Email }
func (a *Account) IsEmailVerified() bool         { return a.EmailVerifiedAt != nil }
func (a *Account) EmailVerifiedDate() *time.Time { return a.EmailVerifiedAt }
func (a *Account) IsEnabledPassword() bool       { return a.PasswordHash != nil }

// DisplayName is what the member is addressed by; nil when nothing is known.
func (a *Account) DisplayName() *string {
	if name := account.DisplayName(a.Account); name != "" {
		return &name
	}
	return nil
}

// UserIdentifiers are what the member can be found by when logging in, beside the user ID.
func (a *Account) UserIdentifiers() []UserIdentifier {
	if a.Email == nil {
		return []UserIdentifier{}
	}
	return []UserIdentifier{{UserIdentifierType: "Email"}}
}

// MultiFactorType are the enabled second factors, in the store's order.
func (a *Account) MultiFactorType(context.Context) ([]credential.FactorKind, error) {
	factors, err := a.factors()
	return append([]credential.FactorKind{}, factors.Types...), err
}

// IsEnabledMultiFactor reports whether a login asks for a second factor.
func (a *Account) IsEnabledMultiFactor(context.Context) (bool, error) {
	factors, err := a.factors()
	return len(factors.Types) > 0, err
}

// BackupCodesLeft is how many backup codes are not used yet.
func (a *Account) BackupCodesLeft(context.Context) (int, error) {
	factors, err := a.factors()
	return factors.BackupCodes, err
}

// CustomValue is what was given to a field of the store's own.
type CustomValue struct{ ID, Value string }

// CustomValues are the values by the ids of their fields, in an order that stays.
func CustomValues(custom map[string]string) []*CustomValue {
	values := []*CustomValue{}
	for _, id := range slices.Sorted(maps.Keys(custom)) {
		values = append(values, &CustomValue{ID: id, Value: custom[id]})
	}
	return values
}

// CustomAssociatedInfo is what was given to the store's own fields.
func (a *Account) CustomAssociatedInfo() []*CustomValue { return CustomValues(a.Custom) }
