package oidc

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kaiin/ent"
)

// Claims are what an app asks for by name (OpenID Connect Core 5.5): for userinfo and for the ID
// token. Members allow scopes, so a name asks for the scope that hands it over, if the app may have
// that: the scope is on the consent page, and the claims come with it in the answer. A name that no
// granted scope covers is not answered.
type Claims struct {
	UserInfo map[string]*Claim `json:"userinfo,omitempty"`
	IDToken  map[string]*Claim `json:"id_token,omitempty"`
}

// Claim says more of a claim that is asked for; nil is "as usual".
type Claim struct {
	Essential bool  `json:"essential,omitempty"`
	Value     any   `json:"value,omitempty"`
	Values    []any `json:"values,omitempty"`
}

// Covered are the claims that each scope hands over (OpenID Connect Core 5.4).
var Covered = map[string][]string{
	ScopeProfile: {"name", "family_name", "given_name", "nickname", "preferred_username", "picture", "gender", "birthdate", "locale", "updated_at"},
	ScopeEmail:   {"email", "email_verified"},
	ScopePhone:   {"phone_number", "phone_number_verified"},
	ScopeAddress: {"address"},
}

// Scopes are the scopes that hand over what is asked for by name, in the order of the standard.
func (c Claims) Scopes() []string {
	var all []string
	for _, scope := range standard {
		names := Covered[scope]
		if scope == ScopeEntitlements {
			names = []string{ScopeEntitlements}
		}
		if slices.ContainsFunc(names, c.has) {
			all = append(all, scope)
		}
	}
	return all
}

// has reports whether the claim is asked for.
func (c Claims) has(name string) bool {
	_, inUserInfo := c.UserInfo[name]
	_, inIDToken := c.IDToken[name]
	return inUserInfo || inIDToken
}

// ClaimNames are all claims about members that the service knows.
func ClaimNames() []string {
	names := []string{"sub"}
	for _, scope := range standard {
		names = append(names, Covered[scope]...)
	}
	return append(names, ScopeEntitlements)
}

// columnsOf are the columns of accounts that about looks at, by scope.
var columnsOf = map[string][]accountColumn{
	ScopeProfile: {
		{"name", func(a *ent.Account) any { return &a.Name }},
		{"family_name", func(a *ent.Account) any { return &a.FamilyName }},
		{"given_name", func(a *ent.Account) any { return &a.GivenName }},
		{"nickname", func(a *ent.Account) any { return &a.Nickname }},
		{"user_id", func(a *ent.Account) any { return &a.UserID }},
		{"profile_image_url", func(a *ent.Account) any { return &a.ProfileImageURL }},
		{"sex", func(a *ent.Account) any { return &a.Sex }},
		{"birthday", func(a *ent.Account) any { return &a.Birthday }},
		{"locale", func(a *ent.Account) any { return &a.Locale }},
		{"updated_at", func(a *ent.Account) any { return &a.UpdatedAt }},
	},
	ScopeEmail: {
		{"email", func(a *ent.Account) any { return &a.Email }},
		{"email_verified_at", func(a *ent.Account) any { return &a.EmailVerifiedAt }},
	},
	ScopePhone: {{"phone_number", func(a *ent.Account) any { return &a.PhoneNumber }}},
	ScopeAddress: {
		{"postal_code", func(a *ent.Account) any { return &a.PostalCode }},
		{"country", func(a *ent.Account) any { return &a.Country }},
		{"prefecture", func(a *ent.Account) any { return &a.Prefecture }},
		{"address", func(a *ent.Account) any { return &a.Address }},
		{"address2", func(a *ent.Account) any { return &a.Address2 }},
	},
}

type accountColumn struct {
	name string
	into func(*ent.Account) any
}

// about is what the scopes let an app know of the member, as it is now.
func (s *Service) about(row *ent.Account, scopes []string) map[string]any {
	all := map[string]any{}
	set := func(name string, value *string) {
		if value != nil && *value != "" {
			all[name] = *value
		}
	}
	if slices.Contains(scopes, ScopeProfile) {
		set("name", fullName(row))
		set("family_name", row.FamilyName)
		set("given_name", row.GivenName)
		set("nickname", row.Nickname)
		set("preferred_username", row.UserID)
		if row.ProfileImageURL != nil {
			address := s.Issuer + *row.ProfileImageURL
			set("picture", &address)
		}
		if row.Sex != nil {
			if gender := map[int]string{1: "male", 2: "female", 9: "other"}[*row.Sex]; gender != "" {
				all["gender"] = gender
			}
		}
		if row.Birthday != nil && len(*row.Birthday) == len("YYYYMMDD") {
			day := *row.Birthday
			all["birthdate"] = day[:4] + "-" + day[4:6] + "-" + day[6:]
		}
		all["locale"], all["updated_at"] = row.Locale, row.UpdatedAt.Unix()
	}
	if slices.Contains(scopes, ScopeEmail) && row.Email != nil {
		all["email"], all["email_verified"] = *row.Email, row.EmailVerifiedAt != nil
	}
	if slices.Contains(scopes, ScopePhone) && row.PhoneNumber != nil {
		all["phone_number"], all["phone_number_verified"] = *row.PhoneNumber, false // it is what the member wrote in the form
	}
	if address := addressOf(row); slices.Contains(scopes, ScopeAddress) && len(address) > 0 {
		all["address"] = address
	}
	return all
}

func fullName(row *ent.Account) *string {
	if row.Name != nil && *row.Name != "" {
		return row.Name
	}
	var parts []string
	for _, part := range []*string{row.FamilyName, row.GivenName} {
		if part != nil && *part != "" {
			parts = append(parts, *part)
		}
	}
	name := strings.Join(parts, " ")
	return &name
}

// addressOf is the claim address (OpenID Connect Core 5.1.1). The region is a prefecture's number
// in ISO 3166-2.
func addressOf(row *ent.Account) map[string]any {
	all := map[string]any{}
	for name, value := range map[string]*string{"postal_code": row.PostalCode, "country": row.Country} {
		if value != nil && *value != "" {
			all[name] = *value
		}
	}
	if row.Prefecture != nil {
		all["region"] = fmt.Sprintf("JP-%02d", *row.Prefecture)
	}
	var street []string
	for _, line := range []*string{row.Address, row.Address2} {
		if line != nil && *line != "" {
			street = append(street, *line)
		}
	}
	if len(street) > 0 {
		all["street_address"] = strings.Join(street, "\n")
	}
	return all
}

// Watchable is something that a member may watch.
type Watchable struct {
	Plan  string     `json:"plan"`
	Since time.Time  `json:"since"`
	Until *time.Time `json:"until,omitempty"` // none: for good
}
