package actor

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
)

// Scope names something that the staff may do, such as "money.refund". Package scope has them all.
type Scope string

// Staff is a person who works for the store, or a program of theirs, that has proved who it is. It
// is never a member: an Actor with one has no account.
type Staff struct {
	ID         uuid.UUID // of the person; zero for a program
	SessionID  uuid.UUID // of the person
	Number     int       // of the person: what members see instead of a name; 0 for a program
	Name       string    // of the person, or of the program as people call it
	Department string    // of the person; "" for a program
	Email      string    // of the person, in its one form; "" for a program
	Program    string    // the client id of a program; "" for a person
	Roles      []string  // of the person, by name
	Scopes     []Scope   // all that it may do now
	FreshAt    time.Time // when the person last proved who they are; zero for a program
}

// IsPerson tells people from programs.
func (s *Staff) IsPerson() bool { return s.Program == "" }

// Holds reports whether the scope is among those of the staff. A nil Staff holds none.
func (s *Staff) Holds(scope Scope) bool { return s != nil && slices.Contains(s.Scopes, scope) }

// May is the fault of an actor that is no staff, or has not the scope: unauthenticated,
// MISSING_SCOPE.
func (a Actor) May(scope Scope) error {
	switch {
	case a.Staff == nil:
		return fault.Unauthenticated()
	case !a.Staff.Holds(scope):
		return fault.Denied(fault.MissingScope).With(map[string]any{"scope": string(scope)})
	}
	return nil
}

// MayFresh is May for what a person has to have proved for within the last 15 minutes before now;
// a program never may. Fault: REAUTHENTICATION_REQUIRED, too.
func (a Actor) MayFresh(scope Scope, now time.Time) error {
	if err := a.May(scope); err != nil {
		return err
	}
	if !a.Staff.IsPerson() || now.Sub(a.Staff.FreshAt) >= fresh {
		return fault.Reauthenticate()
	}
	return nil
}

// FreshUntil is when the person has to prove once more who they are.
func (s *Staff) FreshUntil() time.Time { return s.FreshAt.Add(fresh) }
