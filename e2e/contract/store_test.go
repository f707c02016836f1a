// Package contract proves the shim's contract from outside: for every page and call that is built,
// the paths it is answered at, the exact members of the answer, and what is answered to callers who
// may not, in both languages. Each test runs the whole of Kaiin (apptest) and talks HTTP to it. A
// table's first column names the row of the specification that the line proves.
package contract

import (
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/base/settings"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/shop/storefile"
)

// start runs Kaiin with a store in which everything an operator can say is said; change, when not
// nil, alters it first.
func start(t *testing.T, change func(*storefile.File)) *apptest.Stack {
	t.Helper()
	s := apptest.Start(t, nil)
	f := &storefile.File{Settings: testSettings(), Policies: policies(), Plans: plans()}
	if change != nil {
		change(f)
	}
	if err := catalogtest.Files(s.Catalog).Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	return s
}

func testSettings() settings.Settings {
	s := catalogtest.Settings()
	s.GtmID, s.ReCaptchaKey, s.EmailEditURL = "GTM-TEST1", "site-key", "https://store.example/email"
	s.Images = settings.Images{LogoPc: "/pc.svg", LogoSp: "/sp.svg", Favicon: "/favicon.ico", AppleTouchIcon: "/touch.png"}
	s.Player.TestVideoMediaRefID = "test-media"
	s.Footers = settings.Footers{
		FooterLinks: []settings.FooterLink{
			{Name: text("プラン一覧", "Plans"), Value: text("plans", "plans"), Type: "default", Enable: true, DisplayType: "other"},
			{Name: text("会社", "Company"), Value: text("https://store.example/", "https://store.example/"), Type: "url", ExternalLink: true, DisplayType: "login"},
		},
		SocialMediaLinks: settings.SocialLinks{
			TwitterURL: "https://x.example/", FacebookURL: "https://f.example/", InstagramURL: "https://i.example/", LineURL: "https://l.example/",
		},
		Trademarks: []settings.Trademark{{Type: "text", Name: text("mark", "mark"), Value: []words.Text{text("JASRAC 1234567890", "")}}},
		Copyright:  text("© Test House", ""),
	}
	s.SubscriptionContractLimit = 1
	return s
}

func policies() []catalog.PolicyFile {
	return []catalog.PolicyFile{
		{ID: "terms", Key: "termsOfUse", Revision: 3, Title: text("利用規約", "Terms of use"), Body: text("<p>本文</p>", "<p>Text</p>")},
		{ID: "news", Key: "news", Revision: 1, Title: text("お知らせ", "News"), External: "https://store.example/news"},
	}
}

// plans are one of each kind; club has everything a plan can have.
func plans() []catalog.PlanFile {
	limit := 100
	plan := func(id, kind string, price int) catalog.PlanFile {
		return catalog.PlanFile{
			ID: id, Type: kind, Name: text("プラン"+id, "Plan "+id), Description: text("<p>説明<br>です</p>", "<p>About <b>it</b></p>"),
			Service: text("全作品", "Everything"), Price: price, TaxRate: 10,
		}
	}
	club := plan("club", "subscription", 1100)
	club.RenewSpan, club.RenewSpanUnit = 1, "months"
	club.Image, club.CompletedMessage = "/club.svg", text("ようこそ", "Welcome")
	club.SalesStart, club.SalesEnd, club.SalesLimit, club.ForceStopRenew = "2020-01-01", "2099-12-31", &limit, "2099-12-31"
	club.Survey = everyQuestion()
	trial := plan("trial", "subscription", 300)
	trial.RenewSpan, trial.RenewSpanUnit, trial.FreeTrialDays = 2, "weeks", 14
	ended := plan("ended", "subscription", 10)
	ended.RenewSpan, ended.RenewSpanUnit, ended.SalesEnd = 5, "days", "2000-12-31"
	rental := plan("rental", "rental", 500)
	rental.ViewingDays = 7
	return []catalog.PlanFile{club, trial, ended, plan("film", "purchase", 2500), rental}
}

// survey has a question of every type.
func everyQuestion() *survey.Survey {
	options := []survey.AnswerOption{{ID: "1", Title: text("一", "One")}, {ID: "2", Title: text("二", "Two")}, {ID: "3", Title: text("三", "Three")}}
	all := &survey.Survey{Name: text("アンケート", "Survey"), Description: text("教えてください", "Tell us")}
	for _, kind := range []survey.QuestionType{"text", "textarea", "radio", "checkbox", "select", "date", "time"} {
		q := survey.Question{ID: "q-" + string(kind), Type: kind, Title: text("質問", "Question"), Description: text("補足", "More")}
		switch kind {
		case "text":
			q.Required, q.Validation = true, "^[a-z]+$"
		case "checkbox":
			q.MinCount, q.MaxCount, q.Options = 1, 2, options
		case "radio", "select":
			q.Options = options
		}
		all.Questions = append(all.Questions, q)
	}
	return all
}

func text(ja, en string) words.Text { return words.Text{"ja": ja, "en": en} }
