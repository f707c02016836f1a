package graph_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/shop/postal"
	"kaiin/server/transport/graph"
	"kaiin/server/transport/viewer"
)

// shop runs one document for a viewer against the test store, and counts its statements.
func shop(t *testing.T, change func(*settings.Settings)) func(v *viewer.Viewer, document string, variables map[string]any) (map[string]any, int64) {
	t.Helper()
	run := runner(t, change)
	return func(v *viewer.Viewer, document string, variables map[string]any) (map[string]any, int64) {
		t.Helper()
		response, n := run(v, document, variables)
		if len(response.Errors) > 0 {
			t.Fatal(response.Errors)
		}
		data := map[string]any{}
		if err := json.Unmarshal(response.Data, &data); err != nil {
			t.Fatal(err)
		}
		return data, n
	}
}

// runner is shop for answers that may be errors.
func runner(t *testing.T, change func(*settings.Settings)) func(v *viewer.Viewer, document string, variables map[string]any) (*graphql.Response, int64) {
	t.Helper()
	c := catalogtest.Seed(t, storetest.Open(t), change)
	exec, err := graph.New(&graph.Resolver{Catalog: c, Settings: c.Settings, Postal: &postal.Service{Store: c.Store}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return func(v *viewer.Viewer, document string, variables map[string]any) (*graphql.Response, int64) {
		v.SetCookie = func(*http.Cookie) {}
		ctx, n := store.CountStatements(viewer.With(context.WithoutCancel(t.Context()), v))
		response := exec.Run(ctx, document, variables)
		return response, n.Load()
	}
}

func visitor(locale string) *viewer.Viewer { return &viewer.Viewer{Actor: actor.Actor{Locale: locale}} }

// valueAt walks a path of keys and indexes through an answer.
func valueAt(t *testing.T, value any, path string) any {
	t.Helper()
	for key := range strings.SplitSeq(path, ".") {
		if list, ok := value.([]any); ok {
			if len(list) == 0 {
				t.Fatalf("%s: the list before %s is empty", path, key)
			}
			value = list[0]
		}
		object, ok := value.(map[string]any)
		if !ok {
			t.Fatalf("%s: no object at %s", path, key)
		}
		if value, ok = object[key]; !ok {
			t.Fatalf("%s: no field %s", path, key)
		}
	}
	return value
}

func TestTheRootCarriesEverySettingOfTheStore(t *testing.T) {
	t.Parallel()
	ask := shop(t, func(s *settings.Settings) {
		s.GtmID, s.EmailEditURL = "GTM-ABC1", "/mail"
		s.Images = settings.Images{LogoPc: "/pc.svg", LogoSp: "/sp.svg", Favicon: "/icon.svg", AppleTouchIcon: "/touch.png", LogoDark: "/dark.svg", OgImage: "/og.png"}
		s.Player.TestVideoMediaRefID = "sample"
		s.Flags.Recaptcha, s.ReCaptchaKey = true, "site-key"
		s.Flags.AmaltheaLogin = true
		s.Footers = settings.Footers{
			FooterLinks: []settings.FooterLink{{
				Name: words.Text{"ja": "ヘルプ", "en": "Help"}, Value: words.Text{"ja": "https://example.com/help"}, Type: "url", Enable: true, ExternalLink: true, DisplayType: "logout",
			}},
			SocialMediaLinks: settings.SocialLinks{
				TwitterURL: "https://example.com/x", FacebookURL: "https://example.com/f", InstagramURL: "https://example.com/i", LineURL: "https://example.com/l",
			},
			Trademarks: []settings.Trademark{{Type: "text", Name: words.Text{"ja": "商標"}, Value: []words.Text{{"ja": "試験館"}}}},
			Copyright:  words.Text{"ja": "© 試験館"},
		}
	})
	data, statements := ask(visitor("ja"), "RootScreen", nil)
	if statements > 1 {
		t.Errorf("%d statements, want 1 at most", statements)
	}
	root := valueAt(t, data, "root")
	for _, c := range []struct {
		row, path string
		want      any
	}{
		{"F-005", "authId", nil}, {"F-007", "isApp", false}, {"F-008", "isAndroid", false}, {"F-009", "isMobile", false},
		{"F-006 F-010", "storeSettingData.serviceName", "試験館"}, {"F-011", "storeSettingData.serviceDescription", "試験のための映画館です。"},
		{"F-012", "storeSettingData.theme", "light"}, {"F-013", "storeSettingData.gtmId", "GTM-ABC1"},
		{"F-014", "storeSettingData.images.logoPc", "/pc.svg"}, {"F-015", "storeSettingData.images.logoSp", "/sp.svg"},
		{"F-016", "storeSettingData.images.favicon", "/icon.svg"}, {"F-017", "storeSettingData.images.appleTouchIcon", "/touch.png"},
		{"", "storeSettingData.images.logoDark", "/dark.svg"}, {"", "storeSettingData.images.ogImage", "/og.png"},
		{"F-018", "storeSettingData.colors.accent", "#1f5eff"}, {"F-019", "storeSettingData.colors.secondaryAccent", "#0f766e"},
		{"F-020", "storeSettingData.colors.player", "#1f5eff"}, {"F-018", "storeSettingData.colors.onAccent", "#ffffff"},
		{"F-022", "storeSettingData.enablePoweredByPvs", true}, {"F-023", "storeSettingData.smtpDomain", "test.example"},
		{"F-024 F-028", "storeSettingData.authCodeSetting.login.displayName", "ログインコード"},
		{"F-025 F-028", "storeSettingData.authCodeSetting.signUp.displayName", "認証コード"},
		{"F-026 F-028", "storeSettingData.authCodeSetting.withdraw.displayName", "退会コード"},
		{"F-027 F-028", "storeSettingData.authCodeSetting.multiFactorEmail.displayName", "二段階認証コード"},
		{"F-029", "storeSettingData.player.playbackRates", []any{1.0, 1.5}}, {"F-030", "storeSettingData.player.testVideoMediaRefId", "sample"},
		{"F-031", "storeSettingData.env", "development"},
		{"F-032", "storeSettingData.isNewsletterEnabled", true}, {"F-033", "storeSettingData.isPrivacyEnabled", true},
		{"F-034", "storeSettingData.isPinCodeEnabled", true}, {"F-035", "storeSettingData.isOidcEnabled", true},
		{"F-036", "storeSettingData.isEnabledUserId", true}, {"F-037", "storeSettingData.isEnabledPassword", true},
		{"F-038", "storeSettingData.isEnabledMultiFactor", true}, {"F-039", "storeSettingData.isEnabledAuthCode", true},
		{"F-040", "storeSettingData.isEnabledEmail", true}, {"F-041", "storeSettingData.isRecaptchaEnabled", true},
		{"F-042", "storeSettingData.reCaptchaKey", "site-key"}, {"F-043", "storeSettingData.emailEditUrl", "/mail"},
		{"F-044", "storeSettingData.defaultLoginType", "password"}, {"F-045", "storeSettingData.isAmaltheaLogin", true},
		{"F-046", "storeSettingData.hasSubscriptionPlan", true}, {"F-047", "storeSettingData.isStorePaymentAvailable", true},
		{"F-021 F-331", "storeSettingData.footers.footerLinks.name", "ヘルプ"}, {"F-332", "storeSettingData.footers.footerLinks.value", "https://example.com/help"},
		{"F-333", "storeSettingData.footers.footerLinks.type", "url"}, {"F-334", "storeSettingData.footers.footerLinks.enable", true},
		{"F-335", "storeSettingData.footers.footerLinks.external_link", true}, {"F-336", "storeSettingData.footers.footerLinks.display_type", "logout"},
		{"F-337", "storeSettingData.footers.socialMediaLinks.twitterUrl", "https://example.com/x"},
		{"F-338", "storeSettingData.footers.socialMediaLinks.facebookUrl", "https://example.com/f"},
		{"F-339", "storeSettingData.footers.socialMediaLinks.instagramUrl", "https://example.com/i"},
		{"F-340", "storeSettingData.footers.socialMediaLinks.lineUrl", "https://example.com/l"},
		{"F-341", "storeSettingData.footers.trademarks.type", "text"}, {"F-342", "storeSettingData.footers.trademarks.name", "商標"},
		{"F-343", "storeSettingData.footers.trademarks.value", []any{"試験館"}}, {"F-344", "storeSettingData.footers.copyright", "© 試験館"},
	} {
		if got := valueAt(t, root, c.path); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %s is %v, want %v", c.row, c.path, got, c.want)
		}
	}
}

func TestTheRootKnowsItsViewer(t *testing.T) { // F-005 F-007 F-008 F-009
	t.Parallel()
	ask := shop(t, nil)
	id := uuid.New()
	data, _ := ask(&viewer.Viewer{Actor: actor.Actor{AccountID: id, Locale: "en"}, IsApp: true, Android: true, Mobile: true}, "RootScreen", nil)
	root := valueAt(t, data, "root").(map[string]any)
	if root["authId"] != id.String() || root["isApp"] != true || root["isAndroid"] != true || root["isMobile"] != true || root["locale"] != "en" {
		t.Errorf("root %v", root)
	}
	if valueAt(t, root, "storeSettingData.serviceName") != "Test House" || valueAt(t, root, "storeSettingData.gtmId") != nil {
		t.Errorf("settings %v", root["storeSettingData"])
	}
}

func TestHomeShowsPlansThatCanBeContracted(t *testing.T) {
	t.Parallel()
	ask := shop(t, nil)
	data, statements := ask(visitor("en"), "HomeScreen", map[string]any{"root": true})
	if statements > 6 {
		t.Errorf("%d statements", statements)
	}
	screen := valueAt(t, data, "screen").(map[string]any)
	if screen["headline"] != nil || len(screen["titles"].([]any))+len(screen["reasons"].([]any))+len(screen["questions"].([]any)) != 0 {
		t.Errorf("the file says nothing of the top page, and it has %v", screen)
	}
	plans := valueAt(t, data, "screen.plans").([]any)
	if len(plans) != 3 {
		t.Fatalf("%d plans", len(plans))
	}
	for _, c := range []struct {
		row, field string
		want       any
	}{
		{"F-133", "planId", "trial"}, {"F-134", "planType", "subscription"}, {"F-135", "planName", "Plan trial"}, {"F-136", "renewSpanUnit", "months"},
		{"F-137", "renewSpan", 1.0}, {"F-138 K-019", "freeTrialDays", 14.0}, {"F-139", "price", 980.0}, {"F-140", "salesEndDate", nil},
		{"F-141", "forceStopRenewDate", nil}, {"", "hasAvailableCampaign", false}, {"F-145", "planDescription", "<p>About it</p>"},
		{"F-146", "salesStartDate", nil}, {"F-147", "salesCount", 0.0}, {"F-148", "salesLimit", nil}, {"F-149 P-012", "isSubscriptionContractLimited", false},
		{"L-045", "planDescriptionText", "About it"}, {"S-045", "availability", "FREE_TRIAL"}, {"S-047", "salesIndicator", nil},
	} {
		if got, ok := plans[1].(map[string]any)[c.field]; !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %s is %v, want %v", c.row, c.field, got, c.want)
		}
	}
}

func TestPostalCodeAnswersOnItsField(t *testing.T) {
	t.Parallel()
	ask := shop(t, nil)
	for code, want := range map[string]string{"123": "INVALID_FORMAT", "9999999": "POSTAL_CODE_NOT_FOUND"} {
		data, _ := ask(visitor("ja"), "PostalCode", map[string]any{"postalCode": code})
		found := valueAt(t, data, "result.userErrors").([]any)
		if len(found) != 1 || valueAt(t, found, "code") != want || valueAt(t, found, "field") != "postalCode" || valueAt(t, found, "message") == "" {
			t.Errorf("%s: %v", code, found)
		}
		if results := valueAt(t, data, "result.results").([]any); len(results) != 0 {
			t.Errorf("%s: %v", code, results)
		}
	}
}

// the store's inline texts of terms and privacy have pages, and the footer names only those
// that there are.
func TestPoliciesHavePages(t *testing.T) {
	t.Parallel()
	link := func(value, kind string) settings.FooterLink {
		return settings.FooterLink{Name: words.Text{"ja": value}, Value: words.Text{"ja": value}, Type: kind, Enable: true, DisplayType: "other"}
	}
	for _, c := range []struct {
		name     string
		external bool
		links    []string
	}{
		{"here", false, []string{"terms", "privacy", "/privacy", "plans"}},
		{"elsewhere", true, []string{"terms", "plans"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			run := runner(t, func(s *settings.Settings) {
				s.UsesExternalPolicy = c.external
				s.Footers.FooterLinks = []settings.FooterLink{link("terms", "default"), link("privacy", "default"), link("/privacy", "url"), link("plans", "default")}
				s.Footers.Copyright = words.Text{"ja": "試験館のもの", "en": "Of the house"}
			})
			for _, key := range []string{"terms", "privacy", "marketing", "nothing", ""} {
				response, _ := run(visitor("en"), "PolicyScreen", map[string]any{"key": key})
				if there := key == "terms" || key == "privacy" && !c.external; !there {
					if len(response.Errors) != 1 || response.Errors[0].Extensions["code"] != "NOT_FOUND" {
						t.Errorf("%q: %v", key, response.Errors)
					}
					continue
				}
				data := map[string]any{}
				if err := json.Unmarshal(response.Data, &data); err != nil || len(response.Errors) > 0 {
					t.Fatal(key, err, response.Errors)
				}
				if valueAt(t, data, "screen.policy.key") != key || valueAt(t, data, "screen.policy.renderData") != "<p>Text</p>" {
					t.Errorf("%q: %s", key, response.Data)
				}
				footers := valueAt(t, data, "root.storeSettingData.footers")
				var links []string
				for _, l := range valueAt(t, footers, "footerLinks").([]any) {
					links = append(links, l.(map[string]any)["value"].(string))
				}
				if !slices.Equal(links, c.links) || valueAt(t, footers, "copyright") != "Of the house" {
					t.Errorf("footer %v", footers)
				}
			}
		})
	}
}
