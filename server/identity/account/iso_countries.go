package account

import (
	"slices"
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"kaiin/server/base/fault"
)

// Country is one a member may live in.
type Country struct{ Code, Name string }

// countries are all of ISO 3166-1, by locale.
var countries = map[string]func() []Country{
	"ja": sync.OnceValue(func() []Country { return listed("ja") }),
	"en": sync.OnceValue(func() []Country { return listed("en") }),
}

// Countries are all countries with their names in the locale, ja or en: Japan, then the others
// by name.
func Countries(locale string) []Country {
	if list, ok := countries[locale]; ok {
		return list()
	}
	return countries["ja"]()
}

func listed(locale string) []Country {
	tag := language.Make(locale)
	names := display.Regions(tag)
	list := countryList{{"JP", names.Name(language.MustParseRegion("JP"))}}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			code := string([]rune{a, b})
			if code != "JP" && isCountry(code) {
				list = append(list, Country{code, names.Name(language.MustParseRegion(code))})
			}
		}
	}
	collate.New(tag).Sort(list[1:])
	return list
}

type countryList []Country

func (l countryList) Len() int           { return len(l) }
func (l countryList) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l countryList) Bytes(i int) []byte { return []byte(l[i].Name) }

// reserved are codes that ISO 3166-1 holds back for others than countries, and which the library
// knows nevertheless.
var reserved = []string{"AC", "CP", "DG", "EA", "EZ", "IC", "TA", "UN", "XK"}

// isCountry reports whether the text is a code of ISO 3166-1 in two capital letters. A former code,
// which has no name any more, is none.
func isCountry(code string) bool {
	region, err := language.ParseRegion(code)
	return err == nil && len(code) == 2 && region.IsCountry() && region.Canonicalize().String() == code &&
		!slices.Contains(reserved, code) && display.English.Regions().Name(region) != ""
}

func country(s string) (fault.Code, map[string]any) {
	if !isCountry(s) {
		return fault.InvalidChoice, nil
	}
	return "", nil
}
