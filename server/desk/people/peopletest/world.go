// Package peopletest gives other packages' tests people who work for the store.
package peopletest

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"kaiin/server/base/actor"
	"kaiin/server/desk/people"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/acts/actstest"
)

// Password is everybody's.
const Password = "a lighthouse at the cape"

// From is where everybody is.
var From = acts.Origin{IP: "198.51.100.9", RequestID: "r-1"}

// Visitor is a browser without a session.
var Visitor = actor.Actor{Locale: "ja", IP: "198.51.100.9"}

// New is a service on a database of its own.
func New(t testing.TB) *people.Service {
	t.Helper()
	l := logintest.New(t, nil)
	return &people.Service{
		Store: l.Store, Clock: l.Clock, Secrets: l.Secrets, Settings: l.Settings, Throttle: l.Throttle, Flow: l.Flow, Notify: l.Notify,
		Acts: &acts.Service{Store: l.Store, Clock: l.Clock, Secrets: l.Secrets}, Passwords: &l.Credential.Passwords,
		InvitePath: func(token string) string { return "/staff/invite/" + token },
	}
}

// Person is somebody who has enrolled.
type Person struct {
	people.Opened
	Email  string
	Secret string // of the app
}

// Invite is an invitation by a command. The address is the name's.
func Invite(t testing.TB, s *people.Service, name string, roles ...string) people.Invitation {
	t.Helper()
	out, err := s.Invite(t.Context(), actstest.By(s.Store), people.Invite{Email: Address(name), Name: name, Department: "Support", Roles: roles})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Address is that of the person with the name.
func Address(name string) string { return strings.ToLower(name) + "@todaiza.example" }

// Enrolled is somebody with the roles who has used the invitation and is logged in.
func Enrolled(t testing.TB, s *people.Service, name string, roles ...string) *Person {
	t.Helper()
	return Accept(t, s, Invite(t, s, name, roles...), name)
}

// Accept uses an invitation.
func Accept(t testing.TB, s *people.Service, in people.Invitation, name string) *Person {
	t.Helper()
	e, err := s.StartEnrolling(t.Context(), Visitor, people.Enrol{Token: in.Token, Password: Password})
	if err != nil {
		t.Fatal(err)
	}
	p := &Person{Email: Address(name), Secret: e.Secret}
	if p.Opened, err = s.Enrol(t.Context(), Visitor, From, people.Enrol{Token: in.Token, Password: Password, Code: Code(t, e.Secret, s.Clock.Now())}); err != nil {
		t.Fatal(err)
	}
	return p
}

// Code is what the app shows at a moment.
func Code(t testing.TB, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// Input is a right login of the person. The clock goes on by a step, as a code counts once.
func (p *Person) Input(t testing.TB, s *people.Service) people.Login {
	t.Helper()
	s.Clock.Advance(31 * time.Second)
	return people.Login{Email: p.Email, Password: Password, Code: Code(t, p.Secret, s.Clock.Now())}
}

// Login logs the person in once more.
func (p *Person) Login(t testing.TB, s *people.Service) people.Opened {
	t.Helper()
	o, err := s.Login(t.Context(), Visitor, From, p.Input(t, s))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Decides is a decision of the person at the desk, whose session is fresh.
func (p *Person) Decides(t testing.TB, s *people.Service, kind acts.Kind, input any) acts.Decision {
	t.Helper()
	who := p.Staff
	who.FreshAt = s.Clock.Now()
	d, err := s.Acts.At(t.Context(), actor.Actor{Staff: &who}, From, "desk", kind, acts.Given{
		Key: uuid.NewString(), ReasonKind: acts.Maintenance, Reason: "for a test " + uuid.NewString(), Input: input,
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
