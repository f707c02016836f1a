package people

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/throttle"
	"kaiin/server/base/typed"
	"kaiin/server/identity/credential"
	"kaiin/server/staff/acts"
)

// Login is what somebody gives to log in.
type Login struct {
	Email    string
	Password string
	Code     string // of the authenticator app
	Former   string // the session's cookie that the browser has; its session ends
}

const longestPassword = 256 // bytes

func (in Login) validate(withEmail bool) error {
	var wrong fault.Fields
	for _, field := range []struct {
		name, value string
		longest     int
	}{{"email", in.Email, 254}, {"password", in.Password, longestPassword}, {"code", in.Code, 20}} {
		switch {
		case field.name == "email" && !withEmail:
		case field.value == "":
			wrong.Add(field.name, fault.Required)
		case len(field.value) > field.longest:
			wrong.AddWith(field.name, fault.TooLong, map[string]any{"max": field.longest})
		}
	}
	return wrong.Err()
}

// loginTries are counted before the secrets are looked at. An address counts as it was typed,
// whether it is somebody's or not.
func loginTries(a actor.Actor, email string) (whose []throttle.Guesses, from throttle.Guesses) {
	return []throttle.Guesses{
		{Key: "staff-login:" + email + " network " + a.Network(), Free: 5, Window: 24 * time.Hour},
		{Key: "staff-login:" + email + " anywhere", Free: 20, Window: 24 * time.Hour},
	}, fromNetwork(a)
}

func fromNetwork(a actor.Actor) throttle.Guesses {
	return throttle.Guesses{Key: "staff-from:" + a.Network(), Free: 300, Window: 30 * time.Minute}
}

func failed() error {
	return &fault.Error{Kind: fault.KindUnauthenticated, Code: fault.StaffLoginFailed}
}

// Login opens a session by a password and a code. Faults: what is wrong with the form of a field;
// throttled; STAFF_LOGIN_FAILED, whatever was wrong; not found where people log in by the
// company's issuer; unavailable.
func (s *Service) Login(ctx context.Context, a actor.Actor, from acts.Origin, in Login) (Opened, error) {
	if s.ByIssuer {
		return Opened{}, fault.NotFound()
	}
	if err := in.validate(true); err != nil {
		return Opened{}, err
	}
	email := normal(in.Email)
	whose, network := loginTries(a, email)
	if err := s.Throttle.CountGuess(ctx, append(whose, network)...); err != nil {
		return Opened{}, err
	}
	p, err := s.LookupByEmail(ctx, email)
	if err != nil {
		return Opened{}, err
	}
	var opened Opened
	step, right, err := s.proven(ctx, credential.LaneOf(actor.Actor{IP: a.IP, Behind: a.Behind}), p, in)
	if err != nil {
		return Opened{}, err
	}
	if !right {
		return Opened{}, s.disproved(ctx, p, from, "login")
	}
	err = s.Acts.Prove(ctx, p.staff(), from, "login", acts.Act{Kind: acts.StaffLogin, Target: target(p.ID)}, func(ctx context.Context, _ *acts.Act) (err error) {
		now, err := s.spend(ctx, p, step)
		if err != nil {
			return err
		}
		if opened, err = s.open(ctx, now, in.Former, s.Clock.Now()); err != nil {
			return err
		}
		return s.Throttle.Forget(ctx, whose...)
	})
	return opened, err
}

// unknownSecret is compared where there is no other, so that time tells nothing.
var unknownSecret = credential.NewOTPSecret()

// proven reports whether password and code are the person's, and the time step of the code. It
// does the same work where there is no person.
func (s *Service) proven(ctx context.Context, in credential.Lane, p *Person, given Login) (step int64, right bool, err error) {
	var hash *string
	key := unknownSecret
	if p != nil && p.State == Active && p.passwordHash != nil {
		plain, err := s.Secrets.Open(otpSeal(p.ID.String()), p.totp)
		if err != nil {
			return 0, false, err
		}
		hash, key = p.passwordHash, string(plain)
	}
	password, err := s.Passwords.Matches(ctx, in, hash, given.Password)
	if err != nil {
		return 0, false, err
	}
	step, code := credential.MatchOTP(key, typed.Code(given.Code), s.Clock.Now())
	return step, password && code && hash != nil, nil
}

// spend uses the code of a step up, and returns the person as they are under the lock. It must be
// called in a transaction. Fault: STAFF_LOGIN_FAILED where the code was used, or the person has
// another password or was disabled meanwhile.
func (s *Service) spend(ctx context.Context, p *Person, step int64) (*Person, error) {
	now, err := s.lookup(ctx, true, `m.id = $1 AND m.disabled_at IS NULL AND m.password_hash = $2`, p.ID, p.passwordHash)
	if err != nil {
		return nil, err
	}
	if now == nil || step <= now.lastStep {
		return nil, failed()
	}
	return now, s.Store.Exec(ctx, `UPDATE staff_members SET last_step = $2 WHERE id = $1`, p.ID, step)
}

// disproved writes the act of a try that failed, and returns the answer, which is the same for a
// person and where there is none.
func (s *Service) disproved(ctx context.Context, p *Person, from acts.Origin, field string) error {
	who, id := acts.Stranger, uuid.Nil
	if p != nil {
		who, id = p.staff(), p.ID
	}
	refused := failed()
	if err := s.Acts.Disproved(ctx, who, from, field, acts.Act{Kind: acts.StaffLogin, Target: target(id)}, refused); err != nil {
		return errors.Join(err, refused)
	}
	return refused
}

// otpSeal binds a sealed secret of an app to its person.
func otpSeal(id string) string { return "staff otp " + id }
