package typed

import (
	"regexp"
	"strings"
	"unicode"

	"kaiin/schema"
)

var (
	digits  = regexp.MustCompile(`[0-9]+`)
	grouped = regexp.MustCompile(`[0-9](?:[\s-]*[0-9])*`)
)

// Code is a code that was sent or that an app shows. Its digits may be pasted as messages print
// them, in groups, and with the words around them. Where they are not the only ones of their
// length, or there are none, blanks alone fall away.
func Code(s string) string {
	s = HalfWidth(s)
	even := strings.Map(func(r rune) rune {
		switch {
		case isHyphen(r):
			return '-'
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, s)
	for _, form := range []*regexp.Regexp{digits, grouped} {
		var found []string
		for _, run := range form.FindAllString(even, -1) {
			if run = without(run, func(r rune) bool { return r == '-' || r == ' ' }); len(run) == schema.Rules().PinCode.Length {
				found = append(found, run)
			}
		}
		if len(found) == 1 {
			return found[0]
		}
	}
	return without(s, unicode.IsSpace)
}

// BackupCode is a backup code without case, blanks and hyphens.
func BackupCode(s string) string {
	return strings.ToLower(bare(s))
}

// DeviceCode is the code that a television shows, without case, blanks and hyphens.
func DeviceCode(s string) string {
	return strings.ToUpper(bare(s))
}

func bare(s string) string {
	return without(HalfWidth(without(s, isHyphen)), func(r rune) bool { return unicode.IsSpace(r) || isHyphen(r) })
}

// Campaign is a campaign's code as it is compared, without case and width.
func Campaign(s string) string {
	return strings.ToUpper(HalfWidth(s))
}
