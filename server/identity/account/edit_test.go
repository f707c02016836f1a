package account_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/words"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/transport/paths"
)

// shop is a store that asks for everything.
func shop(s *settings.Settings) {
	for _, field := range strings.Fields("name nameKana familyNameKana givenNameKana nickname sex phoneNumber postalCode prefecture address address2 country") {
		s.Registration.Rules[field] = settings.Optional
	}
	s.Registration.Rules["familyName"], s.Registration.Rules["givenName"] = settings.Required, settings.Required
	s.Registration.Rules["birthday"] = settings.Required
	word := words.Text{"ja": "項目", "en": "Item"}
	s.Registration.Custom = []settings.CustomItem{
		{ID: "work", Title: word, Type: "TEXT", Rule: settings.Optional},
		{ID: "genre", Title: word, Type: "SELECT", Rule: settings.Optional, Options: []settings.CustomOption{{ID: "sf", Label: word}}},
		{ID: "adult", Title: word, Type: "CHECKBOX", Rule: settings.Required},
		{ID: "former", Title: word, Type: "TEXT", Rule: settings.NotUse},
	}
}

type env struct {
	*login.Service
	t *testing.T
}

func setup(t *testing.T, change func(*settings.Settings)) env {
	t.Helper()
	t.Parallel()
	return env{logintest.New(t, change), t}
}

// taro is what is registered of the member.
func taro() account.Personal {
	sex, prefecture := 1, 13
	return account.Personal{
		FamilyName: "山田", GivenName: "太郎", FamilyNameKana: "ヤマダ", GivenNameKana: "タロウ", Nickname: "タロ", Sex: &sex, Birthday: "19900102",
		PhoneNumber: "09012345678", PostalCode: "1500002", Prefecture: &prefecture, Address: "渋谷区渋谷1", Address2: "101", Country: "JP",
		Custom: map[string]string{"work": "大工", "adult": "true", "former": "kept"},
	}
}

// with is the registered profile, changed.
func with(change func(*account.Personal)) account.Personal {
	p := taro()
	change(&p)
	return p
}

// member is a browser in which a member with the profile has just logged in.
func (e env) member() (*ent.Account, actor.Actor) {
	e.t.Helper()
	p := taro()
	row := accounttest.Member(e.t, e.Account, accounttest.With(func(c *ent.AccountCreate) {
		c.SetFamilyName(p.FamilyName).SetGivenName(p.GivenName).SetFamilyNameKana(p.FamilyNameKana).SetGivenNameKana(p.GivenNameKana).
			SetNickname(p.Nickname).SetSex(*p.Sex).SetBirthday(p.Birthday).SetPhoneNumber(p.PhoneNumber).SetPostalCode(p.PostalCode).
			SetPrefecture(*p.Prefecture).SetAddress(p.Address).SetAddress2(p.Address2).SetCountry(p.Country).SetCustom(p.Custom)
	}))
	a, _ := logintest.Member(e.t, e.Service, row.ID)
	return row, a
}

// stored is the profile as it is registered.
func (e env) stored(a actor.Actor) account.Personal {
	e.t.Helper()
	row, err := e.Account.Find(e.t.Context(), a.AccountID)
	if err != nil {
		e.t.Fatal(err)
	}
	return account.PersonalOf(row)
}

// is wants the profile to be registered.
func (e env) is(name string, a actor.Actor, want account.Personal) {
	e.t.Helper()
	if got := e.stored(a); !reflect.DeepEqual(got, want) {
		e.t.Errorf("%s: registered is\n%+v, want\n%+v", name, got, want)
	}
}

func (e env) page(a actor.Actor) *account.EditPage {
	e.t.Helper()
	page, err := e.Account.EditPage(e.t.Context(), a)
	if err != nil {
		e.t.Fatal(err)
	}
	return page
}

func (e env) confirm(a actor.Actor, p account.Personal) {
	e.t.Helper()
	if err := e.Account.ConfirmEdit(e.t.Context(), a, p, e.page(a).Version); err != nil {
		e.t.Fatal(err)
	}
}

func (e env) save(a actor.Actor, sent *account.Personal) string {
	return faulttest.Said(e.Account.Edit(e.t.Context(), a, sent))
}

// confirmPage is where the confirm page leads instead, or the fields it marks.
func (e env) confirmPage(a actor.Actor) string {
	e.t.Helper()
	page, err := e.Account.EditConfirmPage(e.t.Context(), a)
	if err != nil {
		e.t.Fatal(err)
	}
	return paths.Of(page.Next) + strings.Join(page.Changed, " ")
}

func TestEveryFieldIsCheckedAndABadOneChangesNothing(t *testing.T) { // C-079 C-080 E-078
	e := setup(t, shop)
	_, a := e.member()
	number := func(n int) *int { return &n }
	for _, c := range []struct {
		name   string
		change func(*account.Personal)
		want   string
	}{
		{"everything missing", func(p *account.Personal) { *p = account.Personal{} },
			"familyName:REQUIRED givenName:REQUIRED birthday:REQUIRED custom.adult:INVALID_CHOICE"},
		{"blank", func(p *account.Personal) { p.FamilyName = " 　" }, "familyName:REQUIRED"},
		{"huge", func(p *account.Personal) {
			p.Nickname, p.Address = strings.Repeat("髙", 101), strings.Repeat("区", 100_000)
		}, "nickname:TOO_LONG address:TOO_LONG"},
		{"F-08, nothing to see", func(p *account.Personal) {
			p.FamilyName, p.GivenName, p.Address = "\u200b\u3164", "\ufeff\u2060", "1\u20282"
		},
			"familyName:REQUIRED givenName:REQUIRED address:INVALID_CHARACTERS"},
		{"control characters", func(p *account.Personal) { p.Address2 = "1\x00" }, "address2:INVALID_CHARACTERS"},
		{"F-07, no numbers of Japan", func(p *account.Personal) { p.PhoneNumber, p.PostalCode = "1234567890", "15000" },
			"phoneNumber:INVALID_FORMAT postalCode:INVALID_FORMAT"},
		{"no kana", func(p *account.Personal) { p.GivenNameKana = "太郎" }, "givenNameKana:KANA_ONLY"},
		{"a day to come", func(p *account.Personal) { p.Birthday = "20991231" }, "birthday:INVALID_FORMAT"},
		{"F-274 to F-277, no such", func(p *account.Personal) { p.Sex, p.Prefecture = number(3), number(48) }, "sex:INVALID_CHOICE prefecture:INVALID_CHOICE"},
		{"no country", func(p *account.Personal) { p.Country = "XX" }, "country:INVALID_CHOICE"},
		{"a former country", func(p *account.Personal) { p.Country = "DD" }, "country:INVALID_CHOICE"},
		{"L-088", func(p *account.Personal) {
			p.Custom = map[string]string{"adult": "false", "genre": "none", "work": strings.Repeat("a", 301)}
		},
			"custom.work:TOO_LONG custom.genre:INVALID_CHOICE custom.adult:INVALID_CHOICE"},
	} {
		if got := faulttest.Said(e.Account.ConfirmEdit(t.Context(), a, with(c.change), "")); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := e.save(a, nil); got != "INVALID_SESSION_FLOW → /mypage/edit" {
			t.Errorf("%s: saving answers %q", c.name, got)
		}
	}
	e.is("after all that", a, taro())
}

func TestTheFormIsSavedOnceConfirmed(t *testing.T) { // R-079 R-080 C-079 C-080 F-238 F-239 F-240 F-241 F-242 F-243 F-244 F-245 F-246 F-247 F-248 F-249 F-250 F-251 F-274 F-275 F-276 F-277
	e := setup(t, shop)
	ctx := t.Context()
	row, a := e.member()
	if page := e.page(a); len(page.Changed) > 0 || page.Overtaken || page.Form.FamilyName != "山田" || page.Version == "" {
		t.Errorf("the form opens with %+v", page)
	}
	if got := e.confirmPage(a); got != "/mypage/edit" {
		t.Errorf("the confirm page, opened directly: %q", got)
	}
	e.Clock.Advance(time.Hour)
	for _, sex := range []int{2, 9, 0, 1} {
		form := with(func(p *account.Personal) {
			p.Sex, p.GivenName, p.Nickname, p.Country = &sex, "次郎", "", "US"
			p.Custom = map[string]string{"work": "", "genre": "sf", "adult": "true", "stranger": "1"}
		})
		e.confirm(a, form)
		if sex == 2 {
			if got := e.confirmPage(a); got != "givenName nickname country sex custom.work custom.genre" {
				t.Errorf("marked: %q", got)
			}
			if page := e.page(a); page.Form.GivenName != "次郎" || len(page.Changed) != 6 || page.Overtaken {
				t.Errorf("back on the form: %+v", page)
			}
		}
		e.is("confirmed, not saved", a, e.stored(a))
		if got := e.save(a, &form); got != "" {
			t.Fatal(got)
		}
		e.is("saved", a, with(func(p *account.Personal) {
			p.Sex, p.GivenName, p.Nickname, p.Country = &sex, "次郎", "", "US"
			p.Custom = map[string]string{"genre": "sf", "adult": "true", "former": "kept"}
		}))
		if got := e.save(a, &form); got != "" {
			t.Errorf("sent again, because the answer was lost: %q", got)
		}
		if got := e.save(a, nil); got != "INVALID_SESSION_FLOW → /mypage/edit" {
			t.Errorf("once more without the form: %q", got)
		}
		if got := e.confirmPage(a); got != "/mypage/edit" {
			t.Errorf("the confirm page once more: %q", got)
		}
	}
	after, err := e.Account.Find(ctx, row.ID)
	if err != nil || !after.UpdatedAt.After(row.UpdatedAt.Add(50*time.Minute)) {
		t.Errorf("updated at %s, %v", after.UpdatedAt, err)
	}
}

func TestAnUnchangedFormDoesNoHarm(t *testing.T) {
	e := setup(t, shop)
	row, a := e.member()
	e.Clock.Advance(time.Minute)
	e.confirm(a, taro())
	if got := e.confirmPage(a); got != "" {
		t.Errorf("marked: %q", got)
	}
	form := taro()
	if got := e.save(a, &form); got != "" {
		t.Fatal(got)
	}
	e.is("unchanged", a, taro())
	if after, err := e.Account.Find(t.Context(), a.AccountID); err != nil || !after.UpdatedAt.Equal(row.UpdatedAt) {
		t.Errorf("updated at %s, %v", after.UpdatedAt, err)
	}
}

func TestWhatTheStoreDoesNotAskForStays(t *testing.T) { // V-001
	e := setup(t, func(s *settings.Settings) {
		shop(s)
		for _, field := range []string{"address", "address2", "sex", "prefecture", "country", "nickname"} {
			s.Registration.Rules[field] = settings.NotUse
		}
		delete(s.Registration.Rules, "phoneNumber")
	})
	_, a := e.member()
	page := e.page(a)
	if page.Registration.Rule("country") != settings.NotUse {
		t.Error("the country is asked for")
	}
	female := 2
	form := account.Personal{FamilyName: "鈴木", GivenName: "花子", Birthday: "20000229", Nickname: "x", Address: "x", Sex: &female, Custom: map[string]string{"adult": "true", "former": "x"}}
	e.confirm(a, form)
	if got := e.save(a, &form); got != "" {
		t.Fatal(got)
	}
	e.is("the rest", a, with(func(p *account.Personal) {
		p.FamilyName, p.GivenName, p.Birthday, p.FamilyNameKana, p.GivenNameKana, p.PostalCode = "鈴木", "花子", "20000229", "", "", ""
		p.Custom = map[string]string{"adult": "true", "former": "kept"}
	}))
}

func TestAChangeMeanwhileIsToldAndNotOverwritten(t *testing.T) {
	e := setup(t, shop)
	ctx := t.Context()
	row, a := e.member()
	b, _ := logintest.Member(t, e.Service, row.ID)
	opened := e.page(a).Version
	mine := with(func(p *account.Personal) { p.GivenName = "次郎" })
	theirs := with(func(p *account.Personal) { p.Nickname, p.Custom["work"] = "ジロ", "左官" })

	e.confirm(a, mine)
	e.confirm(b, theirs)
	if got := e.save(b, &theirs); got != "" {
		t.Fatal(got)
	}
	if got := e.save(a, &mine); got != "PROFILE_CHANGED → /mypage/edit" {
		t.Errorf("confirmed before: %q", got)
	}
	e.is("not overwritten", a, theirs)
	if got := e.confirmPage(a); got != "/mypage/edit" {
		t.Errorf("the confirm page: %q", got)
	}
	page := e.page(a)
	if !page.Overtaken || page.Form.GivenName != "次郎" || page.Form.Nickname != "ジロ" || page.Form.Custom["work"] != "左官" || strings.Join(page.Changed, " ") != "givenName" {
		t.Errorf("the form shows %+v", page)
	}
	if got := faulttest.Said(e.Account.ConfirmEdit(ctx, a, mine, opened)); got != "PROFILE_CHANGED" {
		t.Errorf("a form that was opened before: %q", got)
	}
	if err := e.Account.ConfirmEdit(ctx, a, page.Form, page.Version); err != nil {
		t.Fatal(err)
	}
	if got := e.save(a, nil); got != "" {
		t.Fatal(got)
	}
	theirs.GivenName = "次郎"
	e.is("both", a, theirs)
}

func TestTheLastStepWantsWhatWasConfirmed(t *testing.T) {
	e := setup(t, shop)
	_, a := e.member()
	e.confirm(a, with(func(p *account.Personal) { p.GivenName = "次郎" }))
	for name, change := range map[string]func(*account.Personal){
		"another name": func(p *account.Personal) {}, "another answer": func(p *account.Personal) { p.GivenName, p.Custom["work"] = "次郎", "x" },
		"nothing": func(p *account.Personal) { *p = account.Personal{} },
	} {
		sent := with(change)
		if got := e.save(a, &sent); got != "CONFIRM_MISMATCH" {
			t.Errorf("%s: %q", name, got)
		}
	}
	e.is("nothing", a, taro())
	e.Clock.Advance(61 * time.Minute)
	if got := e.save(a, nil); got != "INVALID_SESSION_FLOW → /mypage/edit" {
		t.Errorf("an hour later: %q", got)
	}
	if page := e.page(a); len(page.Changed) > 0 {
		t.Errorf("an hour later the form shows %v", page.Changed)
	}
}

func TestAStoreThatAsksOtherwiseMeanwhile(t *testing.T) {
	e := setup(t, shop)
	_, a := e.member()
	e.confirm(a, with(func(p *account.Personal) { p.Nickname = "" }))
	catalogtest.Seed(t, e.Store, func(s *settings.Settings) {
		shop(s)
		s.Registration.Rules["nickname"] = settings.Required
	})
	e.Clock.Advance(store.CacheFor)
	if got := e.confirmPage(a); got != "/mypage/edit" {
		t.Errorf("the confirm page: %q", got)
	}
	if got := e.save(a, nil); got != "nickname:REQUIRED" {
		t.Errorf("saving: %q", got)
	}
	e.is("nothing", a, taro())
}

func TestOnlyTheMemberSavesIt(t *testing.T) {
	e := setup(t, shop)
	_, a := e.member()
	_, other := e.member()
	mine := with(func(p *account.Personal) { p.GivenName = "次郎" })
	e.confirm(a, mine)
	if got := e.save(other, &mine); got != "INVALID_SESSION_FLOW → /mypage/edit" {
		t.Errorf("another member: %q", got)
	}
	crossed := other
	crossed.SessionID = a.SessionID
	if got := e.save(crossed, &mine); got != "UNAUTHENTICATED" {
		t.Errorf("another member in the session: %q", got)
	}
	e.is("another member", other, taro())
	e.is("the member", a, taro())
	if err := e.Session.EndAll(t.Context(), a.AccountID, uuid.Nil); err != nil {
		t.Fatal(err)
	}
	if got := e.save(a, &mine); got != "UNAUTHENTICATED" {
		t.Errorf("after the session's end: %q", got)
	}
	if got := faulttest.Said(e.Account.ConfirmEdit(t.Context(), a, mine, "")); got != "UNAUTHENTICATED" {
		t.Errorf("confirming after the session's end: %q", got)
	}
}

func TestOfManyEditsAtOnceOneIsFirst(t *testing.T) {
	e := setup(t, shop)
	row, a := e.member()
	const many = 8
	browsers, forms := []actor.Actor{}, []account.Personal{}
	for i := range many {
		b, _ := logintest.Member(t, e.Service, row.ID)
		form := with(func(p *account.Personal) { p.Nickname = strings.Repeat("あ", i+1) })
		e.confirm(b, form)
		browsers, forms = append(browsers, b), append(forms, form)
	}
	got := faulttest.Races(many, func(i int) error { return e.Account.Edit(t.Context(), browsers[i], &forms[i]) })
	if got[""] != 1 || got["PROFILE_CHANGED → /mypage/edit"] != many-1 {
		t.Errorf("in %d browsers: %v", many, got)
	}
	form := with(func(p *account.Personal) { p.Nickname = "二度押し" })
	e.confirm(a, form)
	if got := faulttest.Races(many, func(int) error { return e.Account.Edit(t.Context(), a, &form) }); got[""] != many {
		t.Errorf("the same in one browser: %v", got)
	}
	e.is("the last", a, form)
}

func TestCountries(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{"ja": "日本", "en": "Japan", "xx": "日本"} {
		all := account.Countries(locale)
		seen := map[string]bool{}
		for _, c := range all {
			if len(c.Code) != 2 || c.Name == "" || seen[c.Code] {
				t.Errorf("%s: %+v", locale, c)
			}
			seen[c.Code] = true
		}
		if len(all) != 249 || all[0].Name != want || !seen["US"] || !seen["GB"] || seen["EU"] || seen["UK"] || seen["ZZ"] || seen["SU"] {
			t.Errorf("%s: %d countries, the first %+v", locale, len(all), all[0])
		}
	}
}
