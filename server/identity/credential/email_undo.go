package credential

import (
	"context"
	"encoding/base64"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/accounttoken"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

// How often one link may be tried. Each try may cost two password hashes.
const (
	undoTries       = 20
	undoTriesWindow = passcode.Day
)

// undoOver says that a link is unknown, spent or too old, which must look the same.
func undoOver() error { return fault.BrokenFlow(fault.EmailUndoExpired, step.Login) }

// EmailUndoPage is what the page shows to which the link of the mail leads.
type EmailUndoPage struct {
	Email    string // the address, shortened, that the account would have again
	Password bool   // a password has to be given
}

// EmailUndoPage is where a change of the address is taken back with the token of a mailed link.
// Fault: a broken flow.
func (s *Service) EmailUndoPage(ctx context.Context, token string) (*EmailUndoPage, error) {
	link, _, err := s.undoing(ctx, token)
	if err != nil {
		return nil, err
	}
	return &EmailUndoPage{Email: account.ShortEmail(store.Text(link.Email)), Password: link.PasswordHash != nil}, nil
}

// undoing is the link with the token and the active account it is for. Fault: a broken flow.
func (s *Service) undoing(ctx context.Context, token string) (*ent.AccountToken, *ent.Account, error) {
	link, err := s.lookupLink(ctx, accounttoken.PurposeMailUndo, token)
	if err != nil {
		return nil, nil, err
	}
	if link == nil {
		return nil, nil, undoOver()
	}
	row, err := s.Account.Find(ctx, link.AccountID)
	if fault.Is(err, fault.CodeNotFound) || err == nil && row.Status != entaccount.StatusActive {
		return nil, nil, undoOver()
	}
	return link, row, err
}

// keepUndo stores a link that takes back a change of the account's address, with the password in
// force, and returns its secret. It is "" where there is no password to ask for and the former
// address may not come back without one: it was never proved, or it was the only way to log in, so
// that the link would either let its reader in or lock everybody out. It is "" as well where a
// mailed link has set the password in force: the former mailbox would prove itself by what it has
// chosen. Only the store can help there.
func (s *Service) keepUndo(ctx context.Context, row *ent.Account) (token string, err error) {
	mailed, err := s.passwordWasMailed(ctx, row)
	if err != nil || mailed {
		return "", err
	}
	if row.PasswordHash == nil {
		linked, err := s.Account.LinkedTypes(ctx, row.ID)
		if err != nil || len(linked) == 0 || !account.HasVerifiedEmail(row) {
			return "", err
		}
	}
	return s.keepLink(ctx, row.ID, accounttoken.PurposeMailUndo, undoLife, func(c *ent.AccountTokenCreate) {
		c.SetNillableEmail(row.Email).SetNillablePasswordHash(row.PasswordHash)
	})
}

// passwordWasMailed reports whether a mailed link has set the account's password and nothing has
// been proved since that more than the mailbox can: it is known of a day, and of an account with a
// second factor until another one has been given.
func (s *Service) passwordWasMailed(ctx context.Context, row *ent.Account) (bool, error) {
	if row.PasswordHash == nil || row.PasswordUpdatedAt == nil || row.PasswordMailedAt != nil {
		return row.PasswordHash != nil && row.PasswordMailedAt != nil, nil
	}
	since := s.Clock.Now().Add(-passcode.Day)
	if set := row.PasswordUpdatedAt.Add(-time.Minute); set.After(since) { // the link was used in the same transaction
		since = set
	}
	return s.Store.Client(ctx).AccountToken.Query().Where(accounttoken.AccountID(row.ID),
		accounttoken.PurposeEQ(accounttoken.PurposePasswordReset), accounttoken.UsedAtGT(since)).Exist(ctx)
}

// UndoEmailChange gives the account the address again that the link was mailed to. The address
// comes back, not the account: a reader of the former mailbox has to know a password as well, the
// present one or the one in force when the address was changed. The latter becomes the account's
// again, since somebody else may have set another one meanwhile. An account that had no password
// then gets the address back as an unproved one, and loses a password that was set meanwhile: the
// member logs in with an external account and verifies the address before mails let anybody in.
//
// Every session ends, no browser is trusted or known any more, every other mailed link is void, and
// the external accounts that were linked since the change are unlinked: only the other address was
// told of these. Passkeys go that were recent when the address was changed: a stranger adds one
// before it is. Both addresses are told. Several changes leave a link each; that of the first
// address takes all of them back. Second factors stay: what was enabled since may be the member's
// protection against the former mailbox as well as a stranger's lock, and only the store can tell.
//
// The same call once more, within minutes and while the address is the account's, is answered as
// the first was and changes nothing.
//
// Faults: a broken flow that starts again at /login; REQUIRED, PASSWORD_TOO_SHORT and
// REQUEST_UNAUTHORIZED on password, the last one 401; throttled; unavailable when too many
// passwords are being checked; EMAIL_UNDO_TAKEN when another account has the address by now;
// EMAIL_UNDO_NO_LOGIN when nothing would be left to log in with.
func (s *Service) UndoEmailChange(ctx context.Context, a actor.Actor, token, password string) error {
	err := s.undoEmailChange(ctx, a, token, password)
	if !fault.Is(err, fault.EmailUndoExpired) {
		return err
	}
	done, lookErr := s.wasUndone(ctx, LaneOf(a), token, password)
	if lookErr != nil || done {
		return lookErr
	}
	return err
}

// wasUndone reports whether the link has just given the address back, for somebody who knows the
// password. Fault: throttled.
func (s *Service) wasUndone(ctx context.Context, in Lane, token, password string) (bool, error) {
	link, row, err := s.usedLink(ctx, accounttoken.PurposeMailUndo, token)
	if err != nil || link == nil || account.EmailKey(store.Text(row.Email)) != account.EmailKey(store.Text(link.Email)) {
		return false, err
	}
	if row.PasswordHash == nil {
		return true, nil
	}
	if err := s.countUndo(ctx, token); err != nil {
		return false, err
	}
	return s.Passwords.Matches(ctx, in, row.PasswordHash, password)
}

// countUndo counts one try of a link. Fault: throttled.
func (s *Service) countUndo(ctx context.Context, token string) error {
	return s.Throttle.Count(ctx, "undo-tried:"+base64.RawURLEncoding.EncodeToString(secret.HashToken(token)), undoTries, undoTriesWindow)
}

func (s *Service) undoEmailChange(ctx context.Context, a actor.Actor, token, password string) error {
	link, before, err := s.undoing(ctx, token)
	if err != nil {
		return err
	}
	var proved *string
	if link.PasswordHash != nil {
		if proved, err = s.proveUndo(ctx, LaneOf(a), before, link, token, password); err != nil {
			return err
		}
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.spendLink(ctx, link, undoOver())
		if err != nil {
			return err
		}
		if proved != nil && *proved != *link.PasswordHash && !samePassword(before, row) { // it was changed meanwhile
			return fault.Refused(fault.RequestUnauthorized, "password")
		}
		return s.takeBack(ctx, a, row, link, proved)
	})
	if store.Violates(err, "accounts_email_key") {
		return fault.Conflict(fault.EmailUndoTaken)
	}
	return err
}

// proveUndo compares the password with the present one and with the one of the link, after counting
// the try, and returns the hash of the right one. It must not be called inside a transaction.
// Faults: those of UndoEmailChange on password; throttled; unavailable.
func (s *Service) proveUndo(ctx context.Context, in Lane, row *ent.Account, link *ent.AccountToken, token, password string) (*string, error) {
	var wrong fault.Fields
	checkPresentPassword(&wrong, password)
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if err := s.countUndo(ctx, token); err != nil {
		return nil, err
	}
	hashes := []*string{link.PasswordHash}
	if row.PasswordHash != nil && *row.PasswordHash != *link.PasswordHash {
		hashes = append(hashes, row.PasswordHash)
	}
	for _, hash := range hashes {
		right, err := s.Passwords.Matches(ctx, in, hash, password)
		if err != nil || right {
			return hash, err
		}
	}
	return nil, fault.Refused(fault.RequestUnauthorized, "password")
}

// takeBack is the undoing, with all that goes with it: proved is the hash of the password that
// was given, none for a link without. It joins the caller's transaction, which holds the
// account's lock.
func (s *Service) takeBack(ctx context.Context, a actor.Actor, row *ent.Account, link *ent.AccountToken, proved *string) error {
	former := store.Text(link.Email)
	if err := s.setEmail(ctx, row, former, nil); err != nil {
		return err
	}
	to := notify.To{AccountID: row.ID, Address: former, Locale: a.Locale}
	if err := s.Account.UnlinkSince(ctx, row.ID, link.CreatedAt, to); err != nil {
		return err
	}
	passkeys, err := s.Passkey.TakeOffRecent(ctx, to, link.CreatedAt)
	if err != nil {
		return err
	}
	update := s.Store.Client(ctx).Account.UpdateOneID(row.ID)
	switch {
	case proved == nil:
		linked, err := s.Account.LinkedTypes(ctx, row.ID)
		if err != nil {
			return err
		}
		if len(linked) == 0 {
			return fault.Precondition(fault.EmailUndoNoLogin)
		}
		update.ClearEmailVerifiedAt().ClearPasswordHash().ClearPasswordUpdatedAt().ClearPasswordMailedAt().SetMustChangePassword(false)
	case *proved != store.Text(row.PasswordHash):
		update.SetPasswordHash(*proved).SetPasswordUpdatedAt(s.Clock.Now()).ClearPasswordMailedAt() // no mail has set it (keepUndo)
	}
	if err := update.SetUpdatedAt(s.Clock.Now()).Exec(ctx); err != nil {
		return err
	}
	if err := s.voidLinks(ctx, row.ID, accounttoken.PurposeMailUndo); err != nil {
		return err
	}
	if err := s.Session.Distrust(ctx, a, row.ID, uuid.Nil); err != nil {
		return err
	}
	undone := notify.EmailRestored{At: s.Clock.Now(), Unverified: proved == nil, Passkeys: passkeys}
	if err := s.Account.Mail(ctx, row, a.Locale, undone); err != nil {
		return err
	}
	if account.EmailKey(store.Text(row.Email)) == account.EmailKey(former) {
		return nil
	}
	return s.Notify.Send(ctx, to, undone)
}
