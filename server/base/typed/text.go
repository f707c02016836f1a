package typed

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kaiin/schema"
)

// HalfWidth is Latin text in half width.
func HalfWidth(s string) string {
	return strings.TrimSpace(norm.NFKC.String(seen(s)))
}

// Name is a text about a person, a place or anything else that people write in their own way:
// names, addresses, answers. A text without a visible character is empty.
func Name(s string) string {
	if !utf8.ValidString(s) {
		return s // the check of the field refuses it
	}
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) && r != zeroWidthJoiner && r != zeroWidthNonJoiner { // emoji and some writings are joined by them
			return -1
		}
		return r
	}, s)
	var out strings.Builder
	for len(s) > 0 {
		n := strings.IndexFunc(s, isCompatible)
		if n < 0 {
			n = len(s)
		}
		out.WriteString(norm.NFC.String(s[:n]))
		if s = s[n:]; s != "" {
			_, size := utf8.DecodeRuneInString(s)
			out.WriteString(s[:size])
			s = s[size:]
		}
	}
	if text := strings.TrimSpace(out.String()); isVisible(text) {
		return text
	}
	return ""
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// isCompatible holds for the kanji that Unicode keeps apart for older encodings, among them forms
// that family registers hold: U+FA19 is not U+795E to its bearer, though normalisation takes it for
// that.
func isCompatible(r rune) bool { return r >= 0xf900 && r <= 0xfaff || r >= 0x2f800 && r <= 0x2fa1f }

// isVisible reports whether something of a text can be seen.
func isVisible(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.In(r, unicode.C, unicode.Z, unicode.M) && !strings.ContainsRune(schema.Rules().Blank, r)
	})
}

// seen is a text without invisible characters.
func seen(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

func isHyphen(r rune) bool { return strings.ContainsRune(schema.Rules().Hyphens, r) }

// without drops the characters from a text.
func without(s string, drop func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if drop(r) {
			return -1
		}
		return r
	}, s)
}
