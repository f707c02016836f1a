package people

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/throttle"
	"kaiin/server/base/typed"
	"kaiin/server/identity/credential"
	"kaiin/server/staff/acts"
)

// Enrol is what somebody gives to use an invitation.
type Enrol struct {
	Token    string // of the link
	Password string
	Code     string // of the authenticator app, to prove that it is set up
	Former   string // as Login.Former
}

// Enrolling is what somebody needs to set the authenticator app up.
type Enrolling struct {
	Name, Email string
	Secret      string // in base32
	Address     string // as apps take it
	QRCode      string // that as SVG
}

// invite is an invitation by a link, with its person.
type invite struct {
	Person
	id      uuid.UUID
	pending []byte // the sealed secret of the app that is being set up
}

const (
	shortestPassword = 15 // characters
	fewestCharacters = 5  // different ones
)

// checkPassword says what is wrong with a new password. It is compared as it is sent, so what no
// keyboard types is refused.
func checkPassword(password string, names ...string) error {
	different := map[rune]bool{}
	for _, r := range password {
		different[r] = true
	}
	switch {
	case password == "":
		return fault.Invalid(fault.Required, "password")
	case !utf8.ValidString(password) || strings.ContainsFunc(password, unicode.IsControl):
		return fault.Invalid(fault.InvalidCharacters, "password")
	case utf8.RuneCountInString(password) < shortestPassword:
		return fault.Invalid(fault.TooShort, "password").With(map[string]any{"min": shortestPassword})
	case len(password) > longestPassword:
		return fault.Invalid(fault.TooLong, "password").With(map[string]any{"max": longestPassword})
	case len(different) < fewestCharacters || credential.IsCommonPassword(password, names...):
		return fault.Invalid(fault.TooCommon, "password")
	}
	return nil
}

// opening is the invitation of the link, for a password that may be set. Faults: throttled;
// STAFF_INVITE_OVER; what is wrong with the password; not found where people log in by the
// company's issuer.
func (s *Service) opening(ctx context.Context, a actor.Actor, in Enrol) (*invite, error) {
	if s.ByIssuer {
		return nil, fault.NotFound()
	}
	if err := s.Throttle.CountGuess(ctx, fromNetwork(a)); err != nil {
		return nil, err
	}
	var i invite
	err := i.scan(s.Store.QueryRow(ctx, `SELECT `+columns+`, i.id, i.totp_secret FROM staff_invites AS i JOIN staff_members AS m ON m.id = i.staff_id
		WHERE i.token_hash = $1 AND i.expires_at > $2 AND m.disabled_at IS NULL`, secret.HashToken(in.Token), s.Clock.Now()), &i.id, &i.pending)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.Precondition(fault.StaffInviteOver)
	}
	if err != nil {
		return nil, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	local, _, _ := strings.Cut(i.Email, "@")
	return &i, checkPassword(in.Password, append(credential.StoreNames(settings), local, i.Email, i.Name)...)
}

// StartEnrolling checks the password of somebody who was invited by a link, and gives the
// authenticator app a secret. Asking again replaces it. Faults: those of opening.
func (s *Service) StartEnrolling(ctx context.Context, a actor.Actor, in Enrol) (Enrolling, error) {
	i, err := s.opening(ctx, a, in)
	if err != nil {
		return Enrolling{}, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Enrolling{}, err
	}
	e := Enrolling{Name: i.Name, Email: i.Email, Secret: credential.NewOTPSecret()}
	e.Address = credential.OTPAddress(settings.ServiceName.In(a.Locale)+" staff", i.Email, e.Secret)
	if e.QRCode, err = credential.QRCode(e.Address); err != nil {
		return Enrolling{}, err
	}
	n, err := s.changed(ctx, `UPDATE staff_invites SET totp_secret = $2 WHERE id = $1`, i.id, s.Secrets.Seal(pendingSeal(i.id.String()), []byte(e.Secret)))
	if err == nil && n == 0 {
		err = fault.Precondition(fault.StaffInviteOver)
	}
	return e, err
}

// Enrol uses an invitation: from then on the person logs in by this password and this app. It
// opens a session, too. Faults: those of opening; STAFF_LOGIN_FAILED for a wrong code.
func (s *Service) Enrol(ctx context.Context, a actor.Actor, from acts.Origin, in Enrol) (Opened, error) {
	i, err := s.opening(ctx, a, in)
	if err != nil {
		return Opened{}, err
	}
	if err := s.Throttle.CountGuess(ctx, throttle.Guesses{Key: "staff-invite:" + i.id.String(), Free: 10, Window: time.Hour}); err != nil {
		return Opened{}, err
	}
	if i.pending == nil {
		return Opened{}, s.disproved(ctx, &i.Person, from, "invite")
	}
	key, err := s.Secrets.Open(pendingSeal(i.id.String()), i.pending)
	if err != nil {
		return Opened{}, err
	}
	step, right := credential.MatchOTP(string(key), typed.Code(in.Code), s.Clock.Now())
	if !right {
		return Opened{}, s.disproved(ctx, &i.Person, from, "invite")
	}
	hash, err := s.Passwords.Hash(ctx, credential.LaneOf(actor.Actor{IP: a.IP, Behind: a.Behind}), in.Password)
	if err != nil {
		return Opened{}, err
	}
	var opened Opened
	err = s.Acts.Prove(ctx, i.staff(), from, "invite", acts.Act{Kind: acts.StaffEnrolled, Target: target(i.ID)}, func(ctx context.Context, _ *acts.Act) error {
		p, err := s.useInvite(ctx, &i.Person, i.id)
		if err != nil {
			return err
		}
		err = s.Store.Exec(ctx, `UPDATE staff_members SET password_hash = $2, totp_secret = $3, last_step = $4, issuer = NULL, subject = NULL, changed_at = $5 WHERE id = $1`,
			p.ID, hash, s.Secrets.Seal(otpSeal(p.ID.String()), key), step, s.Clock.Now())
		if err == nil {
			err = s.endSessions(ctx, p.ID)
		}
		if err == nil {
			opened, err = s.open(ctx, p, in.Former, s.Clock.Now())
		}
		return err
	})
	return opened, err
}

// useInvite uses up the invitation: of several that try, one does. It must be called in a
// transaction, and returns the person under the lock. Fault: STAFF_INVITE_OVER.
func (s *Service) useInvite(ctx context.Context, invited *Person, id uuid.UUID) (*Person, error) {
	p, err := s.lookup(ctx, true, `m.id = $1 AND m.disabled_at IS NULL`, invited.ID)
	if err != nil {
		return nil, err
	}
	n, err := s.changed(ctx, `DELETE FROM staff_invites WHERE id = $1 AND expires_at > $2`, id, s.Clock.Now())
	if err == nil && (n == 0 || p == nil) {
		err = fault.Precondition(fault.StaffInviteOver)
	}
	return p, err
}

// pendingSeal binds the sealed secret of an app that is being set up to its invitation.
func pendingSeal(id string) string { return "staff invite otp " + id }
