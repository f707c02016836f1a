package account

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/externalaccount"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
)

// External is an account at another provider: its type, such as LINE, and the subject the
// provider knows it by. Nothing else identifies it, least of all an address (RFC 9700, OpenID
// Connect Core 5.7).
type External struct{ Type, Subject string }

// LookupByExternal is the account the external one is linked to; nil when it is linked to none.
func (s *Service) LookupByExternal(ctx context.Context, e External) (*ent.Account, error) {
	row, err := s.Store.Client(ctx).ExternalAccount.Query().
		Where(externalaccount.Type(e.Type), externalaccount.Subject(e.Subject)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.Find(ctx, row.AccountID)
}

// LinkedTypes are the types of the external accounts that are linked to the account.
func (s *Service) LinkedTypes(ctx context.Context, accountID uuid.UUID) ([]string, error) {
	return s.Store.Client(ctx).ExternalAccount.Query().Where(externalaccount.AccountID(accountID)).
		Order(externalaccount.ByCreatedAt()).Select(externalaccount.FieldType).Strings(ctx)
}

// LinkExternal lets the member log in with the external account from now on. Linking it twice is
// no error.
//
// Faults: ACCOUNT_ALREADY_EXISTS when it is linked to another account, or another one of its
// provider to this; unauthenticated; REAUTHENTICATION_REQUIRED.
func (s *Service) LinkExternal(ctx context.Context, a actor.Actor, e External) error {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return err
	}
	taken := fault.Conflict(fault.AccountAlreadyExists)
	owner, err := s.LookupByExternal(ctx, e)
	switch {
	case err != nil:
		return err
	case owner != nil && owner.ID == a.AccountID:
		return nil
	case owner != nil:
		return taken
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		if err := s.Link(ctx, row.ID, e); err != nil {
			return err
		}
		return s.notifyExternal(ctx, row, e.Type, true)
	})
	if store.Violates(err, "external_accounts_subject_key") || store.Violates(err, "external_accounts_account_key") {
		return taken
	}
	return err
}

// Link makes the external account one of the account's. It joins the caller's transaction; who
// violates its unique indexes is the caller's to tell.
func (s *Service) Link(ctx context.Context, accountID uuid.UUID, e External) error {
	return s.Store.Client(ctx).ExternalAccount.Create().SetCreatedAt(s.Clock.Now()).
		SetAccountID(accountID).SetType(e.Type).SetSubject(e.Subject).Exec(ctx)
}

// UnlinkExternal takes the external account of the type off the member's account and ends the other
// sessions, since it may have opened some of them.
//
// Faults: LOGGED_IN_WITH_IT for the one of the present login; LAST_LOGIN_METHOD
// when the account has neither a password nor another one; not found;
// unauthenticated; REAUTHENTICATION_REQUIRED.
func (s *Service) UnlinkExternal(ctx context.Context, a actor.Actor, kind string) error {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		types, err := s.LinkedTypes(ctx, row.ID)
		switch {
		case err != nil:
			return err
		case !slices.Contains(types, kind):
			return fault.NotFound()
		case string(a.LoginMethod) == kind:
			return fault.Precondition(fault.LoggedInWithIt)
		case row.PasswordHash == nil && len(types) == 1:
			return fault.Precondition(fault.LastLoginMethod)
		}
		_, err = s.Store.Client(ctx).ExternalAccount.Delete().
			Where(externalaccount.AccountID(row.ID), externalaccount.Type(kind)).Exec(ctx)
		if err != nil {
			return err
		}
		if err := s.Session.EndAll(ctx, row.ID, a.SessionID); err != nil {
			return err
		}
		return s.notifyExternal(ctx, row, kind, false)
	})
}

// UnlinkSince takes off the account the external accounts that were linked after a moment, because
// what was changed then is taken back, and tells so. It joins the caller's transaction, which holds
// the account's lock and ends the sessions.
func (s *Service) UnlinkSince(ctx context.Context, accountID uuid.UUID, since time.Time, to notify.To) error {
	later := externalaccount.And(externalaccount.AccountID(accountID), externalaccount.CreatedAtGT(since))
	client := s.Store.Client(ctx).ExternalAccount
	kinds, err := client.Query().Where(later).Select(externalaccount.FieldType).Strings(ctx)
	if err != nil || len(kinds) == 0 {
		return err
	}
	if _, err := client.Delete().Where(later).Exec(ctx); err != nil {
		return err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	for _, kind := range kinds {
		if err := s.Notify.Send(ctx, to, notify.ExternalChanged{Name: ExternalName(settings, kind)}); err != nil {
			return err
		}
	}
	return nil
}

// notifyExternal tells the member by mail that an external account was linked or unlinked.
func (s *Service) notifyExternal(ctx context.Context, row *ent.Account, kind string, linked bool) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	return s.Mail(ctx, row, row.Locale, notify.ExternalChanged{Name: ExternalName(settings, kind), Linked: linked})
}

// ExternalName is what the store calls external accounts of the type.
func ExternalName(settings *settings.Settings, kind string) string {
	for _, offered := range settings.ExternalAccounts {
		if offered.Type == kind {
			return offered.Name
		}
	}
	return kind
}
