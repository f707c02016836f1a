package signup

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/session"
)

// How often one sign-up may send its form, to the confirm step or the last one. Each time costs a
// password hash.
const (
	confirms      = 30
	confirmWindow = 30 * time.Minute
)

// Form is what a visitor typed into the sign-up form. An empty text is "not given".
type Form struct {
	Email           string // empty: the proved one
	PinCode         string // proves a changed address
	UserID          string
	Password        string
	PasswordConfirm string
	Profile         account.Personal
	Consents        []account.Consent // to policies that changed since the first step
	ReturnTo        string            // where the page says that the visitor wants to go as a member; "" is what was kept before
}

// check reports everything that can be told without the database. The form is tidy. In the inline
// style the password may be given once.
func (in Form) check(r settings.Registration, inline bool, today clock.Day, names []string) fault.Fields {
	var wrong fault.Fields
	account.CheckEmail(&wrong, "email", in.Email)
	if in.UserID != "" {
		account.CheckUserID(&wrong, in.UserID)
	} else if r.Rule("userId") == settings.Required {
		wrong.Add("userId", fault.Required)
	}
	if rule := r.Rule("password"); rule == settings.Required || rule == settings.Optional && in.Password != "" {
		local, _, _ := strings.Cut(in.Email, "@")
		credential.CheckPassword(&wrong, "password", in.Password, r, append(names, local, in.UserID)...)
		switch {
		case in.PasswordConfirm == "" && inline:
		case in.PasswordConfirm == "":
			wrong.Add("passwordConfirm", fault.Required)
		case in.PasswordConfirm != in.Password:
			wrong.Add("passwordConfirm", fault.Mismatch)
		}
	}
	return append(wrong, in.Profile.Check(r, today)...)
}

// tidy is the form as it is checked: what the store does not ask for is gone, an unchanged address
// filled in.
func (in Form) tidy(r settings.Registration, proved string) Form {
	if in.Email, in.PinCode = typed.HalfWidth(in.Email), typed.Code(in.PinCode); in.Email == "" {
		in.Email = proved
	}
	if in.UserID = typed.HalfWidth(in.UserID); r.Rule("userId") == settings.NotUse {
		in.UserID = ""
	}
	if r.Rule("password") == settings.NotUse {
		in.Password = ""
	}
	in.Profile = in.Profile.Tidy(r)
	return in
}

// Confirm is the form step: it checks everything and keeps it for the confirm page, the password as
// its hash. A visitor who has proved a changed address goes on in a new session (saveProved); else
// the answer holds none. The inline style has no confirm page: there the form goes to Complete.
//
// Faults: everything wrong with the fields, each by its name in the form;
// ACCOUNT_ALREADY_EXISTS_USER_ID on userId; PIN_CODE_ERROR on pinCode and
// ACCOUNT_ALREADY_EXISTS_EMAIL on email when the address was changed; CONSENT_REQUIRED,
// POLICY_CHANGED; a broken flow; throttled; unavailable.
func (s *Service) Confirm(ctx context.Context, a actor.Actor, in Form) (session.Signed, error) {
	signed, err := s.confirm(ctx, a, in)
	return signed, begunFor(in.ReturnTo, err)
}

func (s *Service) confirm(ctx context.Context, a actor.Actor, in Form) (session.Signed, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return session.Signed{}, err
	}
	f, err := s.provedCurrent(ctx, a)
	if err != nil {
		return session.Signed{}, err
	}
	if err := s.allowForm(ctx, a); err != nil {
		return session.Signed{}, err
	}
	if settings.SignupIsInline() {
		return session.Signed{}, broken()
	}
	in = in.tidy(f.registration(settings), f.ProvedEmail)
	called, changed := settings.AuthCodes.SignUp.DisplayName.In(a.Locale), account.EmailKey(in.Email) != account.EmailKey(f.ProvedEmail)
	var wrong fault.Fields
	if changed {
		passcode.CheckForm(&wrong, "pinCode", in.PinCode, called)
	}
	form, consents, err := s.checked(ctx, a, f, in, wrong)
	if err != nil {
		return session.Signed{}, err
	}
	keep := func(f *state) {
		f.Form, f.Consents = form, consents
		f.keepReturn(in.ReturnTo)
	}
	if changed {
		code, err := s.Passcode.Try(ctx, codeScope(a, in.Email), in.PinCode, "pinCode", called)
		if err != nil {
			return session.Signed{}, err
		}
		return s.proveWith(ctx, a, in.Email, code, called, keep)
	}
	return session.Signed{}, s.Store.Tx(ctx, func(ctx context.Context) error {
		f, err := s.lockCurrent(ctx, a)
		if err != nil {
			return err
		}
		keep(f)
		return s.save(ctx, a.SessionID, f)
	})
}

// checked is the form as it is kept, and the visitor's consent to every current policy. The form is
// tidy; wrong is what was found before.
func (s *Service) checked(ctx context.Context, a actor.Actor, f *state, in Form, wrong fault.Fields) (*kept, []account.Consent, error) {
	settings, policies, err := s.texts(ctx)
	if err != nil {
		return nil, nil, err
	}
	wrong = append(in.check(f.registration(settings), settings.SignupIsInline(), s.Clock.Today(), credential.StoreNames(settings)), wrong...)
	if err := s.checkUserIDFree(ctx, a, &wrong, in.UserID, f.Form); err != nil {
		return nil, nil, err
	}
	if err := wrong.Err(); err != nil {
		return nil, nil, err
	}
	consents := account.MergeConsents(f.Consents, in.Consents)
	if err := account.CheckConsents(policies, consents); err != nil {
		return nil, nil, err
	}
	form := &kept{UserID: in.UserID, Profile: in.Profile}
	if in.Password != "" {
		if form.PasswordHash, err = s.Credential.Passwords.Hash(ctx, credential.LaneOf(a), in.Password); err != nil {
			return nil, nil, err
		}
	}
	return form, account.CurrentConsents(policies, consents), nil
}

// allowForm counts one more form. Fault: throttled.
func (s *Service) allowForm(ctx context.Context, a actor.Actor) error {
	return s.Throttle.Count(ctx, "signup-form:"+a.SessionID.String(), confirms, confirmWindow)
}

// provedCurrent is the running sign-up of the actor's session, whose address is proved. Fault: a
// broken flow.
func (s *Service) provedCurrent(ctx context.Context, a actor.Actor) (*state, error) {
	f, err := s.current(ctx, a)
	if err == nil && !f.proved() {
		return nil, broken()
	}
	return f, err
}

// checkUserIDFree records that a well-formed user ID is taken. The answer tells that an account
// exists, so it is counted as VerifyUserID is, unless it is the one that former has found free.
// Fault: throttled.
func (s *Service) checkUserIDFree(ctx context.Context, a actor.Actor, wrong *fault.Fields, userID string, former *kept) error {
	if userID == "" || slices.ContainsFunc(*wrong, func(f fault.Field) bool { return f.Path == "userId" }) {
		return nil
	}
	if former == nil || former.UserID != userID {
		if err := s.Credential.AllowUserIDCheck(ctx, a); err != nil {
			return err
		}
	}
	taken, err := s.Account.UserIDTaken(ctx, userID, uuid.Nil)
	if taken {
		wrong.Add("userId", fault.AccountAlreadyExistsUserID)
	}
	return err
}

// texts are what every step of the sign-up needs of the store.
func (s *Service) texts(ctx context.Context) (*settings.Settings, []*ent.StorePolicy, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, nil, err
	}
	policies, err := s.Catalog.Policies(ctx)
	return settings, policies, err
}
