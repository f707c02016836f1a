package typed

import (
	"regexp"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"kaiin/schema"
)

// The marks of voiced sounds, as characters of their own and as what is joined with the
// letter before.
var (
	joining = strings.NewReplacer("゛", "\u3099", "゜", "\u309a")
	apart   = strings.NewReplacer("\u3099", "゛", "\u309a", "゜")
)

// Kana is a reading in full-width katakana: half-width kana and hiragana become it, a hyphen
// after a kana becomes the long mark, blanks become one full-width space. All else is left for
// IsKana to refuse.
func Kana(s string) string {
	s = norm.NFKC.String(joining.Replace(seen(s)))
	var out strings.Builder
	afterKana := false
	for _, r := range strings.Join(strings.Fields(s), "　") {
		switch {
		case r >= 'ぁ' && r <= 'ゖ', r == 'ゝ', r == 'ゞ':
			r += 'ァ' - 'ぁ'
		case afterKana && isHyphen(r):
			r = 'ー'
		}
		afterKana = r >= 'ァ' && r <= 'ヺ' || r >= 'ー' && r <= 'ヾ' || r == '\u3099' || r == '\u309a'
		out.WriteRune(r)
	}
	return apart.Replace(norm.NFC.String(out.String()))
}

var onlyKana = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^[" + schema.Rules().Kana + "　]*$")
})

// IsKana reports whether a text is a reading, as Kana makes one.
func IsKana(s string) bool { return onlyKana().MatchString(s) }
