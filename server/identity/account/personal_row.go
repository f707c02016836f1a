package account

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
)

// PersonalOf is the profile of the account as it is stored.
func PersonalOf(row *ent.Account) Personal {
	return Personal{
		Name: store.Text(row.Name), NameKana: store.Text(row.NameKana),
		FamilyName: store.Text(row.FamilyName), GivenName: store.Text(row.GivenName),
		FamilyNameKana: store.Text(row.FamilyNameKana), GivenNameKana: store.Text(row.GivenNameKana),
		Nickname: store.Text(row.Nickname), Sex: row.Sex, Birthday: store.Text(row.Birthday),
		PhoneNumber: store.Text(row.PhoneNumber), PostalCode: store.Text(row.PostalCode), Country: store.Text(row.Country),
		Prefecture: row.Prefecture, Address: store.Text(row.Address), Address2: store.Text(row.Address2), Custom: row.Custom,
	}
}

// write puts the profile into a row that is about to be made or changed; what is not given
// becomes null.
func (p Personal) write(m *ent.AccountMutation) {
	text := func(value string, set func(string), clear func()) {
		if value == "" {
			clear()
		} else {
			set(value)
		}
	}
	number := func(value *int, set func(int), clear func()) {
		if value == nil {
			clear()
		} else {
			set(*value)
		}
	}
	text(p.Name, m.SetName, m.ClearName)
	text(p.NameKana, m.SetNameKana, m.ClearNameKana)
	text(p.FamilyName, m.SetFamilyName, m.ClearFamilyName)
	text(p.GivenName, m.SetGivenName, m.ClearGivenName)
	text(p.FamilyNameKana, m.SetFamilyNameKana, m.ClearFamilyNameKana)
	text(p.GivenNameKana, m.SetGivenNameKana, m.ClearGivenNameKana)
	text(p.Nickname, m.SetNickname, m.ClearNickname)
	text(p.Birthday, m.SetBirthday, m.ClearBirthday)
	text(p.PhoneNumber, m.SetPhoneNumber, m.ClearPhoneNumber)
	text(p.PostalCode, m.SetPostalCode, m.ClearPostalCode)
	text(p.Country, m.SetCountry, m.ClearCountry)
	text(p.Address, m.SetAddress, m.ClearAddress)
	text(p.Address2, m.SetAddress2, m.ClearAddress2)
	number(p.Sex, m.SetSex, m.ClearSex)
	number(p.Prefecture, m.SetPrefecture, m.ClearPrefecture)
	if p.Custom == nil {
		m.ClearCustom()
	} else {
		m.SetCustom(p.Custom)
	}
}

// Version tells one stored profile from another: it is the same as long as nothing of the profile
// has changed.
func (p Personal) Version() string {
	if len(p.Custom) == 0 {
		p.Custom = nil
	}
	plain, err := json.Marshal(p)
	if err != nil {
		panic(err) // texts and numbers
	}
	sum := sha256.Sum256(plain)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// Differing are the fields that the store asks for and in which the two profiles differ, by their
// names in the form.
func Differing(r settings.Registration, a, b Personal) []string {
	a, b = a.Tidy(r), b.Tidy(r)
	names := []string{}
	theirs := b.texts(clock.Day{})
	for i, f := range a.texts(clock.Day{}) {
		if *f.value != *theirs[i].value {
			names = append(names, f.path)
		}
	}
	if !same(a.Sex, b.Sex) {
		names = append(names, "sex")
	}
	if !same(a.Prefecture, b.Prefecture) {
		names = append(names, "prefecture")
	}
	for _, item := range r.Custom {
		if a.custom(item) != b.custom(item) {
			names = append(names, "custom."+item.ID)
		}
	}
	return names
}

// custom is the value of the item; a box that was never touched is not ticked.
func (p Personal) custom(item settings.CustomItem) string {
	if value := p.Custom[item.ID]; value != "" || item.Type != "CHECKBOX" {
		return value
	}
	return "false"
}

func same(a, b *int) bool { return a == b || a != nil && b != nil && *a == *b }

// over is the profile with the named fields, and all that the store does not ask for, as they are
// in another one.
func (p Personal) over(r settings.Registration, other Personal, named func(field string) bool) Personal {
	takes := func(field string) bool { return r.Rule(field) == settings.NotUse || named(field) }
	theirs := other.texts(clock.Day{})
	for i, f := range p.texts(clock.Day{}) {
		if takes(f.path) {
			*f.value = *theirs[i].value
		}
	}
	if takes("sex") {
		p.Sex = other.Sex
	}
	if takes("prefecture") {
		p.Prefecture = other.Prefecture
	}
	custom := map[string]string{}
	for id, value := range other.Custom {
		custom[id] = value
	}
	for _, item := range r.Custom {
		if item.Rule == settings.NotUse || named("custom."+item.ID) {
			continue
		}
		if value, ok := p.Custom[item.ID]; ok {
			custom[item.ID] = value
		} else {
			delete(custom, item.ID)
		}
	}
	if p.Custom = custom; len(custom) == 0 {
		p.Custom = nil
	}
	return p
}
