package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/ent/externalaccount"
	"kaiin/server/fault"
	"kaiin/server/store"
)

// Lock is the active account, which nobody else changes until the transaction ends. What gives a member something that
// leaving takes away or must not happen after it (a purchase, a card, a linked account) takes this lock first, and so does
// leaving: one of the two comes first, and the other sees it. Fault: unauthenticated, for an account that is not active.
func (s *Service) Lock(ctx context.Context, id uuid.UUID) (*ent.Account, error) {
	if !store.InTx(ctx) {
		return nil, fmt.Errorf("account %s locked outside a transaction", id)
	}
	row, err := s.Store.Client(ctx).Account.Query().Where(account.ID(id)).ForUpdate().Only(ctx)
	if ent.IsNotFound(err) || (err == nil && row.Status != account.StatusActive) {
		return nil, fault.Unauthenticated()
	}
	return row, err
}

// Leave ends the account for good, deletes what was registered with it and unlinks its external accounts. What stays is the
// address, the user ID and the password's hash: by them a former member is told that logging in is prohibited, and payment
// records are found. Consents stay as evidence. It joins the caller's transaction, which holds the account's lock.
func (s *Service) Leave(ctx context.Context, id uuid.UUID) error {
	client, now := s.Store.Client(ctx), s.Clock.Now()
	err := client.Account.UpdateOneID(id).SetStatus(account.StatusWithdrawn).SetWithdrawnAt(now).SetUpdatedAt(now).
		ClearDefaultMultiFactorType().ClearPasswordMailedAt().ClearName().ClearNameKana().ClearFamilyName().ClearGivenName().
		ClearFamilyNameKana().ClearGivenNameKana().ClearNickname().ClearSex().ClearBirthday().ClearPhoneNumber().
		ClearCountry().ClearPrefecture().ClearPostalCode().ClearAddress().ClearAddress2().ClearCustom().ClearProfileImageURL().
		Exec(ctx)
	if err != nil {
		return err
	}
	_, err = client.ExternalAccount.Delete().Where(externalaccount.AccountID(id)).Exec(ctx)
	return err
}

// FreeIdentifiers takes the address and the user ID, either of which may be "", from accounts that have left, so that they
// can be registered again. It joins the transaction of the sign-up that registers them.
func (s *Service) FreeIdentifiers(ctx context.Context, email, userID string) error {
	client := s.Store.Client(ctx)
	if email != "" {
		err := client.Account.Update().Where(account.EmailKey(EmailKey(email)), account.StatusEQ(account.StatusWithdrawn)).
			ClearEmailKey().Exec(ctx)
		if err != nil {
			return err
		}
	}
	if userID == "" {
		return nil
	}
	return client.Account.Update().Where(account.UserIDKey(UserIDKey(userID)), account.StatusEQ(account.StatusWithdrawn)).
		ClearUserIDKey().Exec(ctx)
}
