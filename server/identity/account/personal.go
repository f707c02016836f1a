package account

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kaiin/schema"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/typed"
)

// Personal is what a member tells about themselves; the zero value of a field is "not given".
type Personal struct {
	Name, NameKana                string
	FamilyName, GivenName         string
	FamilyNameKana, GivenNameKana string
	Nickname                      string
	Sex                           *int   // 1 male, 2 female, 9 other, 0 prefers not to answer
	Birthday                      string // YYYYMMDD
	PhoneNumber, PostalCode       string // digits only
	Country                       string // ISO 3166-1, two capital letters; sign-up does not ask for it
	Prefecture                    *int   // 1 Hokkaido to 47 Okinawa
	Address, Address2             string
	Custom                        map[string]string // custom item id to value; checkboxes as 'true' or 'false'
}

// textField is one text of a profile: its name in forms, the field that holds it, and what a filled
// value must look like.
type textField struct {
	path  string
	value *string
	check func(string) (code fault.Code, args map[string]any)
	meant func(string) string // what was meant by what was typed
}

func (p *Personal) texts(today clock.Day) []textField {
	limits := schema.Rules()
	name, address := atMost(limits.Name.Max), atMost(limits.Address.Max)
	return []textField{
		{"name", &p.Name, name, typed.Name}, {"nameKana", &p.NameKana, kana, typed.Kana},
		{"familyName", &p.FamilyName, name, typed.Name}, {"givenName", &p.GivenName, name, typed.Name},
		{"familyNameKana", &p.FamilyNameKana, kana, typed.Kana}, {"givenNameKana", &p.GivenNameKana, kana, typed.Kana},
		{"nickname", &p.Nickname, name, typed.Name},
		{"birthday", &p.Birthday, birthday(today), typed.Birthday},
		{"phoneNumber", &p.PhoneNumber, phone, typed.Phone},
		{"postalCode", &p.PostalCode, digits(limits.PostalCode.Length, limits.PostalCode.Length), typed.PostalCode},
		{"country", &p.Country, country, typed.HalfWidth},
		{"address", &p.Address, address, typed.Name}, {"address2", &p.Address2, address, typed.Name},
	}
}

// Tidy is the profile as it is stored under the store's rules: what was meant by what was typed
// (package typed), and nothing of what the store does not ask for.
func (p Personal) Tidy(r settings.Registration) Personal {
	for _, f := range p.texts(clock.Day{}) {
		*f.value = f.meant(*f.value)
		if r.Rule(f.path) == settings.NotUse {
			*f.value = ""
		}
	}
	if r.Rule("sex") == settings.NotUse {
		p.Sex = nil
	}
	if r.Rule("prefecture") == settings.NotUse {
		p.Prefecture = nil
	}
	given := p.Custom
	p.Custom = nil
	for _, item := range r.Custom {
		value := typed.Name(given[item.ID])
		if item.Rule == settings.NotUse || value == "" {
			continue
		}
		if p.Custom == nil {
			p.Custom = map[string]string{}
		}
		p.Custom[item.ID] = value
	}
	return p
}

// Fitting is what somebody else tells of a person, such as an external provider, as far as the
// fields of a form take it: texts are cut to the length of their field, and what has another form
// is left out. No outsider chooses how long a text is.
func (p Personal) Fitting(today clock.Day) Personal {
	for _, f := range p.texts(today) {
		value := f.meant(strings.Map(func(r rune) rune {
			if unseen(r) {
				return -1
			}
			return r
		}, *f.value))
		code, args := f.check(value)
		if most, ok := args["max"].(int); ok && code == fault.TooLong {
			value = strings.TrimSpace(string([]rune(value)[:most]))
		} else if code != "" {
			value = ""
		}
		*f.value = value
	}
	p.Custom = nil
	return p
}

// Check reports everything that is wrong with a tidy profile under the store's rules, each with the
// field's name in the form; custom items are "custom.<id>".
func (p Personal) Check(r settings.Registration, today clock.Day) fault.Fields {
	var wrong fault.Fields
	for _, f := range p.texts(today) {
		if *f.value == "" {
			if r.Rule(f.path) == settings.Required {
				wrong.Add(f.path, fault.Required)
			}
		} else if code, args := f.check(*f.value); code != "" {
			wrong.AddWith(f.path, code, args)
		}
	}
	sexes := []int{1, 2, 9, 0}
	if r.DisallowUnknownGender {
		sexes = sexes[:3]
	}
	checkChoice(&wrong, "sex", p.Sex, r, func(sex int) bool { return slices.Contains(sexes, sex) })
	checkChoice(&wrong, "prefecture", p.Prefecture, r, func(n int) bool { return n >= 1 && n <= schema.Rules().Prefectures })
	for _, item := range r.Custom {
		checkCustom(&wrong, item, p.Custom[item.ID])
	}
	return wrong
}

func checkChoice(wrong *fault.Fields, path string, value *int, r settings.Registration, valid func(int) bool) {
	if value == nil {
		if r.Rule(path) == settings.Required {
			wrong.Add(path, fault.Required)
		}
	} else if !valid(*value) {
		wrong.Add(path, fault.InvalidChoice)
	}
}

// checkCustom records what is wrong with the value of a custom item. A required checkbox must be
// ticked.
func checkCustom(wrong *fault.Fields, item settings.CustomItem, value string) {
	path := "custom." + item.ID
	isOption := func(o settings.CustomOption) bool { return o.ID == value }
	switch required := item.Rule == settings.Required; {
	case item.Rule == settings.NotUse:
	case value == "" && !required:
	case value == "" && item.Type == "TEXT":
		wrong.Add(path, fault.Required)
	case item.Type == "CHECKBOX" && value != "true" && (required || value != "false"),
		item.Type == "SELECT" && !slices.ContainsFunc(item.Options, isOption):
		wrong.Add(path, fault.InvalidChoice)
	case item.Type == "TEXT":
		if code, args := atMost(schema.Rules().Custom.Max)(value); code != "" {
			wrong.AddWith(path, code, args)
		}
	}
}

// CheckText records what is wrong with a text of one line.
func CheckText(wrong *fault.Fields, path, text string, limit int) {
	if code, args := atMost(limit)(text); code != "" {
		wrong.AddWith(path, code, args)
	}
}

func atMost(limit int) func(string) (fault.Code, map[string]any) {
	return func(s string) (fault.Code, map[string]any) {
		if utf8.RuneCountInString(s) > limit {
			return fault.TooLong, map[string]any{"max": limit}
		}
		if strings.ContainsFunc(s, unseen) {
			return fault.InvalidCharacters, nil
		}
		return "", nil
	}
}

// unseen holds for characters that a text of one line has not: control characters and separators of
// lines. What else shows nothing, such as marks that turn the direction of writing, by which a name
// would turn the words of a receipt, has fallen away before (package typed).
func unseen(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) }

func kana(s string) (fault.Code, map[string]any) {
	if !typed.IsKana(s) {
		return fault.KanaOnly, nil
	}
	return atMost(schema.Rules().Name.Max)(s)
}

// phone wants a number as it is dialled in Japan, which begins with 0.
func phone(s string) (fault.Code, map[string]any) {
	limits := schema.Rules().PhoneNumber
	if !strings.HasPrefix(s, "0") {
		return fault.InvalidFormat, nil
	}
	return digits(limits.Min, limits.Max)(s)
}

var onlyDigits = regexp.MustCompile(`^[0-9]*$`)

func digits(least, most int) func(string) (fault.Code, map[string]any) {
	return func(s string) (fault.Code, map[string]any) {
		if len(s) < least || len(s) > most || !onlyDigits.MatchString(s) {
			return fault.InvalidFormat, nil
		}
		return "", nil
	}
}

// birthday wants a day of the calendar as YYYYMMDD, from 1900 to 2099 and not after today.
func birthday(today clock.Day) func(string) (fault.Code, map[string]any) {
	return func(s string) (fault.Code, map[string]any) {
		limits := schema.Rules().Birthday
		t, err := time.Parse("20060102", s)
		if err != nil || t.Year() < limits.MinYear || t.Year() > limits.MaxYear || clock.Date(t.Date()).After(today) {
			return fault.InvalidFormat, nil
		}
		return "", nil
	}
}
