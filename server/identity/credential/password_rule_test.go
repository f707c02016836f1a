package credential

import (
	"strings"
	"testing"

	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
)

func TestNewPassword(t *testing.T) { // A-171 A-173
	for _, c := range []struct{ row, strength, password, want string }{
		{"V-105", "", "", "REQUIRED"},
		{"V-094 seven", "", "abcde12", "TOO_SHORT"},
		{"V-094 eight", "", "abcdez12", ""},
		{"V-094 thirty", "", strings.Repeat("xyzq7", 6), ""},
		{"V-094 thirty-one", "", strings.Repeat("xyzq7", 6) + "a", "TOO_LONG"},
		{"V-095", "", "ABCDEZ12", "NEEDS_LOWERCASE"},
		{"V-096", "", "abcdefzz", "NEEDS_DIGIT"},
		{"V-097 full-width", "", "ａbcdez12", "INVALID_CHARACTERS"},
		{"V-097 symbols", "", "abc!\"#$%&'()*+,-./:;<=>?1", ""},
		{"V-097 the other symbols", "", "abc@[\\]^_`{|}~1", ""},
		{"V-097 space", "", "abcdez 12", "INVALID_CHARACTERS"},
		{"V-097 control", "", "abcdez12\x00", "INVALID_CHARACTERS"},
		{"V-098 without", "UPPER_CASE", "abcdez12", "NEEDS_UPPERCASE"},
		{"V-098 with", "UPPER_CASE", "Abcdez12", ""},
		{"V-099 without", "SYMBOL", "Abcdez12", "NEEDS_SYMBOL"},
		{"V-099 with", "SYMBOL", "abcdez_12", ""},
		{"V-100 no symbol", "UPPER_CASE_SYMBOL", "Abcdez12", "NEEDS_SYMBOL"},
		{"V-100 no upper case", "UPPER_CASE_SYMBOL", "abcdez_12", "NEEDS_UPPERCASE"},
		{"V-100 both", "UPPER_CASE_SYMBOL", "Abcdez_12", ""},
		{"base rule", "NONE", "abcdez12", ""},
		{"common", "", "password1", "TOO_COMMON"},
		{"common in capitals", "", "PassWord1", "TOO_COMMON"},
		{"common keyboard walk", "", "1qaz2wsx", "TOO_COMMON"},
		{"the store's name and digits", "", "testhouse1", "TOO_COMMON"},
		{"the user ID and digits", "", "tarotaro99", "TOO_COMMON"},
		{"a name inside something longer", "", "tarotaro9lives", ""},
	} {
		var wrong fault.Fields
		CheckPassword(&wrong, "password", c.password, settings.Registration{PasswordStrength: c.strength}, "Test House", "tarotaro7", "")
		got := fault.Code("")
		if len(wrong) > 0 {
			got = wrong[0].Code
		}
		if got != fault.Code(c.want) {
			t.Errorf("%s: %q gives %q, want %q", c.row, c.password, got, c.want)
		}
	}
}

func TestLongerPasswordsWhereTheStoreAllowsThem(t *testing.T) {
	var wrong fault.Fields
	CheckPassword(&wrong, "password", strings.Repeat("xyzq7mnb", 8), settings.Registration{PasswordMax: 64})
	if len(wrong) > 0 {
		t.Errorf("64 characters: %v", wrong)
	}
}

// An entry that the other rules refuse anyway would be dead weight.
func TestCommonPasswordsSatisfyTheRules(t *testing.T) {
	if len(commonPasswords()) < 100 {
		t.Fatalf("only %d entries", len(commonPasswords()))
	}
	for password := range commonPasswords() {
		if len(password) < 8 || len(password) > 30 || !lower.MatchString(password) || !digit.MatchString(password) || password != strings.ToLower(password) {
			t.Errorf("%q would be refused without the list", password)
		}
	}
}
