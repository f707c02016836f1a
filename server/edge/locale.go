package edge

import (
	"net/http"
	"strconv"
	"strings"

	"kaiin/server/viewer"
)

const (
	defaultLocale = "ja"
	cookieLocale  = "locale"
	queryLocales  = "ui_locales" // OpenID Connect Core 3.1.2.1: tags in order of preference, separated by spaces
)

// localeOf is the language of the answer: what the address asks for, else what the visitor chose earlier, else what the
// browser prefers, else Japanese.
func localeOf(r *http.Request) string {
	if locale := askedLocale(r); locale != "" {
		return locale
	}
	if value, ok := viewer.Cookie(r, cookieLocale); ok && supported(value) == value {
		return value
	}
	if locale := acceptedLocale(r.Header.Get("Accept-Language")); locale != "" {
		return locale
	}
	return defaultLocale
}

// askedLocale is the first language of ui_locales that there is, else "".
func askedLocale(r *http.Request) string {
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

// acceptedLocale is the language of Accept-Language with the highest weight that there is, the first of equals; else "".
func acceptedLocale(header string) string {
	best, weight := "", 0.0
	for part := range strings.SplitSeq(header, ",") {
		tag, parameters, _ := strings.Cut(part, ";")
		locale, q := supported(strings.TrimSpace(tag)), 1.0
		if value, ok := strings.CutPrefix(strings.TrimSpace(parameters), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(value, 64); err != nil || q > 1 {
				q = 0
			}
		}
		if locale != "" && q > weight {
			best, weight = locale, q
		}
	}
	return best
}

// supported is the language of a tag such as en-GB, "" when there is none of ours.
func supported(tag string) string {
	language, _, _ := strings.Cut(strings.ToLower(tag), "-")
	if language == "ja" || language == "en" {
		return language
	}
	return ""
}
