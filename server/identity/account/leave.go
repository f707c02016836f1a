package account

import (
	"context"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/ent/externalaccount"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/identity/session"
)

// Lock is the active account, which no other transaction changes until this one ends. What gives a
// member something that leaving takes away or must not happen after it (a purchase, a card, a
// linked account) takes this lock first, and so does leaving: one of the two comes first, and the
// other sees it. Fault: unauthenticated, for an account that is not active.
func (s *Service) Lock(ctx context.Context, id uuid.UUID) (*ent.Account, error) {
	row, err := s.LockAny(ctx, id)
	if err == nil && (row == nil || row.Status != account.StatusActive) {
		return nil, fault.Unauthenticated()
	}
	return row, err
}

// LockAny is Lock whatever the status of the account; nil where there is none.
func (s *Service) LockAny(ctx context.Context, id uuid.UUID) (*ent.Account, error) {
	if !store.InTx(ctx) {
		return nil, fmt.Errorf("account %s locked outside a transaction", id)
	}
	row, err := s.Store.Client(ctx).Account.Query().Where(account.ID(id)).ForUpdate().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// LockOwn is Lock for what the actor does to their own account. An act that began before the
// actor's session was ended does not happen after it: the session is locked, too, and does not end
// before the transaction. It costs one statement. Fault: unauthenticated, also for a session that
// has ended.
func (s *Service) LockOwn(ctx context.Context, a actor.Actor) (*ent.Account, error) {
	if !store.InTx(ctx) {
		return nil, fmt.Errorf("account %s locked outside a transaction", a.AccountID)
	}
	row, err := s.Store.Client(ctx).Account.Query().
		Where(account.ID(a.AccountID), account.StatusEQ(account.StatusActive), s.Session.Owner(a.SessionID)).
		ForUpdate(sql.WithLockClause(session.OwnerLock)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.Unauthenticated()
	}
	return row, err
}

// formerLife is how long a former member is told at a login that they have left.
const formerLife = 30 * 24 * time.Hour

// erased are the columns by which that is found out.
var erased = []string{
	account.FieldEmail, account.FieldEmailKey, account.FieldEmailVerifiedAt, account.FieldUserID, account.FieldUserIDKey,
	account.FieldPasswordHash, account.FieldPasswordUpdatedAt,
}

// Purge erases the addresses, user IDs and passwords of members who left 30 days ago. After that an
// account is nothing but the number under which the books are kept.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return s.Store.ClearBefore(ctx, account.Table, account.FieldWithdrawnAt, now.Add(-formerLife), erased, account.FieldErasedAt, now,
		"withdrawn_at IS NOT NULL", "erased_at IS NULL")
}

// Leave ends the account for good, deletes what was registered with it and unlinks its external
// accounts. What stays for 30 days is the address, the user ID and the password's hash: by them a
// former member is told that logging in is prohibited. Consents stay as evidence. It joins
// the caller's transaction, which holds the account's lock.
func (s *Service) Leave(ctx context.Context, id uuid.UUID) error {
	client, now := s.Store.Client(ctx), s.Clock.Now()
	err := client.Account.UpdateOneID(id).SetStatus(account.StatusWithdrawn).SetWithdrawnAt(now).SetUpdatedAt(now).
		ClearDefaultMultiFactorType().ClearPasswordMailedAt().ClearEmailChangedAt().ClearName().ClearNameKana().ClearFamilyName().ClearGivenName().
		ClearFamilyNameKana().ClearGivenNameKana().ClearNickname().ClearSex().ClearBirthday().ClearPhoneNumber().
		ClearCountry().ClearPrefecture().ClearPostalCode().ClearAddress().ClearAddress2().ClearCustom().ClearProfileImageURL().
		Exec(ctx)
	if err != nil {
		return err
	}
	_, err = client.ExternalAccount.Delete().Where(externalaccount.AccountID(id)).Exec(ctx)
	return err
}

// FreeIdentifiers takes the address and the user ID (each may be "") from accounts that have left,
// so that they can be registered again. It joins the transaction of the sign-up that registers
// them.
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
