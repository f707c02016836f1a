package credential

import (
	"context"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/accounttoken"
	"kaiin/ent/formerpassword"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

// formerPasswords is how many passwords before the present one may not be used again.
const formerPasswords = 3

// PasswordPage is what a page shows where a password is set.
type PasswordPage struct {
	Next         step.Step // go there instead
	Identifier   string    // account.IdentifierOf the member whose password it is
	Registration settings.Registration
	Account      *ent.Account  // nil where no account is signed in
	Code         passcode.Page // of a first password
}

// checkNewPassword records what is wrong with a password that is to be set for the account (V-098
// to V-107).
func checkNewPassword(wrong *fault.Fields, path, password string, settings *settings.Settings, row *ent.Account) {
	local, _, _ := strings.Cut(store.Text(row.Email), "@")
	CheckPassword(wrong, path, password, account.Registration(settings), append(StoreNames(settings), local, store.Text(row.UserID))...)
}

// checkConfirmed records what is wrong with the second entry of a new password.
func checkConfirmed(wrong *fault.Fields, password, confirm string) {
	switch {
	case confirm == "":
		wrong.Add("passwordConfirm", fault.Required)
	case confirm != password:
		wrong.Add("passwordConfirm", fault.Mismatch)
	}
}

// hashUnused is the hash of a password that is neither the account's present one nor one of the
// last three. It computes up to five hashes, so it must not be called inside a transaction. Faults:
// INVALID_PASSWORD_REUSED on the path; unavailable.
func (s *Service) hashUnused(ctx context.Context, in Lane, row *ent.Account, path, password string) (string, error) {
	used, err := s.Store.Client(ctx).FormerPassword.Query().Where(formerpassword.AccountID(row.ID)).
		Order(formerpassword.ByCreatedAt(sql.OrderDesc())).Limit(formerPasswords).Select(formerpassword.FieldPasswordHash).Strings(ctx)
	if err != nil {
		return "", err
	}
	if row.PasswordHash != nil {
		used = append(used, *row.PasswordHash)
	}
	for _, hash := range used {
		same, err := s.Passwords.Matches(ctx, in, &hash, password)
		if err != nil {
			return "", err
		}
		if same {
			return "", fault.Invalid(fault.InvalidPasswordReused, path)
		}
	}
	return s.Passwords.Hash(ctx, in, password)
}

// newPassword is a password on its way into the account.
type newPassword struct {
	hash    string
	keep    uuid.UUID // the session that stays; zero: none does
	mailed  bool      // a mailed link set it, which also proved that the account's address is the member's
	factors Factors   // the account's, where mailed
	proved  bool      // a mailed code proved the same
}

// setPassword gives the account the password, ends its other sessions, its trusted devices and the
// links that set one, and tells the member. Where a mailed link sets it, recent passkeys go, too:
// the member may have lost the account to a stranger. It joins the caller's transaction, which
// holds the account's lock.
func (s *Service) setPassword(ctx context.Context, a actor.Actor, row *ent.Account, in newPassword) error {
	now, client := s.Clock.Now(), s.Store.Client(ctx)
	if row.PasswordHash != nil {
		if err := client.FormerPassword.Create().SetCreatedAt(now).SetAccountID(row.ID).SetPasswordHash(*row.PasswordHash).Exec(ctx); err != nil {
			return err
		}
		if err := s.forgetOldest(ctx, row.ID); err != nil {
			return err
		}
	}
	update := row.Update().SetPasswordHash(in.hash).SetPasswordUpdatedAt(now).SetMustChangePassword(false).SetUpdatedAt(now)
	told := notify.PasswordChanged{At: now, First: row.PasswordHash == nil}
	var err error
	if in.mailed {
		told.Passkeys, err = s.Passkey.TakeOffRecent(ctx, notify.To{AccountID: row.ID, Address: store.Text(row.Email), Locale: row.Locale}, now)
	} else {
		told.Passkeys, err = s.Passkey.Usable(ctx, row.ID)
	}
	if err != nil {
		return err
	}
	if in.mailed && len(in.factors.Types) > 0 {
		update.SetPasswordMailedAt(now)
		if told.OtherFactor = slices.ContainsFunc(in.factors.Ready, isNoMail); !told.OtherFactor { // as mailFrom
			told.MailHours = int(mailDelay.Hours())
		}
	} else {
		update.ClearPasswordMailedAt()
	}
	if (in.mailed || in.proved) && row.EmailVerifiedAt == nil {
		update.SetEmailVerifiedAt(now)
	}
	if err := update.Exec(ctx); err != nil {
		return err
	}
	if err := s.voidLinks(ctx, row.ID, accounttoken.PurposePasswordReset); err != nil {
		return err
	}
	if err := s.Session.Distrust(ctx, a, row.ID, in.keep); err != nil {
		return err
	}
	if sms := in.factors.row(FactorSMS); in.mailed && sms != nil {
		to := notify.To{AccountID: row.ID, Address: *sms.PhoneNumber, Locale: row.Locale}
		if err := s.Notify.Send(ctx, to, notify.SMSPasswordReset{}); err != nil {
			return err
		}
	}
	return s.Account.Mail(ctx, row, a.Locale, told)
}

// forgetOldest keeps of the account's former passwords only those that are compared.
func (s *Service) forgetOldest(ctx context.Context, accountID uuid.UUID) error {
	client := s.Store.Client(ctx)
	old, err := client.FormerPassword.Query().Where(formerpassword.AccountID(accountID)).
		Order(formerpassword.ByCreatedAt(sql.OrderDesc())).Offset(formerPasswords).IDs(ctx)
	if err != nil || len(old) == 0 {
		return err
	}
	_, err = client.FormerPassword.Delete().Where(formerpassword.IDIn(old...)).Exec(ctx)
	return err
}

// passwords are the store's settings, when members have passwords there. Fault: not found, when
// they have none.
func (s *Service) passwords(ctx context.Context) (*settings.Settings, error) {
	settings, err := s.Settings.Get(ctx)
	if err == nil && !settings.Flags.Password {
		return nil, fault.NotFound()
	}
	return settings, err
}
