package written

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"kaiin/server/base/clock"
	"kaiin/server/base/words"
)

// Problems collects everything that is wrong with an operator's file, each with its path in it.
type Problems []error

// Add says what is wrong at a path.
func (p *Problems) Add(path, format string, args ...any) {
	*p = append(*p, &Problem{Path: path, Text: fmt.Sprintf(format, args...)})
}

// Check says it unless ok.
func (p *Problems) Check(ok bool, path, format string, args ...any) {
	if !ok {
		p.Add(path, format, args...)
	}
}

// OneOf wants one of the allowed values.
func (p *Problems) OneOf(path, value string, allowed ...string) {
	p.Check(slices.Contains(allowed, value), path, "%q must be one of %s", value, strings.Join(allowed, ", "))
}

// Text wants the fallback language, and no language the site does not speak.
func (p *Problems) Text(path string, t map[string]string) {
	p.Check(strings.TrimSpace(t[words.Locales[0]]) != "", path, "needs a text in %s", words.Locales[0])
	p.Locales(path, t)
}

// Locales wants no language the site does not speak; the text may be missing.
func (p *Problems) Locales(path string, t map[string]string) {
	for _, locale := range slices.Sorted(maps.Keys(t)) {
		p.Check(slices.Contains(words.Locales, locale), path, "%q is no language of the site (%s)", locale, strings.Join(words.Locales, ", "))
	}
}

// Address wants a path of this site or an absolute http(s) URL, or nothing.
func (p *Problems) Address(path, value string) {
	p.Check(value == "" || IsPath(value) || IsURL(value), path, "%q must be a path of the site or an http(s) URL", value)
}

// URL wants an absolute http(s) URL, or nothing.
func (p *Problems) URL(path, value string) {
	p.Check(value == "" || IsURL(value), path, "%q must be an http(s) URL", value)
}

// SecureAddress wants a path of this site or an absolute https URL, or nothing.
func (p *Problems) SecureAddress(path, value string) {
	p.Check(value == "" || IsPath(value) || IsURL(value) && strings.HasPrefix(strings.ToLower(value), "https:"), path,
		"%q must be a path of the site or an https URL", value)
}

// Day wants a calendar day in Tokyo, or nothing.
func (p *Problems) Day(path, value string) {
	_, err := clock.ParseDay(value)
	p.Check(value == "" || err == nil, path, "%q must be a day, YYYY-MM-DD", value)
}

var (
	slug     = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)
	itemID   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,39}$`)
	mediaRef = regexp.MustCompile(`^[0-9A-Za-z_-]{1,100}$`)
)

// Slug wants an id that URLs can hold.
func (p *Problems) Slug(path, value string) {
	p.Check(slug.MatchString(value), path, "%q must be lower-case letters, digits and -", value)
}

// ItemID wants the id of a part of a form.
func (p *Problems) ItemID(path, value string) {
	p.Check(itemID.MatchString(value), path, "%q must be a letter, then letters, digits, _ or -, 40 at most", value)
}

// MediaRef wants a reference id of the video service, or nothing.
func (p *Problems) MediaRef(path, value string) {
	p.Check(value == "" || mediaRef.MatchString(value), path, "%q must be letters, digits, _ and -, 100 at most", value)
}

// AtMost wants no more things than a bound of the schema: a call that names each of them is refused
// when it is longer.
func (p *Problems) AtMost(path string, n, most int, things string) {
	p.Check(n <= most, path, "are more than %d %s", most, things)
}

// IsPath is whether the address is a path of this site.
func IsPath(v string) bool { return strings.HasPrefix(v, "/") && !strings.HasPrefix(v, "//") }

// IsURL is whether the address is an absolute http(s) URL.
func IsURL(v string) bool {
	u, err := url.Parse(v)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
