package account

import (
	"context"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/ent/accounttoken"
	"kaiin/ent/authcode"
	"kaiin/ent/backupcode"
	"kaiin/ent/externalaccount"
	"kaiin/ent/factor"
	"kaiin/ent/flow"
	"kaiin/ent/formerpassword"
	"kaiin/ent/predicate"
	"kaiin/ent/session"
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

// Close ends the account for good and deletes what it holds and what was registered with it. What stays is the address,
// the user ID and the password's hash: by them who comes back is told that logging in is prohibited, and payment
// records are found. Consents stay as evidence. It joins the caller's transaction, which holds the account's lock.
func (s *Service) Close(ctx context.Context, id uuid.UUID) error {
	client, now := s.Store.Client(ctx), s.Clock.Now()
	err := client.Account.UpdateOneID(id).SetStatus(account.StatusWithdrawn).SetWithdrawnAt(now).SetUpdatedAt(now).
		ClearDefaultMultiFactorType().ClearName().ClearNameKana().ClearFamilyName().ClearGivenName().
		ClearFamilyNameKana().ClearGivenNameKana().ClearNickname().ClearSex().ClearBirthday().ClearPhoneNumber().
		ClearCountry().ClearPrefecture().ClearPostalCode().ClearAddress().ClearAddress2().ClearCustom().ClearProfileImageURL().
		Exec(ctx)
	if err != nil {
		return err
	}
	for _, remove := range []func() (int, error){
		func() (int, error) { return client.Factor.Delete().Where(factor.AccountID(id)).Exec(ctx) },
		func() (int, error) { return client.BackupCode.Delete().Where(backupcode.AccountID(id)).Exec(ctx) },
		func() (int, error) {
			return client.ExternalAccount.Delete().Where(externalaccount.AccountID(id)).Exec(ctx)
		},
		func() (int, error) { return client.AccountToken.Delete().Where(accounttoken.AccountID(id)).Exec(ctx) },
		func() (int, error) {
			return client.FormerPassword.Delete().Where(formerpassword.AccountID(id)).Exec(ctx)
		},
		func() (int, error) { return client.AuthCode.Delete().Where(authcode.AccountID(id)).Exec(ctx) },
		func() (int, error) { return client.Flow.Delete().Where(flowOf(id)).Exec(ctx) },
	} {
		if _, err := remove(); err != nil {
			return err
		}
	}
	return nil
}

// flowOf selects the flows in the sessions of the account.
func flowOf(id uuid.UUID) predicate.Flow {
	return func(q *entsql.Selector) {
		sessions := entsql.Table(session.Table)
		own := entsql.Select(sessions.C(session.FieldID)).From(sessions).Where(entsql.EQ(sessions.C(session.FieldAccountID), id))
		q.Where(entsql.In(q.C(flow.FieldSessionID), own))
	}
}

// freeIdentifiers takes the address and the user ID, either of which may be "", from accounts that have left, so that they
// can be registered again. It joins the transaction of whoever registers them.
func (s *Service) freeIdentifiers(ctx context.Context, email, userID string) error {
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
