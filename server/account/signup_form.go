package account

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/fault"
)

// How often one sign-up may be sent to the confirm step, each time of which costs a password hash.
const (
	confirms      = 30
	confirmWindow = 30 * time.Minute
)

// SignupForm is what a visitor typed into the sign-up form. An empty text is "not given".
type SignupForm struct {
	Email           string // empty: the proved one
	PinCode         string // proves a changed address
	UserID          string
	Password        string
	PasswordConfirm string
	Profile         Profile
	Consents        []Consent // to policies that changed since the first step
}

// check reports everything that can be told without the database. The form is tidy.
func (in SignupForm) check(r catalog.Registration, today clock.Day, names []string) fault.Fields {
	var wrong fault.Fields
	checkEmail(&wrong, "email", in.Email)
	if in.UserID != "" {
		checkUserID(&wrong, in.UserID)
	} else if r.Rule("userId") == catalog.Required {
		wrong.Add("userId", "REQUIRED")
	}
	if rule := r.Rule("password"); rule == catalog.Required || rule == catalog.Optional && in.Password != "" {
		local, _, _ := strings.Cut(in.Email, "@")
		checkPassword(&wrong, "password", in.Password, r, append(names, local, in.UserID)...)
		switch {
		case in.PasswordConfirm == "":
			wrong.Add("passwordConfirm", "REQUIRED")
		case in.PasswordConfirm != in.Password:
			wrong.Add("passwordConfirm", "MISMATCH")
		}
	}
	return append(wrong, in.Profile.Check(r, today)...)
}

// tidy is the form as it is checked: what the store does not ask for is gone, an unchanged address filled in.
func (in SignupForm) tidy(r catalog.Registration, proved string) SignupForm {
	if in.Email, in.PinCode = strings.TrimSpace(in.Email), strings.TrimSpace(in.PinCode); in.Email == "" {
		in.Email = proved
	}
	if in.UserID = strings.TrimSpace(in.UserID); r.Rule("userId") == catalog.NotUse {
		in.UserID = ""
	}
	if r.Rule("password") == catalog.NotUse {
		in.Password = ""
	}
	in.Profile = in.Profile.Tidy(r)
	return in
}

// ConfirmSignup is the form step: it checks everything and keeps it for the confirm page, the password as its hash.
//
// Faults: everything wrong with the fields, each by its name in the form; ACCOUNT_ALREADY_EXISTS_USER_ID on userId;
// PIN_CODE_ERROR on pinCode and ACCOUNT_ALREADY_EXISTS_EMAIL on email when the address was changed; CONSENT_REQUIRED,
// POLICY_CHANGED; a broken flow; throttled; unavailable.
func (s *Service) ConfirmSignup(ctx context.Context, a actor.Actor, in SignupForm) error {
	settings, policies, err := s.signupTexts(ctx)
	if err != nil {
		return err
	}
	f, err := s.provedSignup(ctx, a)
	if err != nil {
		return err
	}
	if err := s.Throttle(ctx, "signup-confirm:"+a.SessionID.String(), confirms, confirmWindow); err != nil {
		return err
	}
	r := f.registration(settings)
	in = in.tidy(r, f.ProvedEmail)
	called, changed := settings.AuthCodes.SignUp.DisplayName.In(a.Locale), EmailKey(in.Email) != EmailKey(f.ProvedEmail)
	wrong := in.check(r, s.Clock.Today(), storeNames(settings))
	if changed {
		CheckCode(&wrong, "pinCode", in.PinCode, called)
	}
	if err := s.checkUserIDFree(ctx, &wrong, in.UserID); err != nil {
		return err
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	consents := merged(f.Consents, in.Consents)
	if err := checkConsents(policies, consents); err != nil {
		return err
	}
	form := kept{UserID: in.UserID, Profile: in.Profile}
	if in.Password != "" {
		if form.PasswordHash, err = s.Passwords.Hash(ctx, in.Password); err != nil {
			return err
		}
	}
	code := uuid.Nil
	if changed {
		if code, err = s.TryCode(ctx, signupCode(a, in.Email), in.PinCode, "pinCode", called); err != nil {
			return err
		}
	}
	return s.keepForm(ctx, a, in.Email, code, called, form, consents)
}

// keepForm stores a checked form; code, when there is one, is spent to prove the changed address.
func (s *Service) keepForm(ctx context.Context, a actor.Actor, email string, code uuid.UUID, called string, form kept, consents []Consent) error {
	taken := false
	err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		if code != uuid.Nil {
			if err := s.SpendCode(ctx, code, "pinCode", called); err != nil {
				return err
			}
			if taken, err = s.proveIn(ctx, a, email); err != nil || taken {
				return err
			}
		}
		f, err := s.lockSignup(ctx, a)
		if err != nil {
			return err
		}
		f.Form, f.Consents = &form, consents
		return s.saveSignup(ctx, a.SessionID, f)
	})
	if err == nil && taken {
		return fault.Invalid(codeEmailTaken, "email")
	}
	return err
}

// provedSignup is the running sign-up of the actor's session, whose address is proved. Fault: a broken flow.
func (s *Service) provedSignup(ctx context.Context, a actor.Actor) (*signupFlow, error) {
	f, err := s.runningSignup(ctx, a)
	if err == nil && !f.proved() {
		return nil, signupBroken()
	}
	return f, err
}

func (s *Service) checkUserIDFree(ctx context.Context, wrong *fault.Fields, userID string) error {
	if userID == "" {
		return nil
	}
	taken, err := s.userIDTaken(ctx, userID, uuid.Nil)
	if taken {
		wrong.Add("userId", codeUserIDTaken)
	}
	return err
}

// storeNames are the store's names in every language.
func storeNames(settings *catalog.Settings) []string {
	var names []string
	for _, name := range settings.ServiceName {
		names = append(names, name)
	}
	return names
}

// signupTexts are what every step of the sign-up needs of the store.
func (s *Service) signupTexts(ctx context.Context) (*catalog.Settings, []*ent.StorePolicy, error) {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return nil, nil, err
	}
	policies, err := s.Catalog.Policies(ctx)
	return settings, policies, err
}
