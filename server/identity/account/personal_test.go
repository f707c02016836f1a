package account_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
)

var today = clock.Date(2026, 4, 1)

func only(field string, rule settings.Rule) settings.Registration {
	return settings.Registration{Rules: map[string]settings.Rule{field: rule}}
}

func problems(p account.Personal, r settings.Registration) string {
	var all []string
	for _, f := range p.Tidy(r).Check(r, today) {
		all = append(all, f.Path+":"+string(f.Code))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestProfileTexts(t *testing.T) { // A-155 A-157
	set := map[string]func(*account.Personal, string){
		"name": func(p *account.Personal, s string) { p.Name = s }, "nameKana": func(p *account.Personal, s string) { p.NameKana = s },
		"familyName": func(p *account.Personal, s string) { p.FamilyName = s }, "givenName": func(p *account.Personal, s string) { p.GivenName = s },
		"familyNameKana": func(p *account.Personal, s string) { p.FamilyNameKana = s }, "givenNameKana": func(p *account.Personal, s string) { p.GivenNameKana = s },
		"nickname": func(p *account.Personal, s string) { p.Nickname = s }, "birthday": func(p *account.Personal, s string) { p.Birthday = s },
		"phoneNumber": func(p *account.Personal, s string) { p.PhoneNumber = s }, "postalCode": func(p *account.Personal, s string) { p.PostalCode = s },
		"address": func(p *account.Personal, s string) { p.Address = s }, "address2": func(p *account.Personal, s string) { p.Address2 = s },
	}
	for _, c := range []struct{ row, field, value, want string }{
		{"V-065", "nameKana", "ヤマダ　タロー", ""},
		{"V-065 composed", "familyNameKana", "カ\u3099", ""},
		{"V-065 kanji", "nameKana", "山田", "KANA_ONLY"},
		{"V-066 seven digits", "birthday", "1999010", "INVALID_FORMAT"},
		{"V-066 no such day", "birthday", "19990229", "INVALID_FORMAT"},
		{"V-066 leap day", "birthday", "20000229", ""},
		{"V-067 before", "birthday", "18991231", "INVALID_FORMAT"},
		{"V-067 first", "birthday", "19000101", ""},
		{"V-067 after", "birthday", "21000101", "INVALID_FORMAT"},
		{"today", "birthday", "20260401", ""},
		{"in the future", "birthday", "20260402", "INVALID_FORMAT"},
		{"V-077 nine digits", "phoneNumber", "031234567", "INVALID_FORMAT"},
		{"V-077 ten digits", "phoneNumber", "0312345678", ""},
		{"F-07 without the leading zero", "phoneNumber", "1234567890", "INVALID_FORMAT"},
		{"V-077 V-026 eleven digits", "phoneNumber", "09012345678", ""},
		{"V-077 V-026 twelve digits", "phoneNumber", "090123456789", "INVALID_FORMAT"},
		{"V-080 six digits", "postalCode", "150000", "INVALID_FORMAT"},
		{"V-080 seven digits", "postalCode", "0600000", ""},
		{"hundred characters", "name", strings.Repeat("髙", 100), ""},
		{"one more", "nickname", strings.Repeat("髙", 101), "TOO_LONG"},
		{"two hundred characters", "address", strings.Repeat("区", 200), ""},
		{"one more", "address2", strings.Repeat("区", 201), "TOO_LONG"},
		{"control characters", "familyName", "山\x00田", "INVALID_CHARACTERS"},
	} {
		p, want := account.Personal{}, ""
		set[c.field](&p, c.value)
		if c.want != "" {
			want = c.field + ":" + c.want
		}
		if got := problems(p, only(c.field, settings.Optional)); got != want {
			t.Errorf("%s: %s %q gives %q, want %q", c.row, c.field, c.value, got, want)
		}
	}
	// F-04 F-07 F-08 F-09 F-10: what was meant is kept; what was typed would be refused.
	for _, c := range []struct{ row, field, typed, kept string }{
		{"V-065", "familyNameKana", "やまだ", "ヤマダ"}, {"V-065", "givenNameKana", "ﾀﾛｳ", "タロウ"}, {"V-066", "birthday", "1999/01/02", "19990102"},
		{"V-066", "birthday", "1999年1月2日", "19990102"}, {"V-078", "phoneNumber", "03-1234-5678", "0312345678"}, {"V-078", "phoneNumber", "+81 90-1234-5678", "09012345678"},
		{"V-025", "phoneNumber", "０３１２３４５６７８", "0312345678"}, {"V-081", "postalCode", "〒150-0002", "1500002"},
	} {
		var p account.Personal
		set[c.field](&p, c.typed)
		rules := only(c.field, settings.Optional)
		if len(p.Check(rules, today)) == 0 {
			t.Errorf("%s: %s %q is right as it is", c.row, c.field, c.typed)
		}
		var want account.Personal
		set[c.field](&want, c.kept)
		if got := p.Tidy(rules); !reflect.DeepEqual(got, want) || len(got.Check(rules, today)) > 0 {
			t.Errorf("%s: %s %q is kept as %+v", c.row, c.field, c.typed, got)
		}
	}
	p := account.Personal{FamilyName: "\ufa19谷", Nickname: "\u202ataro\u202c"}
	if got := p.Tidy(settings.Registration{Rules: map[string]settings.Rule{"familyName": settings.Optional, "nickname": settings.Optional}}); got.FamilyName != p.FamilyName || got.Nickname != "taro" {
		t.Errorf("F-04 F-08: %+v", got)
	}
	for _, field := range slices.Sorted(maps.Keys(set)) { // V-003 V-004 F-106
		for rule, want := range map[settings.Rule]string{settings.Required: field + ":REQUIRED", settings.Optional: "", "SOMETIMES": "", settings.NotUse: ""} {
			blank, p := account.Personal{}, account.Personal{}
			set[field](&blank, " 　")
			if got := problems(blank, only(field, rule)); got != want {
				t.Errorf("blank %s under %s gives %q, want %q", field, rule, got, want)
			}
			set[field](&p, "1")
			if p = p.Tidy(only(field, rule)); rule == settings.NotUse && fmt.Sprint(p) != fmt.Sprint(account.Personal{}) {
				t.Errorf("%s is kept although the store does not use it", field)
			}
		}
	}
}

func TestProfileChoices(t *testing.T) {
	number := func(n int) *int { return &n }
	for _, c := range []struct {
		row             string
		sex, prefecture *int
		strict          bool
		rule            settings.Rule
		want            string
	}{
		{"V-061", number(1), number(1), false, settings.Required, ""},
		{"V-061", number(2), number(47), false, settings.Required, ""},
		{"V-061", number(9), nil, true, settings.Optional, ""},
		{"V-061", number(0), nil, false, settings.Optional, ""},
		{"V-060", number(0), nil, true, settings.Optional, "sex:INVALID_CHOICE"},
		{"unknown", number(3), number(48), false, settings.Optional, "prefecture:INVALID_CHOICE sex:INVALID_CHOICE"},
		{"prefecture 0", nil, number(0), false, settings.Optional, "prefecture:INVALID_CHOICE"},
		{"missing", nil, nil, false, settings.Required, "prefecture:REQUIRED sex:REQUIRED"},
		{"not used", number(3), number(99), false, settings.NotUse, ""},
	} {
		r := settings.Registration{Rules: map[string]settings.Rule{"sex": c.rule, "prefecture": c.rule}, DisallowUnknownGender: c.strict}
		if got := problems(account.Personal{Sex: c.sex, Prefecture: c.prefecture}, r); got != c.want {
			t.Errorf("%s: %q, want %q", c.row, got, c.want)
		}
	}
}

func TestCustomItems(t *testing.T) {
	item := func(kind string, rule settings.Rule) settings.Registration {
		return settings.Registration{Custom: []settings.CustomItem{{ID: "x", Type: kind, Rule: rule, Options: []settings.CustomOption{{ID: "a"}, {ID: "b"}}}}}
	}
	for _, c := range []struct {
		row, kind string
		rule      settings.Rule
		value     string
		want      string
	}{
		{"V-064 required", "TEXT", settings.Required, " ", "custom.x:REQUIRED"},
		{"V-064 optional", "TEXT", settings.Optional, "", ""},
		{"V-064 not used", "TEXT", settings.NotUse, "anything", ""},
		{"300 characters", "TEXT", settings.Optional, strings.Repeat("あ", 300), ""},
		{"301 characters", "TEXT", settings.Optional, strings.Repeat("あ", 301), "custom.x:TOO_LONG"},
		{"an option", "SELECT", settings.Required, "b", ""},
		{"no option", "SELECT", settings.Optional, "c", "custom.x:INVALID_CHOICE"},
		{"none chosen", "SELECT", settings.Required, "", "custom.x:INVALID_CHOICE"},
		{"V-063 C-084 ticked", "CHECKBOX", settings.Required, "true", ""},
		{"V-063 not ticked", "CHECKBOX", settings.Required, "false", "custom.x:INVALID_CHOICE"},
		{"V-063 missing", "CHECKBOX", settings.Required, "", "custom.x:INVALID_CHOICE"},
		{"C-084 not ticked", "CHECKBOX", settings.Optional, "false", ""},
		{"C-084 something else", "CHECKBOX", settings.Optional, "yes", "custom.x:INVALID_CHOICE"},
	} {
		if got := problems(account.Personal{Custom: map[string]string{"x": c.value, "stranger": "1"}}, item(c.kind, c.rule)); got != c.want {
			t.Errorf("%s: %q gives %q, want %q", c.row, c.value, got, c.want)
		}
	}
	kept := account.Personal{Custom: map[string]string{"x": "a", "stranger": "1"}}.Tidy(item("SELECT", settings.Optional)).Custom
	if len(kept) != 1 || kept["x"] != "a" {
		t.Errorf("kept %v", kept)
	}
}

func TestEmailAddresses(t *testing.T) {
	long := strings.Repeat("a", 64) + "@" + strings.Repeat("b", 60) + "." + strings.Repeat("c", 61) + ".jp"
	for address, want := range map[string]bool{
		"taro@example.com": true, "Taro.Yamada+tv@mail.example.co.jp": true, "a..b.@docomo.example": true,
		"": false, "taro": false, "taro@": false, "@example.com": false, "taro@localhost": false, "taro@example..com": false,
		"taro yamada@example.com": false, "taro@exa mple.com": false, "たろう@example.com": false, "taro@例え.jp": false,
		"taro@example.com\nBcc: x@example.com": false, "taro@-example.com": false,
		long: len(long) <= 191, long + "x": len(long)+1 <= 191,
	} {
		if got := account.IsEmail(address); got != want {
			t.Errorf("%q (%d characters): %v", address, len(address), got)
		}
	}
	if len(long) < 189 || len(long) > 191 {
		t.Fatalf("the long address has %d characters", len(long))
	}
}

func TestWhatAProviderTellsIsCutToOurFields(t *testing.T) { // D-15
	long := strings.Repeat("名", 5000)
	sex := 1
	for _, c := range []struct {
		name        string
		given, want account.Personal
	}{
		{"what fits", account.Personal{Name: " 山田 太郎 ", FamilyNameKana: "ヤマダ", Nickname: "taro", Birthday: "19900401", Sex: &sex},
			account.Personal{Name: "山田 太郎", FamilyNameKana: "ヤマダ", Nickname: "taro", Birthday: "19900401", Sex: &sex}},
		{"long names", account.Personal{Name: long, FamilyName: long, GivenName: long, Nickname: long, FamilyNameKana: strings.Repeat("ヤ", 5000)},
			account.Personal{Name: long[:300], FamilyName: long[:300], GivenName: long[:300], Nickname: long[:300], FamilyNameKana: strings.Repeat("ヤ", 100)}},
		{"another form", account.Personal{GivenNameKana: "taro", Birthday: strings.Repeat("1", 5000), PhoneNumber: "+81", PostalCode: long},
			account.Personal{}},
		{"control characters", account.Personal{Nickname: "ta\x00r\no\u0085"}, account.Personal{Nickname: "taro"}},
		{"nothing but space", account.Personal{Nickname: " \u3000\t"}, account.Personal{}},
		{"what no provider is asked for", account.Personal{Custom: map[string]string{"size": long}}, account.Personal{}},
	} {
		if got := c.given.Fitting(today); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
