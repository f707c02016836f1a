package fault

import (
	"regexp"
	"slices"
	"testing"
)

func TestEveryTextExistsInBothLanguages(t *testing.T) { // X-065 X-066
	ja, en := catalogue()["ja"], catalogue()["en"]
	placeholder := regexp.MustCompile(`\{\w+\}`)
	for code, text := range ja {
		other, ok := en[code]
		if !ok || other == "" || text == "" {
			t.Errorf("%s is missing in one language", code)
			continue
		}
		a, b := placeholder.FindAllString(text, -1), placeholder.FindAllString(other, -1)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("%s speaks of %v in Japanese and of %v in English", code, a, b)
		}
	}
	for code := range en {
		if _, ok := ja[code]; !ok {
			t.Errorf("%s is missing in Japanese", code)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ locale, code, want string }{
		{"ja", "NO_SUCH_CODE", "エラーが発生しました"}, // E-003
		{"en", "NO_SUCH_CODE", "An error occurred"},
		{"fr", "UNAUTHENTICATED", "ログインしてください。"},
	} {
		if got := Text(c.locale, c.code, "", nil); got != c.want {
			t.Errorf("%s %s = %q, want %q", c.locale, c.code, got, c.want)
		}
	}
}
