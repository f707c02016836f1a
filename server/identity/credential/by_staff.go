package credential

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
	"kaiin/server/staff/acts"
)

// lockActive locks an account for something that the staff do to it. Faults: NOT_FOUND on
// accountId; MEMBER_NOT_ACTIVE.
func (s *Service) lockActive(ctx context.Context, id uuid.UUID) (*ent.Account, error) {
	row, err := s.Account.LockAny(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case row == nil:
		return nil, fault.Invalid(fault.CodeNotFound, "accountId")
	case row.Status != entaccount.StatusActive:
		return nil, notActive(row)
	}
	return row, nil
}

func notActive(row *ent.Account) error {
	return fault.Precondition(fault.MemberNotActive).With(map[string]any{"state": string(row.Status)})
}

// ResetByStaff has the link that sets a new password mailed to the member's address, as often as
// anybody may ask for it there. Faults: MEMBER_NOT_ACTIVE; EMAIL_NOT_SET; EMAIL_NOT_VERIFIED, of
// a member who has no password; throttled; not found, in a store without passwords.
func (s *Service) ResetByStaff(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	if _, err := s.passwords(ctx); err != nil {
		return err
	}
	if err := by.Again(ctx); err != nil {
		return err
	}
	row, err := s.Account.Find(ctx, id)
	if err != nil {
		return err
	}
	if err := mayReset(row); err != nil {
		return err
	}
	if err := s.Throttle.Count(ctx, "reset-to:"+passcode.Mailbox(*row.Email), resetsPerEmail, resetWindow); err != nil {
		return err
	}
	return by.Do(ctx, acts.Act{Kind: acts.MailSent, AccountID: id, Details: map[string]any{"mail": "RESET_LINK"}}, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.lockActive(ctx, id)
		if err != nil {
			return err
		}
		if err := mayReset(row); err != nil {
			return err
		}
		plain, err := json.Marshal(wanted{Email: *row.Email, Locale: row.Locale})
		if err != nil {
			return err
		}
		return s.Store.Enqueue(ctx, ResetArgs{Sealed: s.Secrets.Seal(sealReset, plain)}, nil)
	})
}

// mayReset is the fault of an account that gets no link.
func mayReset(row *ent.Account) error {
	switch {
	case row.Status != entaccount.StatusActive:
		return notActive(row)
	case row.Email == nil:
		return fault.Precondition(fault.EmailNotSet)
	case row.PasswordHash == nil && row.EmailVerifiedAt == nil:
		return fault.Precondition(fault.EmailNotVerified)
	}
	return nil
}

// RequireByStaff has the member set a new password at the next login, and logs them out everywhere.
// They are told. Faults: MEMBER_NOT_ACTIVE; PASSWORD_NOT_SET.
func (s *Service) RequireByStaff(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	act := acts.Act{Kind: acts.PasswordRequired, AccountID: id, Fields: []acts.PersonalField{acts.FieldPassword}}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.lockActive(ctx, id)
		if err != nil {
			return err
		}
		if row.PasswordHash == nil {
			return fault.Precondition(fault.PasswordNotSet)
		}
		if err := s.RequireNewPassword(ctx, row); err != nil {
			return err
		}
		if err := s.Session.EndAll(ctx, id, uuid.Nil); err != nil {
			return err
		}
		return s.Account.Mail(ctx, row, row.Locale, notify.PasswordRequired{At: s.Clock.Now()})
	})
}

// EndByStaff ends all sessions for a member who tells the staff of a lost phone or of a stranger:
// no browser is trusted or known any more, and recent passkeys go.
func (s *Service) EndByStaff(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	return by.Do(ctx, acts.Act{Kind: acts.SessionsEnded, AccountID: id}, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.Account.LockAny(ctx, id)
		if err != nil {
			return err
		}
		if err := s.Session.Distrust(ctx, actor.Actor{}, id, uuid.Nil); err != nil || row == nil {
			return err
		}
		to := notify.To{AccountID: id, Address: store.Text(row.Email), Locale: row.Locale}
		_, err = s.Passkey.TakeOffRecent(ctx, to, s.Clock.Now())
		return err
	})
}

// VerifyByStaff mails the member once more where to verify the address. Faults as those of
// account.Resend; EMAIL_ALREADY_VERIFIED.
func (s *Service) VerifyByStaff(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	return s.Account.Resend(ctx, by, id, "VERIFY", acts.Target{}, func(ctx context.Context, row *ent.Account) error {
		if account.HasVerifiedEmail(row) {
			return fault.Precondition(fault.EmailAlreadyVerified)
		}
		return s.Account.Mail(ctx, row, row.Locale, notify.VerifyAddress{})
	})
}

// LimitKind is what a member may have tried too often.
type LimitKind string

// LimitKinds.
const (
	LimitLogin    LimitKind = "LOGIN"
	LimitFactor   LimitKind = "SECOND_FACTOR"
	LimitPassword LimitKind = "PASSWORD"
	LimitCodes    LimitKind = "CODES"
)

// LimitKinds are all of them.
var LimitKinds = []LimitKind{LimitLogin, LimitFactor, LimitPassword, LimitCodes}

// LoginCodesADay is how many login codes an account is mailed a day, by whatever name it was meant:
// so many for each browser that it knows, and so many for all others together; after that one an
// hour goes out for each network that asks, since it may be the only way in. The browser is never
// told: a request above the limit becomes a code that is never sent.
const LoginCodesADay = 20

// LoginCodesTo is what login codes of an account are counted under: those of a browser that it
// knows, or "" for all others.
func LoginCodesTo(accountID uuid.UUID, browser string) string {
	return "login-code-to:" + accountID.String() + " " + browser
}

// Limited is how often something was tried within a day, and until when it is refused.
type Limited struct {
	What  LimitKind
	Tries int
	Until *time.Time // nil: the next try is taken
}

// limit is a key by which a member is limited, without the wrong tries to log in, which are a range
// of keys.
type limit struct {
	what   LimitKind
	key    string
	most   int // 0: guesses, which say by themselves until when they are refused
	window time.Duration
}

// limits are those of the account. Networks are the ones from where it failed within a day.
func (s *Service) limits(ctx context.Context, account uuid.UUID) (all []limit, err error) {
	networks, err := s.failedFrom(ctx, account)
	if err != nil {
		return nil, err
	}
	password, anywhere := passwordTries(account), factorGuesses(actor.Actor{}, account)[1]
	all = append(all, limit{what: LimitPassword, key: password.Key, window: password.Window}, limit{what: LimitFactor, key: anywhere.Key, window: anywhere.Window})
	for _, ip := range networks {
		here := factorGuesses(actor.Actor{IP: ip}, account)[0]
		all = append(all, limit{what: LimitFactor, key: here.Key, window: here.Window})
	}
	codes, most := passcode.OfAccount(account)
	for _, key := range codes {
		all = append(all, limit{LimitCodes, key, most, passcode.Day})
	}
	return append(all, limit{LimitCodes, LoginCodesTo(account, ""), LoginCodesADay, passcode.Day}), nil
}

// failedFrom are the addresses from where a login to the account failed within a day.
func (s *Service) failedFrom(ctx context.Context, account uuid.UUID) (all []string, err error) {
	rows, err := s.Store.Query(ctx, `SELECT DISTINCT ip FROM (SELECT ip FROM login_events WHERE account_id = $1 AND created_at > $2 AND NOT result
		ORDER BY created_at DESC LIMIT 200) AS last`, account, s.Clock.Now().Add(-passcode.Day))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var ip string
		if err := rows.Scan(&ip); err != nil {
			return nil, err
		}
		all = append(all, ip)
	}
	return all, rows.Err()
}

// Limited is what the member has tried or asked for within a day. What was not is left out.
func (s *Service) Limited(ctx context.Context, account uuid.UUID) (all []Limited, err error) {
	limits, err := s.limits(ctx, account)
	if err != nil {
		return nil, err
	}
	keys := make([]string, len(limits))
	for i, l := range limits {
		keys[i] = l.key
	}
	counted, logins, err := s.Throttle.Counted(ctx, LoginGuesses(account), keys)
	if err != nil {
		return nil, err
	}
	for i := range logins {
		limits = append(limits, limit{what: LimitLogin, window: passcode.Day})
		counted = append(counted, logins[i])
	}
	now := s.Clock.Now()
	for _, kind := range LimitKinds {
		of := Limited{What: kind}
		for i, l := range limits {
			c := counted[i]
			if l.what != kind || c.Count == 0 || !c.Since.After(now.Add(-l.window)) {
				continue
			}
			of.Tries = max(of.Tries, c.Count)
			until := c.Blocked
			if end := c.Since.Add(l.window); l.most > 0 && c.Count >= l.most {
				until = &end
			}
			if until != nil && until.After(now) && (of.Until == nil || until.After(*of.Until)) {
				of.Until = until
			}
		}
		if of.Tries > 0 {
			all = append(all, of)
		}
	}
	return all, nil
}

// clearings is how often the limits of a member may be cleared.
var clearings = []acts.Limit{{Most: 3, Per: 24 * time.Hour, OfMember: true}}

// ClearLimits lets the member try again what they tried too often. Limits of networks stay, and so
// does how often a password may be looked at at all. Faults: REQUIRED and INVALID_CHOICE on what;
// MEMBER_NOT_ACTIVE; LIMIT_EXCEEDED.
func (s *Service) ClearLimits(ctx context.Context, by acts.Decision, account uuid.UUID, what []LimitKind) error {
	act := acts.Act{Kind: acts.LimitsCleared, AccountID: account, Details: map[string]any{"what": what}, Limits: clearings}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		if len(what) == 0 {
			return fault.Invalid(fault.Required, "what")
		}
		for _, kind := range what {
			if !slices.Contains(LimitKinds, kind) {
				return fault.Invalid(fault.InvalidChoice, "what")
			}
		}
		if _, err := s.lockActive(ctx, account); err != nil {
			return err
		}
		limits, err := s.limits(ctx, account)
		if err != nil {
			return err
		}
		for _, l := range limits {
			if !slices.Contains(what, l.what) {
				continue
			}
			if err := s.Throttle.Forget(ctx, throttle.Guesses{Key: l.key}); err != nil {
				return err
			}
		}
		if slices.Contains(what, LimitLogin) {
			return s.Throttle.ForgetAll(ctx, LoginGuesses(account))
		}
		return nil
	})
}
