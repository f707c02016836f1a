package credential

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/accounttoken"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
)

// How long the links in mails work.
const (
	resetLife = 60 * time.Minute
	undoLife  = 72 * time.Hour
)

// keepLink stores a new link of the account and returns its secret, which is stored nowhere. with,
// unless nil, adds what its purpose needs.
func (s *Service) keepLink(ctx context.Context, accountID uuid.UUID, purpose accounttoken.Purpose, life time.Duration, with func(*ent.AccountTokenCreate)) (token string, err error) {
	token = secret.Token()
	now := s.Clock.Now()
	create := s.Store.Client(ctx).AccountToken.Create().SetCreatedAt(now).SetAccountID(accountID).SetPurpose(purpose).
		SetTokenHash(secret.HashToken(token)).SetExpiresAt(now.Add(life))
	if with != nil {
		with(create)
	}
	return token, create.Exec(ctx)
}

// lookupLink is the living link with the secret; nil when there is none.
func (s *Service) lookupLink(ctx context.Context, purpose accounttoken.Purpose, token string) (*ent.AccountToken, error) {
	row, err := s.Store.Client(ctx).AccountToken.Query().Where(
		accounttoken.TokenHash(secret.HashToken(token)), accounttoken.PurposeEQ(purpose),
		accounttoken.UsedAtIsNil(), accounttoken.VoidedAtIsNil(), accounttoken.ExpiresAtGT(s.Clock.Now()),
	).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// repeatable is how long the same call once more is answered as the first was, which may have been
// lost or be still on its way.
const repeatable = 5 * time.Minute

// usedLink is the link with the secret that was used a moment ago, and the active account it is
// for; nil when there is none.
func (s *Service) usedLink(ctx context.Context, purpose accounttoken.Purpose, token string) (*ent.AccountToken, *ent.Account, error) {
	link, err := s.Store.Client(ctx).AccountToken.Query().Where(
		accounttoken.PurposeEQ(purpose), accounttoken.TokenHash(secret.HashToken(token)), accounttoken.UsedAtGT(s.Clock.Now().Add(-repeatable)),
	).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	row, err := s.Account.Find(ctx, link.AccountID)
	if fault.Is(err, fault.CodeNotFound) || err == nil && row.Status != entaccount.StatusActive {
		return nil, nil, nil
	}
	return link, row, err
}

// spendLink locks the account of a link and uses the link up together with what it is good for: of
// several transactions that try, one succeeds. The others get over, like those who come when the
// account has gone.
func (s *Service) spendLink(ctx context.Context, link *ent.AccountToken, over error) (*ent.Account, error) {
	row, err := s.Account.Lock(ctx, link.AccountID)
	if fault.Is(err, fault.CodeUnauthenticated) {
		return nil, over
	}
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	spent, err := s.Store.Client(ctx).AccountToken.Update().
		Where(accounttoken.ID(link.ID), accounttoken.UsedAtIsNil(), accounttoken.VoidedAtIsNil(), accounttoken.ExpiresAtGT(now)).
		SetUsedAt(now).ClearPasswordHash().Save(ctx)
	if err == nil && spent == 0 {
		return nil, over
	}
	return row, err
}

// voidLinks ends the account's links of the purpose.
func (s *Service) voidLinks(ctx context.Context, accountID uuid.UUID, purpose accounttoken.Purpose) error {
	return s.Store.Client(ctx).AccountToken.Update().
		Where(accounttoken.AccountID(accountID), accounttoken.PurposeEQ(purpose), accounttoken.UsedAtIsNil(), accounttoken.VoidedAtIsNil()).
		SetVoidedAt(s.Clock.Now()).ClearPasswordHash().Exec(ctx)
}
