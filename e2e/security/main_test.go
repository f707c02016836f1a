// Package security proves from outside that no one gets in without the right, and that a member can
// do only what is theirs. Each test is named by the number of the requirement it proves; the
// requirements are those of OWASP ASVS 5.0, NIST SP 800-63B-4 and RFC 9700 that a store of members
// has to meet.
//
//	password   1–7      what may be a password, and how it is changed
//	throttle   9–18     guessing, spraying, and telling who is a member
//	start      19       nothing is open before it is configured
//	code       20–25    mailed codes
//	factor     26–34    second factors, resets, trusted devices
//	session    35–41    sessions, cookies
//	origin     42–43    calls that another site makes
//	authority  44–46    what belongs to another, fields of the server's, steps out of order
//	social     64       external accounts
//	picture    66       profile pictures
//	crowd      S-07     the pages that visitors share
//	log                 what callers send stays inside its line
//	newsletter          who gets one, and what its link can do
//
// What needs a page (8) is proved by the tests of the pages.
package security

import (
	"os"
	"testing"

	"kaiin/e2e/blackbox"
)

func TestMain(m *testing.M) { blackbox.Main(m, 6) }

type answer = blackbox.Answer

const password = blackbox.Password

var (
	must = blackbox.Must
	want = blackbox.Want
	each = blackbox.Each
)

// stack is the store of testdata/store.yaml, whose server answers.
type stack struct{ *blackbox.Stack }

func storeText(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/store.yaml")
	must(t, err)
	return string(text)
}

// together is the stack of the tests that run side by side with members of their own.
func together(t *testing.T, variables ...string) *stack {
	t.Helper()
	t.Parallel()
	return &stack{blackbox.Shared(t, storeText(t), variables...)}
}

// inTurn is the stack of the tests that move the clock, one after the other.
func inTurn(t *testing.T, variables ...string) *stack {
	t.Helper()
	t.Parallel()
	return &stack{blackbox.InTurn(t, storeText(t), variables...)}
}

// running starts a stack of the test's own; variables change its environment.
func running(t *testing.T, variables ...string) *stack {
	t.Helper()
	t.Parallel()
	s := &stack{blackbox.New(t, storeText(t))}
	s.Start(blackbox.Program(), variables...)
	return s
}
