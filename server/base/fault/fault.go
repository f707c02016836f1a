package fault

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"kaiin/server/base/step"
)

// Kind classifies a fault. It decides the status and nothing else.
type Kind int

const (
	KindInvalid         Kind = iota + 1 // the input is wrong: 400
	KindUnauthenticated                 // no account is signed in, or a proof was wrong: 401
	KindDenied                          // signed in, not allowed: 403
	KindNotFound                        // does not exist, or is not the caller's: 404
	KindConflict                        // exists already, or changed meanwhile: 409
	KindPrecondition                    // the step does not fit the state: 409
	KindThrottled                       // too often: 429
	KindUnavailable                     // try again later: 503
	KindAbandoned                       // the caller has gone: 499, which no caller receives
	KindBroken                          // a defect, told in words of its own: 500
)

// StatusAbandoned is the status in the log of a request whose caller has gone before it was
// answered. No RFC has one; servers have used this number for it since nginx did.
const StatusAbandoned = 499

var statuses = map[Kind]int{
	KindInvalid:         http.StatusBadRequest,
	KindUnauthenticated: http.StatusUnauthorized,
	KindDenied:          http.StatusForbidden,
	KindNotFound:        http.StatusNotFound,
	KindConflict:        http.StatusConflict,
	KindPrecondition:    http.StatusConflict,
	KindThrottled:       http.StatusTooManyRequests,
	KindUnavailable:     http.StatusServiceUnavailable,
	KindAbandoned:       StatusAbandoned,
	KindBroken:          http.StatusInternalServerError,
}

// Field is one wrong field of an input: its path in the input ("email", "custom.shoeSize",
// "answers.q1"), the code of what is wrong with it, and the numbers its message speaks of.
type Field struct {
	Path string
	Code Code
	Args map[string]any
}

// Error is a fault.
type Error struct {
	Kind       Kind
	Code       Code
	Fields     []Field
	Args       map[string]any // the numbers and names the message speaks of
	RetryAfter time.Duration  // throttled and unavailable: when to come back
	RestartAt  step.Step      // a broken flow: where to start again (flowError.redirectTo)
	First      step.Step      // what has to be done first, from which the member comes back
	cause      error
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(string(e.Code))
	for _, f := range e.Fields {
		fmt.Fprintf(&b, " %s:%s", f.Path, f.Code)
	}
	if e.cause != nil {
		fmt.Fprintf(&b, ": %v", e.cause)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.cause }

// Status is the HTTP status of the fault.
func (e *Error) Status() int { return statuses[e.Kind] }

// Invalid says that one field of the input is wrong.
func Invalid(code Code, field string) *Error {
	return &Error{Kind: KindInvalid, Code: code, Fields: []Field{{Path: field, Code: code}}}
}

// BadRequest says that the input as a whole is wrong.
func BadRequest(code Code) *Error { return &Error{Kind: KindInvalid, Code: code} }

// Unauthenticated says that no account is signed in.
func Unauthenticated() *Error {
	return &Error{Kind: KindUnauthenticated, Code: CodeUnauthenticated, First: step.Login}
}

// Refused says that a proof (a password, a code) on the field is wrong.
func Refused(code Code, field string) *Error {
	return &Error{Kind: KindUnauthenticated, Code: code, Fields: []Field{{Path: field, Code: code}}}
}

// Denied says that the caller is known and not allowed.
func Denied(code Code) *Error { return &Error{Kind: KindDenied, Code: code} }

// Reauthenticate says that the member has to prove once more who they are (OWASP ASVS 7.5.1).
func Reauthenticate() *Error {
	return &Error{Kind: KindDenied, Code: ReauthenticationRequired, First: step.ConfirmLogin}
}

// ChangePassword says that the member has to set another password before anything else.
func ChangePassword() *Error {
	return &Error{Kind: KindDenied, Code: PasswordChangeRequired, First: step.ChangePassword}
}

// ReConsent says that the member has to agree to a policy that has changed before they go on in My
// Page.
func ReConsent() *Error {
	return &Error{Kind: KindDenied, Code: ReConsentRequired, First: step.ReConsent}
}

// NotFound says that the thing does not exist, or is not the caller's, which must look the same.
func NotFound() *Error { return &Error{Kind: KindNotFound, Code: CodeNotFound} }

// Conflict says that the thing exists already or changed meanwhile.
func Conflict(code Code) *Error { return &Error{Kind: KindConflict, Code: code} }

// Precondition says that the step does not fit the present state.
func Precondition(code Code) *Error { return &Error{Kind: KindPrecondition, Code: code} }

// BrokenFlow says that a flow has to start again at restartAt (flowError.redirectTo, A-004).
func BrokenFlow(code Code, restartAt step.Step) *Error {
	return &Error{Kind: KindPrecondition, Code: code, RestartAt: restartAt}
}

// Throttled says that the caller may come back after wait.
func Throttled(code Code, wait time.Duration) *Error {
	return &Error{Kind: KindThrottled, Code: code, RetryAfter: wait}
}

// RetrySoon is when to come back to what does not answer and does not say how long that will last.
const RetrySoon = 5 * time.Second

// Unavailable says that something Kaiin depends on does not answer, and to come back soon.
func Unavailable(code Code, cause error) *Error {
	return &Error{Kind: KindUnavailable, Code: code, RetryAfter: RetrySoon, cause: cause}
}

// Abandoned says that the caller has gone.
func Abandoned() *Error { return &Error{Kind: KindAbandoned, Code: Internal} }

// Broken is a defect that kept the caller from what the code tells to have failed, in place of an
// error without words.
func Broken(code Code, cause error) *Error {
	return &Error{Kind: KindBroken, Code: code, cause: cause}
}

// Because records the technical cause, for the log only.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// With adds the values the message speaks of.
func (e *Error) With(args map[string]any) *Error {
	c := *e
	c.Args = args
	for i := range c.Fields {
		if c.Fields[i].Args == nil {
			c.Fields[i].Args = args
		}
	}
	return &c
}

// As finds the fault in err's chain.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// Is reports whether err is a fault with the code.
func Is(err error, code Code) bool {
	e, ok := As(err)
	return ok && e.Code == code
}

// Fields collects what is wrong with an input, so that a Validate reports everything at once.
type Fields []Field

// Add records that the field is wrong.
func (f *Fields) Add(path string, code Code) { *f = append(*f, Field{Path: path, Code: code}) }

// AddWith records that the field is wrong, with the values its message speaks of.
func (f *Fields) AddWith(path string, code Code, args map[string]any) {
	*f = append(*f, Field{Path: path, Code: code, Args: args})
}

// Err is nil when nothing was recorded, else one invalid fault with all fields; its code is the
// first field's.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Kind: KindInvalid, Code: f[0].Code, Fields: f}
}
