package storefile

import (
	"strings"
	"testing"
	"testing/fstest"

	"kaiin/server/base/settings"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
)

const smallStore = `
settings:
  serviceName: {ja: 試験館, en: Test House}
  serviceDescription: {ja: 試験のための映画館です。}
  theme: light
  env: development
  colors: {accent: "#1f5eff", secondaryAccent: "#0f766e", player: "#1f5eff"}
  defaultLoginType: password
  authCodeSetting:
    login: &code {displayName: {ja: コード}, minutes: 60}
    signUp: *code
    withdraw: *code
    multiFactorEmail: *code
  registration:
    rules: {email: REQUIRED, nickname: whatever}
    genderInputType: Radio
    passwordStrength: NONE
    passwordMax: 30
  seller:
    name: {ja: 株式会社試験館}
    representative: {ja: 代表取締役　試 験子}
    address: {ja: 架空県試験市1-2-3}
    phone: 00-0000-0000
    invoiceRegistrationNumber: T1234567890123
    lawPath: /law.html
policies:
  - {id: terms, key: terms, revision: 3, title: {ja: 利用規約}, files: {ja: terms.ja.html}}
plans:
  - id: standard
    planType: subscription
    planName: {ja: 標準}
    planDescription: {ja: "<p>説明</p>"}
    service: {ja: 全作品}
    price: 1100
    taxRate: 10
    renewSpan: 1
    renewSpanUnit: months
    salesStartDay: 2026-04-01
    salesEndDay: 2026-04-30
`

func parse(store string) (*File, error) {
	return Parse(fstest.MapFS{
		"store.yaml":    {Data: []byte(store)},
		"terms.ja.html": {Data: []byte("<h2>第1条</h2><p>本文</p>")},
	}, "store.yaml")
}

func TestParse(t *testing.T) {
	t.Parallel()
	f, err := parse(smallStore)
	if err != nil {
		t.Fatal(err)
	}
	if f.Settings.ServiceName.In("en") != "Test House" || f.Settings.ServiceDescription.In("en") != "試験のための映画館です。" {
		t.Errorf("texts %v", f.Settings)
	}
	if f.Policies[0].Revision != 3 || !strings.Contains(f.Policies[0].Body["ja"], "第1条") {
		t.Errorf("policy %+v", f.Policies[0])
	}
	rules := f.Settings.Registration
	if rules.Rule("email") != settings.Required || rules.Rule("nickname") != settings.Optional || rules.Rule("birthday") != settings.NotUse { // V-003 A-025
		t.Errorf("rules %v", rules.Rules)
	}
}

func TestParseNamesTheLineOfWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, old, new, want string }{
		{"an unknown key", "  theme: light", "  thema: light", `unknown field "thema"`},
		{"a key twice", "  theme: light", "  theme: light\n  theme: dark", `already defined`},
		{"a wrong type", "    price: 1100", "    price: cheap", "price: cheap"},
	} {
		_, err := parse(strings.Replace(smallStore, c.old, c.new, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "store.yaml") {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !strings.Contains(err.Error(), ">") || !strings.Contains(err.Error(), " | ") {
			t.Errorf("%s: the line is not shown: %v", c.name, err)
		}
	}
}

// F-02: what an operator writes is what is sold and shown.
func TestAStoreFileIsTakenAsItIsWritten(t *testing.T) {
	t.Setenv("KAIIN_TEST_PHONE", "0312345670")
	f, err := parse("\ufeff" + strings.NewReplacer("phone: 00-0000-0000", "phone: ${KAIIN_TEST_PHONE}", "service: {ja: 全作品}", "service: 0120").Replace(smallStore))
	if err != nil {
		t.Fatal(err)
	}
	if seller := f.Settings.Seller; seller.Phone != "0312345670" || f.Plans[0].Service.In("ja") != "0120" {
		t.Errorf("phone %q, service %q", seller.Phone, f.Plans[0].Service)
	}
	for _, price := range []string{"01100", "1e3", "1100.5"} {
		if _, err := parse(strings.Replace(smallStore, "price: 1100", "price: "+price, 1)); err == nil || !strings.Contains(err.Error(), "price: "+price) {
			t.Errorf("price: %s: %v", price, err)
		}
	}
}

func TestValidateReportsEverythingAtOnce(t *testing.T) {
	t.Parallel()
	broken := strings.NewReplacer(
		"theme: light", "theme: pink\n  signupStyle: quick",
		`accent: "#1f5eff", s`, `accent: blue, s`,
		"{ja: 試験館, en: Test House}", "{en: Test House, fr: Maison}",
		"passwordMax: 30", "passwordMax: 300",
		"nickname: whatever", "shoeSize: REQUIRED",
		"revision: 3", "revision: 0",
		"terms.ja.html}", "gone.html}",
		"planType: subscription", "planType: gift",
		"salesEndDay: 2026-04-30", "salesEndDay: 30.4.2026",
	).Replace(smallStore)
	_, err := parse(broken)
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{
		"line 5: settings.theme:", "settings.signupStyle:", "line 8: settings.colors.accent:", "line 3: settings.serviceName: needs a text in ja", `line 3: settings.serviceName: "fr"`,
		"line 19: settings.registration.passwordMax:", "line 16: settings.registration.rules.shoeSize:",
		"line 28: policies[0].revision:", "line 28: policies[0].files.ja:", "line 31: plans[0].planType:", "line 40: plans[0].salesEndDay:",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("nothing about %q in:\n%v", want, err)
		}
	}
}

func TestPlansAreChecked(t *testing.T) {
	t.Parallel()
	zero := 0
	for _, c := range []struct {
		name   string
		change func(*catalog.PlanFile)
		want   string
	}{
		{"an id that is no part of an address", func(p *catalog.PlanFile) { p.ID = "Gold Plan" }, ".id"},
		{"a negative price", func(p *catalog.PlanFile) { p.Price = -1 }, ".price"},
		{"no term", func(p *catalog.PlanFile) { p.RenewSpan = 0 }, ".renewSpan"},
		{"a unit of years", func(p *catalog.PlanFile) { p.RenewSpanUnit = "years" }, ".renewSpanUnit"},
		{"a limit of none", func(p *catalog.PlanFile) { p.SalesLimit = &zero }, ".salesLimit"},
		{"sales that end before they start", func(p *catalog.PlanFile) { p.SalesStart = "2026-05-01" }, ".salesEndDay"},
		{"viewing days of a subscription", func(p *catalog.PlanFile) { p.ViewingDays = 7 }, ".viewingDays"},
		{"a purchase that renews", func(p *catalog.PlanFile) { p.Type = "purchase" }, "only a subscription"},
		{"an image from nowhere", func(p *catalog.PlanFile) { p.Image = "poster.png" }, ".image"},
		{"a survey that asks nothing", func(p *catalog.PlanFile) { p.Survey = &survey.Survey{Name: words.Text{"ja": "問"}} }, ".survey.questions"},
	} {
		f, err := parse(smallStore)
		if err != nil {
			t.Fatal(err)
		}
		c.change(&f.Plans[0])
		if err := f.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestPlansAreComparedByOneSetOfNames(t *testing.T) {
	t.Parallel()
	entry := func(ja, en string) words.Entry {
		return words.Entry{Name: words.Text{"ja": ja, "en": en}, Value: words.Text{"ja": "4K"}}
	}
	for _, c := range []struct {
		name   string
		change func(first, second *catalog.PlanFile)
		want   string
	}{
		{"the same names, one recommended", func(a, b *catalog.PlanFile) {
			a.Recommended, a.Features, b.Features = true, []words.Entry{entry("画質", "Picture")}, []words.Entry{entry("画質", "Picture"), entry("台数", "Screens")}
		}, ""},
		{"two recommended", func(a, b *catalog.PlanFile) { a.Recommended, b.Recommended = true, true }, "plans[1].recommended"},
		{"a name twice in a plan", func(a, _ *catalog.PlanFile) {
			a.Features = []words.Entry{entry("画質", "Picture"), entry("画質", "Picture")}
		}, "plans[0].features[1].name"},
		{"another English name", func(a, b *catalog.PlanFile) {
			a.Features, b.Features = []words.Entry{entry("画質", "Picture")}, []words.Entry{entry("画質", "Quality")}
		}, "plans[1].features[0].name"},
		{"no value", func(a, _ *catalog.PlanFile) { a.Features = []words.Entry{{Name: words.Text{"ja": "画質"}}} }, "plans[0].features[0].value"},
		{"too many", func(a, _ *catalog.PlanFile) { a.Features = make([]words.Entry, 9) }, "plans[0].features"},
	} {
		f, err := parse(smallStore)
		if err != nil {
			t.Fatal(err)
		}
		second := f.Plans[0]
		second.ID = "second"
		f.Plans = append(f.Plans, second)
		c.change(&f.Plans[0], &f.Plans[1])
		err = f.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestTheTopPageNamesPlansThatThereAre(t *testing.T) {
	t.Parallel()
	f, err := parse(smallStore)
	if err != nil {
		t.Fatal(err)
	}
	said := words.Text{"ja": "文"}
	f.Settings.Home = settings.Home{Headline: said, Plan: f.Plans[0].ID}
	f.Settings.Titles = []settings.Title{{ID: "tide", Name: said, Year: 1974, Minutes: 107, Art: "/tide.svg", Plans: []string{f.Plans[0].ID}}}
	if err := f.Validate(); err != nil {
		t.Fatal(err)
	}
	f.Settings.Home.Plan, f.Settings.Titles[0].Plans = "gone", []string{f.Plans[0].ID, "none"}
	err = f.Validate()
	for _, want := range []string{`settings.home.plan: "gone"`, `settings.titles[0].plans[1]: "none"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("nothing about %s in %v", want, err)
		}
	}
}
