package oidc

import (
	"context"
	"embed"
	"slices"
	"strings"
	"sync"

	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/staff/scope"
)

// Scopes that the service itself gives a meaning (OpenID Connect Core 5.4, 11). The store may add
// its own.
const (
	ScopeOpenID       = "openid"
	ScopeProfile      = "profile"
	ScopeEmail        = "email"
	ScopePhone        = "phone"
	ScopeAddress      = "address"
	ScopeOffline      = "offline_access"
	ScopeEntitlements = "entitlements" // what the member may watch until when, without a name or an address
)

// ScopePin lets an app check the member's PIN. It is one of the store's own scopes: only a store
// with such an app has it.
const ScopePin = "pin"

var standard = []string{ScopeOpenID, ScopeProfile, ScopeEmail, ScopePhone, ScopeAddress, ScopeOffline, ScopeEntitlements}

// Scopes are those of the store, in the order in which members read them: the standard ones, as the
// store's settings name them, and its own. What only the staff do is none of them, whatever the
// settings say: members are not asked for it.
func (s *Service) Scopes(ctx context.Context) ([]settings.ScopeSetting, error) {
	current, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	var all []settings.ScopeSetting
	for _, key := range standard {
		at := slices.IndexFunc(current.Scopes, func(one settings.ScopeSetting) bool { return one.Key == key })
		if at >= 0 {
			all = append(all, current.Scopes[at])
			continue
		}
		all = append(all, settings.ScopeSetting{Key: key, Name: spoken(key), Description: spoken(key + ".about"), Required: key == ScopeOpenID})
	}
	for _, one := range current.Scopes {
		if !slices.Contains(standard, one.Key) && !scope.IsWire(one.Key) {
			all = append(all, one)
		}
	}
	return all, nil
}

//go:embed scopes.*.json
var scopeFiles embed.FS

var catalogue = sync.OnceValue(func() words.Catalogue { return words.Read(scopeFiles, "scopes") })

func spoken(key string) words.Text {
	text := words.Text{}
	for _, locale := range words.Locales {
		text[locale] = catalogue().In(locale).Say(key)
	}
	return text
}

// Split reads a list of scopes as the protocol writes it (RFC 6749 3.3). Each counts once. The
// result is in the order of Scopes, whatever the order in the request was.
func Split(text string) []string {
	var all []string
	for one := range strings.FieldsSeq(text) {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

func joined(scopes []string) string { return strings.Join(scopes, " ") }

// only are the scopes that are among the others.
func only(scopes, others []string) []string {
	return slices.DeleteFunc(slices.Clone(scopes), func(one string) bool { return !slices.Contains(others, one) })
}

// without are the scopes that are not among the others.
func without(scopes, others []string) []string {
	return slices.DeleteFunc(slices.Clone(scopes), func(one string) bool { return slices.Contains(others, one) })
}
