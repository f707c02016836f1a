package visit

import (
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"kaiin/server/transport/viewer"
)

const (
	defaultLocale = "ja"
	queryLocales  = "ui_locales" // OpenID Connect Core 3.1.2.1: tags in order of preference, separated by spaces
)

// CookieLocale is the name of the cookie with the language that a visitor has chosen.
const CookieLocale = "locale"

// localeOf is the language of the answer: what the address asks for, else what the visitor chose
// earlier, else what the browser prefers, else Japanese.
func localeOf(r *http.Request) string {
	if locale := AskedLocale(r); locale != "" {
		return locale
	}
	if value, ok := viewer.Cookie(r, CookieLocale); ok && value != "" && supported(value) == value {
		return value
	}
	if locale := acceptedLocale(r.Header.Get("Accept-Language")); locale != "" {
		return locale
	}
	return defaultLocale
}

// AskedLocale is the language that the address asks for: the first one of ui_locales that there is,
// else "".
func AskedLocale(r *http.Request) string {
	if !strings.Contains(r.URL.RawQuery, queryLocales) {
		return ""
	}
	for tag := range strings.FieldsSeq(r.URL.Query().Get(queryLocales)) {
		if locale := supported(tag); locale != "" {
			return locale
		}
	}
	return ""
}

// acceptedLocale is the language of Accept-Language with the highest weight that there is, the
// first of equals; else "". What cannot be read is passed over by itself, so that the rest of the
// header still counts.
func acceptedLocale(header string) string {
	best, weight := "", float32(0)
	for part := range strings.SplitSeq(header, ",") {
		tags, weights, err := language.ParseAcceptLanguage(part)
		if err != nil || len(tags) != 1 || weights[0] > 1 {
			continue
		}
		if locale := ours(tags[0]); locale != "" && weights[0] > weight {
			best, weight = locale, weights[0]
		}
	}
	return best
}

// supported is the language of a tag such as en-GB, "" when there is none of ours.
func supported(tag string) string {
	parsed, err := language.Parse(tag)
	if err != nil {
		return ""
	}
	return ours(parsed)
}

func ours(tag language.Tag) string {
	base, confidence := tag.Base()
	if name := base.String(); confidence == language.Exact && (name == "ja" || name == "en") {
		return name
	}
	return ""
}
