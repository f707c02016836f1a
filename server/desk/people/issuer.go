package people

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/secret"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/login"
	"kaiin/server/identity/social"
	"kaiin/server/staff/acts"
)

// VisitTime is how long a browser may stay at the issuer.
const VisitTime = 10 * time.Minute

// visit is a browser at the issuer. It is kept sealed under a secret that the browser alone has.
type visit struct {
	State, Nonce, Verifier string
	ReturnTo               string
	BeganAt                time.Time

	StaffID, SessionID uuid.UUID // of somebody who proves once more who they are; else zero
}

const flowIssuer flow.Kind = "staffIssuer"

// visitID is the key of the flow of the browser with the secret.
func visitID(browser string) uuid.UUID {
	return uuid.UUID(secret.HashToken(browser)[:16])
}

// Left is where a browser goes, and the secret that it shows when it comes back.
type Left struct{ URL, Browser string }

// LeaveForIssuer sends a browser to the company's issuer to log in, or, again, for its person to
// prove once more who they are. returnTo is a path of this site. Faults: not found where there is
// no issuer; throttled; unauthenticated, to prove what was never proved; unavailable.
func (s *Service) LeaveForIssuer(ctx context.Context, a actor.Actor, who *actor.Staff, again bool, returnTo string) (Left, error) {
	switch {
	case !s.ByIssuer:
		return Left{}, fault.NotFound()
	case again && who == nil:
		return Left{}, fault.Unauthenticated()
	}
	if err := s.Throttle.CountGuess(ctx, throttle.Guesses{Key: "staff-issuer:" + a.Network(), Free: 300, Window: 30 * time.Minute}); err != nil {
		return Left{}, err
	}
	v := visit{State: secret.Token(), Nonce: secret.Token(), Verifier: secret.Token(), ReturnTo: returnTo, BeganAt: s.Clock.Now()}
	if again {
		v.StaffID, v.SessionID = who.ID, who.SessionID
	}
	address, err := s.Issuer.Start(ctx, login.ProviderStart{
		State: v.State, Nonce: v.Nonce, Verifier: v.Verifier, RedirectURL: s.Callback, Locale: a.Locale, Again: again,
	})
	if err != nil {
		return Left{}, fault.Unavailable(fault.CodeUnavailable, err)
	}
	browser := secret.Token()
	return Left{address, browser}, s.Flow.Save(ctx, visitID(browser), flowIssuer, v, v.BeganAt.Add(VisitTime))
}

// Answer is what a browser brought back from the issuer.
type Answer struct {
	State, Code, Error string
	Browser            string // the secret that it left with
	Former             string // as Login.Former
}

// ReturnFromIssuer ends a visit: it opens a session of the person whom the issuer names, or lets
// the session go on in which somebody proves once more who they are. A visit is used up by the
// first answer with its state, whatever follows. Faults: STAFF_LOGIN_FAILED, whatever was wrong;
// unavailable.
func (s *Service) ReturnFromIssuer(ctx context.Context, from acts.Origin, in Answer) (opened Opened, returnTo string, err error) {
	v, err := s.spendVisit(ctx, in)
	if err != nil {
		return Opened{}, "", err
	}
	if in.Error != "" || in.Code == "" {
		return Opened{}, "", failed()
	}
	finish := login.ProviderFinish{Code: in.Code, Nonce: v.Nonce, Verifier: v.Verifier, RedirectURL: s.Callback}
	if v.SessionID != uuid.Nil {
		finish.Since = v.BeganAt
	}
	who, err := s.Issuer.Finish(ctx, finish)
	switch {
	case errors.Is(err, login.ErrProviderUnreachable):
		return Opened{}, "", fault.Unavailable(fault.CodeUnavailable, err)
	case err != nil:
		failure, _ := fault.As(failed())
		return Opened{}, "", failure.Because(err)
	case v.SessionID != uuid.Nil:
		opened, err = s.confirmByIssuer(ctx, from, v, who)
	default:
		opened, err = s.loginByIssuer(ctx, from, who, in.Former)
	}
	return opened, v.ReturnTo, err
}

// spendVisit uses up the visit of the browser with the state: of several answers one is taken.
func (s *Service) spendVisit(ctx context.Context, in Answer) (v visit, err error) {
	if !s.ByIssuer {
		return v, fault.NotFound()
	}
	if in.Browser == "" || in.State == "" {
		return v, failed()
	}
	id := visitID(in.Browser)
	found, err := s.Flow.Open(ctx, id, flowIssuer, &v)
	if err != nil {
		return v, err
	}
	if !found || !secret.Equal([]byte(v.State), []byte(in.State)) {
		return v, failed()
	}
	spent, err := s.Flow.Spend(ctx, id, flowIssuer)
	if err == nil && !spent {
		err = failed()
	}
	return v, err
}

// bySubject is the person of the issuer's subject, who may be disabled.
func (s *Service) bySubject(ctx context.Context, lock bool, who social.Employee) (*Person, error) {
	return s.lookup(ctx, lock, `m.issuer = $1 AND m.subject = $2`, who.Issuer, who.Subject)
}

func (s *Service) loginByIssuer(ctx context.Context, from acts.Origin, who social.Employee, former string) (opened Opened, err error) {
	p, err := s.bySubject(ctx, false, who)
	if err != nil {
		return Opened{}, err
	}
	if p == nil {
		return s.bind(ctx, from, who, former)
	}
	if p.State != Active {
		return Opened{}, s.disproved(ctx, p, from, "login")
	}
	err = s.Acts.Prove(ctx, p.staff(), from, "login", acts.Act{Kind: acts.StaffLogin, Target: target(p.ID)}, func(ctx context.Context, _ *acts.Act) error {
		now, err := s.bySubject(ctx, true, who)
		if err == nil && (now == nil || now.State != Active) {
			err = failed()
		}
		if err == nil {
			opened, err = s.open(ctx, now, former, who.AuthTime)
		}
		return err
	})
	return opened, err
}

// bind makes the issuer's subject that of the person who was invited under its address, once.
func (s *Service) bind(ctx context.Context, from acts.Origin, who social.Employee, former string) (opened Opened, err error) {
	if !who.EmailVerified || who.Email == "" {
		return Opened{}, s.disproved(ctx, nil, from, "login")
	}
	p, err := s.LookupByEmail(ctx, who.Email)
	if err != nil {
		return Opened{}, err
	}
	if p == nil || p.State != Invited {
		return Opened{}, s.disproved(ctx, p, from, "login")
	}
	err = s.Acts.Prove(ctx, p.staff(), from, "login", acts.Act{Kind: acts.StaffEnrolled, Target: target(p.ID)}, func(ctx context.Context, _ *acts.Act) error {
		now, err := s.lookup(ctx, true, `m.id = $1 AND m.email = $2 AND m.disabled_at IS NULL AND m.subject IS NULL AND m.password_hash IS NULL`, p.ID, p.Email)
		if err != nil {
			return err
		}
		n, err := s.changed(ctx, `DELETE FROM staff_invites WHERE staff_id = $1 AND token_hash IS NULL AND expires_at > $2`, p.ID, s.Clock.Now())
		if err == nil && (n == 0 || now == nil) {
			err = failed()
		}
		if err == nil {
			err = s.Store.Exec(ctx, `UPDATE staff_members SET issuer = $2, subject = $3, changed_at = $4 WHERE id = $1`, p.ID, who.Issuer, who.Subject, s.Clock.Now())
		}
		if err == nil {
			opened, err = s.open(ctx, now, former, who.AuthTime)
		}
		return err
	})
	return opened, err
}

// confirmByIssuer lets the session go on in which the visit began, if its person has logged in at
// the issuer since then.
func (s *Service) confirmByIssuer(ctx context.Context, from acts.Origin, v visit, who social.Employee) (opened Opened, err error) {
	p, err := s.bySubject(ctx, false, who)
	if err != nil {
		return Opened{}, err
	}
	if p == nil || p.ID != v.StaffID || p.State != Active {
		return Opened{}, s.disproved(ctx, p, from, "confirm")
	}
	err = s.Acts.Prove(ctx, p.staff(), from, "confirm", acts.Act{Kind: acts.StaffLogin, Target: target(p.ID)}, func(ctx context.Context, _ *acts.Act) error {
		now, err := s.bySubject(ctx, true, who)
		if err == nil && (now == nil || now.State != Active) {
			err = failed()
		}
		if err == nil {
			opened, err = s.renew(ctx, now, v.SessionID)
		}
		return err
	})
	return opened, err
}
