package catalogtest

import (
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/storefile"
)

// Seed fills the database with the test store and returns its catalog. change, when not nil, alters
// the settings first.
//
// Plans: standard (monthly, 1,100 yen), trial (monthly, 980 yen, 14 free days), annual (12 months,
// 9,800 yen), weekly (300 yen), limited (monthly, one in all), future and ended (monthly, outside
// their sales period whatever the clock says), film (purchase, 2,500 yen) and rental (500 yen, 7
// days of viewing). Policies: terms and privacy, inline, and the external marketing.
func Seed(t testing.TB, st *store.Store, change func(*settings.Settings)) *catalog.Service {
	t.Helper()
	s := New(st)
	if err := Files(s).Apply(t.Context(), File(change)); err != nil {
		t.Fatalf("seed the test store: %v", err)
	}
	return s
}

// New is the catalog of a database in which nothing is sold yet.
func New(st *store.Store) *catalog.Service {
	settings := &settings.Service{Store: st, Clock: clock.New()}
	return &catalog.Service{Store: st, Clock: settings.Clock, Settings: settings}
}

// Files applies store files to the store of a catalog.
func Files(s *catalog.Service) *storefile.Service {
	return &storefile.Service{Store: s.Store, Settings: s.Settings, Catalog: s}
}

// File is the store file that Seed applies, for tests that apply it once more with
// something changed.
func File(change func(*settings.Settings)) *storefile.File {
	f := &storefile.File{Settings: Settings(), Policies: policies(), Plans: plans()}
	if change != nil {
		change(&f.Settings)
	}
	return f
}

// Settings are those of the test store: every feature is on but the social ones and the bot check.
func Settings() settings.Settings {
	purpose := func(ja, en string) settings.CodePurpose {
		return settings.CodePurpose{DisplayName: text(ja, en), Minutes: 60}
	}
	return settings.Settings{
		ServiceName:        text("試験館", "Test House"),
		ServiceDescription: text("試験のための映画館です。", "A cinema for tests."),
		Theme:              "light",
		Env:                "development",
		Colors:             settings.Colors{Accent: "#1f5eff", SecondaryAccent: "#0f766e", Player: "#1f5eff"},
		EnablePoweredByPvs: true,
		SMTPDomain:         "test.example",
		AuthCodes: settings.AuthCode{
			Login: purpose("ログインコード", "Login code"), SignUp: purpose("認証コード", "Verification code"),
			Withdraw: purpose("退会コード", "Withdrawal code"), MultiFactorEmail: purpose("二段階認証コード", "Two-step code"),
		},
		Player: settings.Player{PlaybackRates: []float64{1, 1.5}},
		Flags: settings.Flags{
			Newsletter: true, Privacy: true, PinCode: true, Oidc: true, UserID: true, Password: true,
			MultiFactor: true, AuthCode: true, Email: true, StorePayment: true,
		},
		ConsentOptions: []settings.ConsentOption{
			{ID: "news", Type: "newsletter", Title: text("新着のお知らせ", "New films"), Description: text("新しい作品をお知らせします。", "Tells you about new films.")},
			{ID: "offers", Type: "newsletter", Title: text("お得な情報", "Offers")},
			{ID: "suggestions", Type: "privacy", Title: text("おすすめの表示", "Suggestions"), Description: text("視聴履歴を利用します。", "Uses what you have watched.")},
		},
		MultiFactorTypes:        []string{"Email", "SMS", "OTP"},
		DefaultLoginType:        "password",
		Registration:            registration(),
		SignupPolicyStep:        true,
		PurchaseIntervalSeconds: 60,
		Seller: settings.Seller{
			Name: text("株式会社試験館", "Test House, Inc."), Representative: text("代表取締役　試 験子", "Keiko Tameshi, President"),
			Address: text("架空県試験市1-2-3", "1-2-3 Shiken City, Kaku Prefecture"), Phone: "00-0000-0000", InvoiceNumber: "T1234567890123",
			LawPath: "/demo/commerce.html",
		},
	}
}

func registration() settings.Registration {
	return settings.Registration{
		Rules: map[string]settings.Rule{
			"email": settings.Required, "pinCode": settings.Required, "password": settings.Required, "passwordConfirm": settings.Required,
			"userId": settings.Optional, "familyName": settings.Required, "givenName": settings.Required, "nickname": settings.Optional,
			"sex": settings.Optional, "birthday": settings.Required, "postalCode": settings.Optional, "prefecture": settings.Optional,
			"address": settings.Optional, "address2": settings.Optional, "phoneNumber": settings.Optional, "nameKana": settings.NotUse,
		},
		GenderInputType: "Radio", PasswordStrength: "NONE", PasswordMax: 30,
		Custom: []settings.CustomItem{
			{ID: "howFound", Title: text("知ったきっかけ", "How did you find us?"), Type: "SELECT", Rule: settings.Optional, Options: []settings.CustomOption{
				{ID: "friend", Label: text("友人", "A friend")}, {ID: "search", Label: text("検索", "Search")},
			}},
			{ID: "theatre", Title: text("よく行く映画館", "Favourite cinema"), Type: "TEXT", Rule: settings.Optional},
			{ID: "adult", Title: text("18歳以上です", "I am 18 or older"), Type: "CHECKBOX", Rule: settings.Required},
		},
	}
}

func policies() []catalog.PolicyFile {
	inline := func(id string, title words.Text) catalog.PolicyFile {
		return catalog.PolicyFile{ID: id, Key: id, Revision: 1, Title: title, Body: text("<p>本文</p>", "<p>Text</p>")}
	}
	return []catalog.PolicyFile{
		inline("terms", text("利用規約", "Terms of use")),
		inline("privacy", text("プライバシーポリシー", "Privacy policy")),
		{ID: "marketing", Key: "marketing", Revision: 1, Title: text("お知らせの配信", "News by email"), External: "https://example.com/marketing"},
	}
}

func plans() []catalog.PlanFile {
	subscription := func(id string, price, span int, unit string) catalog.PlanFile {
		return catalog.PlanFile{
			ID: id, Type: "subscription", Name: text("プラン "+id, "Plan "+id), Description: text("<p>説明</p>", "<p>About it</p>"),
			Service: text("全作品を2台まで", "Everything on two devices"), Price: price, TaxRate: 10, RenewSpan: span, RenewSpanUnit: unit,
		}
	}
	single := func(id, kind string, price int) catalog.PlanFile {
		return catalog.PlanFile{
			ID: id, Type: kind, Name: text("作品 "+id, "Film "+id), Description: text("<p>説明</p>", "<p>About it</p>"),
			Service: text("1作品を2台まで", "One film on two devices"), Price: price, TaxRate: 10,
		}
	}
	trial := subscription("trial", 980, 1, "months")
	trial.FreeTrialDays = 14
	limited, one := subscription("limited", 1100, 1, "months"), 1
	limited.SalesLimit = &one
	future := subscription("future", 1100, 1, "months")
	future.SalesStart = "2100-01-01"
	ended := subscription("ended", 1100, 1, "months")
	ended.SalesEnd = "2000-12-31"
	rental := single("rental", "rental", 500)
	rental.ViewingDays = 7
	return []catalog.PlanFile{
		subscription("standard", 1100, 1, "months"), trial, subscription("annual", 9800, 12, "months"),
		subscription("weekly", 300, 1, "weeks"), limited, future, ended, single("film", "purchase", 2500), rental,
	}
}

func text(ja, en string) words.Text { return words.Text{"ja": ja, "en": en} }
