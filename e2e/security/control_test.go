package security

import (
	"os"
	"testing"

	"kaiin/e2e/blackbox"
)

// A program that hashes no password for an address that no member has can be told by its times. If
// it could not, TestSecurity09 would prove nothing.
func TestWithoutTheWorkTimeTellsMembers(t *testing.T) {
	if os.Getenv("CONTROL") == "" {
		t.Skip("it builds the program once more: `make promises` runs this, with CONTROL=all")
	}
	program, err := blackbox.BuildEdited("kaiin-without-the-work", blackbox.Edit{
		File: "server/identity/credential/password_pool.go", Text: "err := p.run(ctx, in, func() { key = h.of(password) })",
		Instead: "if hash == nil {\n\t\treturn false, nil\n\t}\n\terr := p.run(ctx, in, func() { key = h.of(password) })",
	})
	must(t, err)
	s := &stack{blackbox.New(t, storeText(t))}
	s.Start(program, dearPasswords)
	known, unknown := s.wrongTries()
	took := timesOf(48, known, unknown)
	if t.Logf("median %v of a member, %v of an unknown address", median(took[0]), median(took[1])); !apart(took[1], took[0]) {
		t.Error("they cannot be told apart: these tests would not notice a missing hash")
	}
}
