package typed

import (
	"regexp"
	"strings"
	"unicode"
)

// Phone is a phone number as it is dialled in Japan, in digits: phones and address books give the
// same number with the country's code, in brackets, with hyphens, dots or slashes.
func Phone(s string) string {
	s = without(HalfWidth(without(s, isHyphen)), func(r rune) bool { return unicode.IsSpace(r) || isHyphen(r) || strings.ContainsRune("()[].,/・", r) })
	s = strings.TrimPrefix(strings.ToLower(s), "tel:")
	if national, ok := strings.CutPrefix(s, "+81"); ok {
		return "0" + strings.TrimPrefix(national, "0")
	}
	return s
}

// PostalCode is a postal code of Japan, in digits.
func PostalCode(s string) string {
	return without(HalfWidth(without(s, isHyphen)), func(r rune) bool { return unicode.IsSpace(r) || isHyphen(r) || r == '〒' })
}

var day = regexp.MustCompile(`^([0-9]{4})(?:年|[/.-])([0-9]{1,2})(?:月|[/.-])([0-9]{1,2})日?$`)

// Birthday is a day as YYYYMMDD. It may be typed with its parts apart, as in 1990年4月1日
// and 1990-4-1.
func Birthday(s string) string {
	s = without(HalfWidth(s), unicode.IsSpace)
	parts := day.FindStringSubmatch(strings.Map(func(r rune) rune {
		if isHyphen(r) {
			return '-'
		}
		return r
	}, s))
	if parts == nil {
		return s
	}
	return parts[1] + ("0" + parts[2])[len(parts[2])-1:] + ("0" + parts[3])[len(parts[3])-1:]
}
