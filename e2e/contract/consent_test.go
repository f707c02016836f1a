package contract

import (
	"testing"

	"kaiin/server/shop/storefile"
)

func TestConsent(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	off := start(t, func(f *storefile.File) { f.Settings.Flags.Newsletter, f.Settings.Flags.Privacy = false, false })
	_, b := s.Member(t)
	_, denied := off.Member(t)
	const answer = "/zapi/account/consent"
	for _, c := range []struct{ row, query, kind, id string }{
		{"R-097", "?type=newsletter", "newsletter", "news"}, {"R-098", "?type=privacy", "privacy", "suggestions"},
		{"A-181", "", "newsletter", "news"}, {"A-181", "?type=x", "newsletter", "news"},
	} {
		has(t, good(t, said(t, b, "ja", "GET", "/mypage/consent/screen-data"+c.query, nil)), []member{
			{"K-039", "type", c.kind}, {"L-111", "usesExternalPolicy", false}, {"F-303", "consentOptions.0.consentOptionId", c.id},
			{"F-307", "consentOptions.0.value", false},
		})
	}
	page := good(t, said(t, b, "ja", "GET", "/mypage/consent/screen-data", nil))
	options, _ := page["consentOptions"].([]any)
	exactly(t, "F-303 F-304 F-305 F-306 F-307", options[0], "consentOptionId key title description value")
	first := options[0].(map[string]any)
	has(t, first, []member{{"F-305", "title", "新着のお知らせ"}, {"F-306", "description", "新しい作品をお知らせします。"}})
	saying := func(id string, key any, value any) map[string]any {
		return map[string]any{"consentOptionId": id, "key": key, "value": value}
	}
	exactly(t, "C-097", post(t, b, answer, saying("news", first["key"], true)), "")
	has(t, get(t, b, "/mypage/consent"), []member{{"C-096", "consentOptions.0.value", true}, {"C-096", "consentOptions.1.value", false}})
	has(t, get(t, b, "/mypage"), []member{{"U-3", "isNewsletterAgreed", true}})
	for _, locale := range []string{"ja", "en"} {
		refused(t, "E-085", said(t, b, locale, "POST", answer, saying("news", "x", false)), locale, 409, "POLICY_CHANGED", "", nil)
		refused(t, "E-085", said(t, b, locale, "POST", answer, saying("nothing", first["key"], false)), locale, 404, "NOT_FOUND", "", nil)
		refused(t, "A-181", said(t, denied, locale, "POST", answer, saying("news", first["key"], true)), locale, 404, "NOT_FOUND", "", nil)
		for _, kind := range []string{"newsletter", "privacy"} {
			refused(t, "A-181", said(t, denied, locale, "GET", "/mypage/consent/screen-data?type="+kind, nil), locale, 404, "NOT_FOUND", "", nil)
		}
	}
	for _, value := range []any{nil, "true", 1} {
		if got := said(t, b, "ja", "POST", answer, saying("news", first["key"], value)); got.StatusCode != 400 {
			t.Errorf("value %v: %d", value, got.StatusCode)
		}
	}
	has(t, get(t, b, "/mypage/consent"), []member{{"S-097", "consentOptions.0.value", true}})
}
