package account

import (
	"maps"

	"kaiin/schema"
	"kaiin/server/catalog"
)

// Registration is what the store asks of a new member: its own rules, less what its flags switch off.
func Registration(settings *catalog.Settings) catalog.Registration {
	r := settings.Registration
	r.Rules = maps.Clone(r.Rules)
	if !settings.Flags.UserID {
		delete(r.Rules, "userId") // a field without a rule is not used
	}
	if !settings.Flags.Password {
		delete(r.Rules, "password")
	}
	r.PasswordMax = PasswordMax(r)
	return r
}

// PasswordMax is the longest password of the store, 30 unless it says otherwise.
func PasswordMax(r catalog.Registration) int {
	if r.PasswordMax > 0 {
		return r.PasswordMax
	}
	return schema.Rules().Password.Max
}
