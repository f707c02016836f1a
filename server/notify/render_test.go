package notify

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"kaiin/server/clock"
	"kaiin/server/paths"
	"kaiin/server/words"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var testBrand = Brand{
	Name: "灯台座", Origin: "https://cinema.example", PathOf: paths.Of, SupportMail: "help@cinema.example", Seller: "株式会社灯台座",
}

// samples has every message with every field set, and the shapes that take other branches.
func samples() map[string]Message {
	april := clock.Date(2026, 4, 1)
	return map[string]Message{
		"pin-code": PinCode{CodeName: "認証コード", Code: "012345", Minutes: 60}, "sms-code": SMSCode{Code: "012345", Minutes: 10}, "sms-password-reset": SMSPasswordReset{}, "password-reset-other": PasswordChanged{At: april.Start(), OtherFactor: true}, "password-reset-mail": PasswordChanged{At: april.Start(), MailHours: 24}, "factor-on": FactorChanged{At: april.Start(), Type: "OTP", Enabled: true}, "factor-off": FactorChanged{At: april.Start(), Type: "SMS"}, "factor-codes": FactorChanged{At: april.Start(), Type: "BackupCode", Enabled: true}, "external-linked": ExternalChanged{Name: "LINE", Linked: true}, "external-unlinked": ExternalChanged{Name: "LINE"}, "welcome": Welcome{}, "already-member": AlreadyMember{},
		"order-trial": OrderCompleted{
			OrderNumber: "K-20260401-0001", PlanName: "見放題スタンダード", Method: "VISA **** 4242", Subscription: true,
			TrialUntil: april.AddDays(13), NextPayment: april.AddDays(14), NextAmount: 1100,
			Terms: []Term{{"契約期間", "1か月（自動更新）"}, {"解約", "マイページからいつでもお手続きいただけます。"}},
		},
		"order-purchase": OrderCompleted{OrderNumber: "K-20260401-0002", PlanName: "長編 <灯>", Amount: 1234567, Tax: 112233, Method: "VISA **** 4242"},
		"renewed": Renewed{
			PlanName: "見放題スタンダード", Amount: 1100, Tax: 100, Method: "VISA **** 4242", TermStart: april, TermEnd: april.AddDays(29), NextPayment: april.AddMonths(1),
		},
		"withdrawn":      Withdrawn{},
		"password-reset": PasswordReset{Token: "abc_def-123", Minutes: 60}, "password-first": PasswordChanged{At: april.Start(), First: true},
		"password-changed": PasswordChanged{At: april.Start()}, "email-restored": EmailRestored{At: april.Start()},
		"email-former": EmailChanged{At: april.Start(), Email: "h*****@example.jp", UndoToken: "abc_def-123", UndoHours: 72},
		"email-new":    EmailChanged{At: april.Start(), Email: "hanako@example.jp"}, "user-id-changed": UserIDChanged{At: april.Start()},
		"login-alert": LoginAlert{At: april.Start(), Device: "iPhone", Browser: "Safari", Country: "JP", IP: "192.0.2.1"}, "login-alert-unknown": LoginAlert{At: april.Start(), IP: "192.0.2.1"},
		"renewal-failed": RenewalFailed{PlanName: "見放題スタンダード", Amount: 1100, Method: "VISA **** 4242"},
	}
}

func TestEveryMessageRendersInBothLanguages(t *testing.T) {
	rendered := map[string]bool{}
	for name, m := range samples() {
		rendered[m.Template()] = true
		for _, locale := range words.Locales {
			mail, err := render(page{Locale: locale, Brand: testBrand, M: m})
			if err != nil {
				t.Errorf("%s in %s: %v", name, locale, err)
				continue
			}
			if _, short := m.(ShortMessage); short {
				if size := len(utf16.Encode([]rune(mail.Text))); size > 70 || mail.HTML != "" || name == "sms-code" && !strings.HasSuffix(mail.Text, "\n@cinema.example #012345") {
					t.Errorf("%s in %s: %d units: %q", name, locale, size, mail.Text)
				}
				continue
			}
			for part, text := range map[string]string{"subject": mail.Subject, "text": mail.Text, "html": mail.HTML} {
				if strings.TrimSpace(text) == "" || !strings.Contains(text, testBrand.Name) {
					t.Errorf("%s in %s: %s does not name the store: %q", name, locale, part, text)
				}
				for _, leftover := range []string{"<no value>", "{{", "}}", "ZgotmplZ", "%!", "0001"} {
					if strings.Contains(strings.ReplaceAll(text, "-0001", ""), leftover) {
						t.Errorf("%s in %s: %s contains %q:\n%s", name, locale, part, leftover, text)
					}
				}
			}
			if strings.ContainsAny(mail.Subject, "\r\n") {
				t.Errorf("%s in %s: the subject has several lines", name, locale)
			}
		}
	}
	for _, m := range messages {
		if !rendered[m.Template()] {
			t.Errorf("no sample of %s", m.Template())
		}
	}
	files, err := filepath.Glob("templates/*.*.*")
	want := len(messages) * len(words.Locales) * 2
	for _, m := range messages {
		if _, short := m.(ShortMessage); short {
			want -= len(words.Locales)
		}
	}
	if err != nil || len(files) != want {
		t.Errorf("%d template files for %d messages, %v", len(files), len(messages), err)
	}
}

func TestMoneyAndDaysReadAsOnThePages(t *testing.T) { // K-010 K-011
	for _, c := range []struct{ got, want string }{
		{price("ja", 1100), "1,100円（税込）"},
		{price("en", 1234567), "¥1,234,567 (tax incl.)"},
		{price("ja", 0), "0円（税込）"},
		{words.Yen("ja", 100), "100円"},
		{words.Day("ja", clock.Date(2025, 1, 5)), "2025/1/5"},
		{words.Day("en", clock.Date(2025, 1, 5)), "Jan 5, 2025"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestAMessageCannotInjectMarkup(t *testing.T) {
	mail, err := render(page{Locale: "ja", Brand: testBrand, M: samples()["order-purchase"]})
	if err != nil || strings.Contains(mail.HTML, "<灯>") || !strings.Contains(mail.HTML, "&lt;灯&gt;") || !strings.Contains(mail.Text, "長編 <灯>") {
		t.Errorf("err %v\n%s", err, mail.HTML)
	}
}

func TestOrderMailGolden(t *testing.T) {
	for _, locale := range words.Locales {
		mail, err := render(page{Locale: locale, Brand: testBrand, M: samples()["order-trial"]})
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", "order-trial."+locale+".txt")
		got := mail.Subject + "\n\n" + mail.Text
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || got != string(want) {
			t.Errorf("%s differs (go test ./server/notify -update rewrites it), %v:\n%s", golden, err, got)
		}
	}
}
