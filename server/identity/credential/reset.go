package credential

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	entaccount "kaiin/ent/account"
	"kaiin/ent/accounttoken"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

// How often a link that sets a new password may be asked for.
const (
	resetsPerEmail  = 5   // each voids the former, so that an attacker cannot void a member's link for ever
	resetsPerSource = 100 // of a network; many phones of a carrier share one address
	resetWindow     = time.Hour
)

// ResetArgs is the job that mails a link which sets a new password, if the address is a member's.
// The request is kept sealed in it.
type ResetArgs struct {
	Sealed []byte `json:"sealed"`
}

var resetJob = store.Job[ResetArgs]{Queue: store.QueueCodes, Tries: 5}

func (ResetArgs) Kind() string                 { return "account.reset" }
func (ResetArgs) InsertOpts() river.InsertOpts { return resetJob.InsertOpts() }

// Jobs adds the jobs of this package to the workers.
func (s *Service) Jobs(workers *river.Workers) {
	resetJob.Add(workers, func(ctx context.Context, job *river.Job[ResetArgs]) error { return s.MailReset(ctx, job.Args) })
}

// wanted is what a ResetArgs seals.
type wanted struct{ Email, Locale string }

const sealReset = "passwordReset"

// ForgotPassword has a link mailed that sets a new password. What it does, says and costs is the
// same for every address: one job looks the account up.
//
// Faults: EMAIL_REQUIRED, TOO_LONG, EMAIL_INVALID on email; throttled; not found, in a store
// without passwords.
func (s *Service) ForgotPassword(ctx context.Context, a actor.Actor, email string) error {
	if _, err := s.passwords(ctx); err != nil {
		return err
	}
	email = typed.HalfWidth(email)
	var wrong fault.Fields
	account.CheckTypedEmail(&wrong, email)
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := s.allowReset(ctx, a, email); err != nil {
		return err
	}
	plain, err := json.Marshal(wanted{Email: email, Locale: a.Locale})
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		return s.Store.Enqueue(ctx, ResetArgs{Sealed: s.Secrets.Seal(sealReset, plain)}, nil)
	})
}

// allowReset counts one more request for a link. A browser that the account knows has a count of
// its own, which strangers cannot use up. For all others one mailbox gets so many an hour, however
// they write its address: since the link works for an hour as well, a member who is refused has one
// in the mailbox. Fault: throttled.
func (s *Service) allowReset(ctx context.Context, a actor.Actor, email string) error {
	browser, err := s.KnownBrowser(ctx, a, email)
	if err != nil {
		return err
	}
	if browser != "" {
		return s.Throttle.Count(ctx, "reset-known:"+browser, resetsPerEmail, resetWindow)
	}
	if err := s.Throttle.Count(ctx, "reset-from:"+a.Network(), resetsPerSource, resetWindow); err != nil {
		return err
	}
	return s.Throttle.Count(ctx, "reset-to:"+passcode.Mailbox(email), resetsPerEmail, resetWindow)
}

// KnownBrowser names the actor's browser when the account that the identifier means knows it; else
// it is "". Whose identifier it is costs nothing to find out in a browser without a cookie that
// could tell, and the same for every identifier in one with.
func (s *Service) KnownBrowser(ctx context.Context, a actor.Actor, identifier string) (string, error) {
	if a.KnownBrowser == "" && a.TrustedDevice == "" {
		return "", nil
	}
	row, err := s.Account.LookupByIdentifier(ctx, identifier)
	if err != nil {
		return "", err
	}
	id := uuid.Nil
	if row != nil {
		id = row.ID
	}
	familiar, err := s.Session.Familiar(ctx, a, id)
	return familiar.Name(a), err
}

// MailReset mails the link, when an active account has the address, and voids the former ones. An
// account without a password gets it too where the address was proved: there a mailed code logs in
// just as well.
func (s *Service) MailReset(ctx context.Context, job ResetArgs) error {
	plain, err := s.Secrets.Open(sealReset, job.Sealed)
	if err != nil {
		return err
	}
	var in wanted
	if err := json.Unmarshal(plain, &in); err != nil {
		return err
	}
	row, err := s.Account.LookupByIdentifier(ctx, in.Email)
	if err != nil || row == nil || row.Status != entaccount.StatusActive {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		locked, err := s.Account.Lock(ctx, row.ID)
		switch {
		case fault.Is(err, fault.CodeUnauthenticated): // left meanwhile
			return nil
		case err != nil:
			return err
		case locked.Email == nil || account.EmailKey(*locked.Email) != account.EmailKey(in.Email): // changed meanwhile
			return nil
		case locked.PasswordHash == nil && locked.EmailVerifiedAt == nil:
			return nil
		}
		if err := s.voidLinks(ctx, row.ID, accounttoken.PurposePasswordReset); err != nil {
			return err
		}
		token, err := s.keepLink(ctx, row.ID, accounttoken.PurposePasswordReset, resetLife, nil)
		if err != nil {
			return err
		}
		return s.Account.Mail(ctx, locked, in.Locale, notify.PasswordReset{Token: token, Minutes: int(resetLife.Minutes())})
	})
}
