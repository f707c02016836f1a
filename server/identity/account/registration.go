package account

import (
	"maps"

	"kaiin/schema"
	"kaiin/server/base/settings"
)

// Registration is what the store asks of a new member: its own rules, less what its flags switch
// off, and the country, which only registered members are asked for.
func Registration(settings *settings.Settings) settings.Registration {
	r := settings.Registration
	r.Rules = maps.Clone(r.Rules)
	if !settings.Flags.UserID {
		delete(r.Rules, "userId") // a field without a rule is not used
	}
	if !settings.Flags.Password {
		delete(r.Rules, "password")
	}
	delete(r.Rules, "country")
	r.PasswordMax = PasswordMax(r)
	return r
}

// PasswordMax is the longest password of the store, 30 unless it says otherwise.
func PasswordMax(r settings.Registration) int {
	if r.PasswordMax > 0 {
		return r.PasswordMax
	}
	return schema.Rules().Password.Max
}
