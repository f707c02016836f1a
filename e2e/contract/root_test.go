package contract

import (
	"testing"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/storefile"
)

const rootMembers = "authId locale isApp isAndroid isMobile storeSettingData"

const storeMembers = "serviceName serviceDescription theme gtmId images colors footers enablePoweredByPvs smtpDomain authCodeSetting player env " +
	"isNewsletterEnabled isPrivacyEnabled isPinCodeEnabled isOidcEnabled isEnabledUserId isEnabledPassword isEnabledMultiFactor isEnabledAuthCode " +
	"isEnabledEmail isRecaptchaEnabled reCaptchaKey emailEditUrl defaultLoginType signupStyle isAmaltheaLogin hasSubscriptionPlan isStorePaymentAvailable"

func TestRootData(t *testing.T) {
	t.Parallel()
	s := start(t, func(f *storefile.File) { f.Settings.Flags.Recaptcha = true })
	b := s.Browser(t)
	for _, path := range []string{"/root/screen-data", "/zapi/internal/root/screen-data"} { // C-006
		root := good(t, b.Get(path))
		exactly(t, path, root, rootMembers)
		exactly(t, path, root["storeSettingData"], storeMembers)
		has(t, root, []member{
			{"F-005", "authId", nil},
			{"F-007", "isApp", false}, {"F-008", "isAndroid", false}, {"F-009", "isMobile", false},
		})
		has(t, root["storeSettingData"], []member{ // F-006
			{"F-010", "serviceName", "Test House"}, {"F-011", "serviceDescription", "A cinema for tests."},
			{"F-012", "theme", "light"}, {"F-013", "gtmId", "GTM-TEST1"},
			{"F-014", "images.logoPc", "/pc.svg"}, {"F-015", "images.logoSp", "/sp.svg"},
			{"F-016", "images.favicon", "/favicon.ico"}, {"F-017", "images.appleTouchIcon", "/touch.png"},
			{"F-018", "colors.accent", "#1f5eff"}, {"F-019", "colors.secondaryAccent", "#0f766e"}, {"F-020", "colors.player", "#1f5eff"},
			{"F-021", "footers", something{}}, {"F-022", "enablePoweredByPvs", true}, {"F-023", "smtpDomain", "test.example"},
			{"F-024 F-028", "authCodeSetting.login", map[string]any{"displayName": "Login code"}},
			{"F-025 F-028", "authCodeSetting.signUp", map[string]any{"displayName": "Verification code"}},
			{"F-026 F-028", "authCodeSetting.withdraw", map[string]any{"displayName": "Withdrawal code"}},
			{"F-027 F-028", "authCodeSetting.multiFactorEmail", map[string]any{"displayName": "Two-step code"}},
			{"F-029", "player.playbackRates", []float64{1, 1.5}}, {"F-030", "player.testVideoMediaRefId", "test-media"},
			{"F-031", "env", "development"},
			{"F-032", "isNewsletterEnabled", true}, {"F-033", "isPrivacyEnabled", true}, {"F-034", "isPinCodeEnabled", true},
			{"F-035", "isOidcEnabled", true}, {"F-036", "isEnabledUserId", true}, {"F-037", "isEnabledPassword", true},
			{"F-038", "isEnabledMultiFactor", true}, {"F-039", "isEnabledAuthCode", true}, {"F-040", "isEnabledEmail", true},
			{"F-041", "isRecaptchaEnabled", true}, {"F-042", "reCaptchaKey", "site-key"},
			{"F-043", "emailEditUrl", "https://store.example/email"}, {"F-044", "defaultLoginType", "password"}, {"U-6", "signupStyle", "scroll"},
			{"F-045", "isAmaltheaLogin", false}, {"F-046", "hasSubscriptionPlan", true}, {"F-047", "isStorePaymentAvailable", true},
		})
		footers, _ := at(root, "storeSettingData.footers")
		exactly(t, "footers", footers, "footerLinks socialMediaLinks trademarks copyright")
		has(t, footers, []member{
			{"F-331 F-332 F-333 F-334 F-335 F-336", "footerLinks.0", map[string]any{
				"name": "Plans", "value": "plans", "type": "default", "enable": true, "external_link": false, "display_type": "other"}},
			{"F-331 F-332 F-333 F-334 F-335 F-336", "footerLinks.1", map[string]any{
				"name": "Company", "value": "https://store.example/", "type": "url", "enable": false, "external_link": true, "display_type": "login"}},
			{"F-337 F-338 F-339 F-340", "socialMediaLinks", map[string]any{
				"twitterUrl": "https://x.example/", "facebookUrl": "https://f.example/", "instagramUrl": "https://i.example/", "lineUrl": "https://l.example/"}},
			{"F-341 F-342 F-343", "trademarks", []any{map[string]any{"type": "text", "name": "mark", "value": []string{"JASRAC 1234567890"}}}},
			{"F-344", "copyright", "© Test House"},
		})
	}
}

// What the request's headers say is in the root data: who asks, with which browser, in
// which language.
func TestRootDataFollowsTheHeaders(t *testing.T) { // C-006
	t.Parallel()
	s := start(t, nil)
	row, b := s.Member(t)
	app := b.Do("GET", "/zapi/internal/root/screen-data", "", "User-Agent", "Mozilla/5.0 (Linux; Android 16; Pixel 10) Mobile PVS/2.0/android")
	has(t, good(t, app), []member{
		{"F-001 F-002 F-005", "authId", row.ID.String()}, {"F-007", "isApp", true}, {"F-008", "isAndroid", true}, {"F-009", "isMobile", true},
	})
	for _, c := range []struct{ row, query, accept, cookie, want string }{
		{"A-203", "", "en", "", "en"},
		{"A-203", "", "en-GB;q=0.8, ja;q=0.9", "", "ja"},
		{"X-067", "", "", "", "ja"},
		{"X-067", "", "fr, zh;q=0.5", "", "ja"},
		{"A-203", "", "ja", "en", "en"},
		{"A-203", "", "en", "de", "en"},
		{"A-203", "?ui_locales=fr%20ja", "en", "en", "ja"},
	} {
		headers := []string{"Accept-Language", c.accept}
		if c.cookie != "" {
			headers = append(headers, "Cookie", "locale="+c.cookie)
		}
		root := good(t, s.Browser(t).Do("GET", "/root/screen-data"+c.query, "", headers...))
		name := map[string]string{"ja": "試験館", "en": "Test House"}[c.want]
		has(t, root, []member{{c.row, "locale", c.want}, {c.row, "storeSettingData.serviceName", name}})
	}
}

func TestAccountHeader(t *testing.T) { // C-001
	t.Parallel()
	s := start(t, nil)
	row, b := s.Member(t, accounttest.UserID("hanako01"))
	for _, path := range []string{"/zapi/internal/account-header/screen-data", "/account-header/screen-data"} {
		visitor, somebody := good(t, s.Browser(t).Get(path)), good(t, b.Get(path))
		exactly(t, path, visitor, "authId displayName profileImageUrl")
		has(t, visitor, []member{{path, "authId", nil}, {path, "displayName", nil}})
		exactly(t, path, somebody, "authId displayName profileImageUrl")
		has(t, somebody, []member{{path, "authId", row.ID.String()}, {path, "displayName", "hanako01"}, {path, "profileImageUrl", nil}})
	}
}

func TestMypageData(t *testing.T) { // P-003 P-006 A-017
	t.Parallel()
	s := start(t, nil)
	row, b := s.Member(t, accounttest.UserID("hanako01"), accounttest.Email("Hanako@example.com"))
	mypage := get(t, b, "/mypage")
	exactly(t, "account", mypage["account"], "authId userId contactEmail isEmailVerified emailVerifiedDate userIdentifiers isEnabledPassword "+
		"passwordStrength passwordUpdatedAt isEnabledMultiFactor multiFactorType profileImageUrl nickname displayName")
	has(t, mypage, []member{
		{"", "account.authId", row.ID.String()},
		{"F-230", "account.userId", "hanako01"}, {"F-231", "account.contactEmail", "Hanako@example.com"},
		{"F-232", "account.emailVerifiedDate", something{}}, {"F-252", "account.isEmailVerified", true},
		{"F-233", "account.userIdentifiers", []any{map[string]any{"userIdentifierType": "Email"}}},
		{"F-234", "account.passwordUpdatedAt", something{}}, {"F-254", "account.isEnabledPassword", true}, {"", "account.profileImageUrl", nil},
		{"F-253", "account.passwordStrength", "NONE"},
		{"", "header.displayName", "hanako01"}, {"", "externalAccountCount", 0},
		{"U-3", "contracts", []any{}}, {"U-3", "isPinSet", false}, {"U-3", "isNewsletterAgreed", false}, {"U-3", "connectionCount", 0}, {"U-3", "isProfileIncomplete", true},
	})
	_, named := s.Member(t, accounttest.With(func(c *ent.AccountCreate) { c.SetName("会員太郎").SetNameKana("カイインタロウ") }))
	has(t, get(t, named, "/mypage/edit"), []member{{"F-236", "account.name", "会員太郎"}, {"F-237", "account.nameKana", "カイインタロウ"}})
	_, whole := start(t, func(f *storefile.File) {
		for field := range f.Settings.Registration.Rules {
			f.Settings.Registration.Rules[field] = settings.Optional
		}
		f.Settings.Registration.Custom = nil
	}).Member(t)
	has(t, get(t, whole, "/mypage"), []member{{"U-3", "isProfileIncomplete", false}})
	strict := start(t, func(f *storefile.File) { f.Settings.Registration.PasswordStrength = "UPPER_CASE_SYMBOL" })
	_, careful := strict.Member(t)
	has(t, get(t, careful, "/mypage"), []member{{"F-253", "account.passwordStrength", "UPPER_CASE_SYMBOL"}})
	_, unproved := s.Member(t, accounttest.Unverified, accounttest.NoPassword)
	has(t, get(t, unproved, "/mypage"), []member{
		{"F-232", "account.emailVerifiedDate", nil}, {"F-252", "account.isEmailVerified", false}, {"F-254", "account.isEnabledPassword", false},
	})
}

func TestAuthCodePurposes(t *testing.T) {
	for _, c := range []struct{ row, purpose string }{
		{"F-063", "login"}, {"F-064", "signUp"}, {"F-065", "withdraw"}, {"F-066", "passwordSetting"}, {"F-067", "mailEdit"}, {"F-068", "mailVerify"},
		{"A-027", "multiFactorEmail"},
	} {
		if err := authcode.PurposeValidator(authcode.Purpose(c.purpose)); err != nil {
			t.Errorf("%s: %v", c.row, err)
		}
	}
}
