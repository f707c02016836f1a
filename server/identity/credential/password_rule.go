package credential

import (
	"context"
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/schema"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
)

//go:embed common_passwords.txt
var commonList string

var commonPasswords = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(commonList) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			set[line] = true
		}
	}
	return set
})

var (
	printable = regexp.MustCompile(`^[!-~]*$`)
	lower     = regexp.MustCompile(`[a-z]`)
	digit     = regexp.MustCompile(`[0-9]`)
	upper     = regexp.MustCompile(`[A-Z]`)
	symbol    = regexp.MustCompile(`[^A-Za-z0-9]`)
	tail      = regexp.MustCompile(`[^a-z]+$`) // what people append to a word: digits and symbols
)

// CheckPassword records what is wrong with a new password: its length, characters outside printable
// ASCII, what the store's strength asks for, and that it is one of those everybody tries
// first. names are words that make it easy to
// guess: the store's names, the user ID, the address.
func CheckPassword(wrong *fault.Fields, path, password string, r settings.Registration, names ...string) {
	strength := r.PasswordStrength
	switch limits := schema.Rules().Password; {
	case password == "":
		wrong.Add(path, fault.Required)
	case !printable.MatchString(password):
		wrong.Add(path, fault.InvalidCharacters)
	case len(password) < limits.Min:
		wrong.AddWith(path, fault.TooShort, map[string]any{"min": limits.Min})
	case len(password) > account.PasswordMax(r):
		wrong.AddWith(path, fault.TooLong, map[string]any{"max": account.PasswordMax(r)})
	case !lower.MatchString(password):
		wrong.Add(path, fault.NeedsLowercase)
	case !digit.MatchString(password):
		wrong.Add(path, fault.NeedsDigit)
	case strings.HasPrefix(strength, "UPPER_CASE") && !upper.MatchString(password):
		wrong.Add(path, fault.NeedsUppercase)
	case strings.HasSuffix(strength, "SYMBOL") && !symbol.MatchString(password):
		wrong.Add(path, fault.NeedsSymbol)
	case IsCommonPassword(password, names...):
		wrong.Add(path, fault.TooCommon)
	}
}

// IsCommonPassword holds for the passwords that everybody tries first, and for one of the names
// followed by digits or symbols, whatever their case.
func IsCommonPassword(password string, names ...string) bool {
	password = strings.ToLower(password)
	if commonPasswords()[password] {
		return true
	}
	word := tail.ReplaceAllString(password, "")
	for _, name := range names {
		name = strings.ToLower(strings.ReplaceAll(name, " ", ""))
		if name != "" && (password == name || word != "" && word == tail.ReplaceAllString(name, "")) {
			return true
		}
	}
	return false
}

// StoreNames are the store's names in every language.
func StoreNames(settings *settings.Settings) []string {
	var names []string
	for _, name := range settings.ServiceName {
		names = append(names, name)
	}
	return names
}

// RequireNewPassword notes that the account's password is one that everybody tries first, as the
// login has just shown that was made with it. From then on every session of the account begins with
// the duty to change the password, however the member logs in, until a new password is set. It
// joins the caller's transaction.
func (s *Service) RequireNewPassword(ctx context.Context, row *ent.Account) error {
	if row.MustChangePassword || row.PasswordHash == nil {
		return nil
	}
	return s.Store.Client(ctx).Account.Update().
		Where(entaccount.ID(row.ID), entaccount.PasswordHash(*row.PasswordHash)). // unless another one was set meanwhile
		SetMustChangePassword(true).Exec(ctx)
}
