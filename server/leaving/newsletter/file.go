package newsletter

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"kaiin/server/base/words"
	"kaiin/server/base/written"
)

// File is a newsletter as its author writes it.
type File struct {
	ID      string            `json:"newsletterId"` // the same is never sent twice
	Subject map[string]string `json:"subject"`      // by locale
	Text    map[string]string `json:"text"`         // by locale: paragraphs with an empty line between them
}

// The most that a file may hold.
const (
	maxFile    = 200 << 10
	maxSubject = 100
	maxText    = 20_000
)

// Parse reads a newsletter in YAML, which JSON is too, and checks all of it. A key that is unknown
// or missing is an error.
func Parse(r io.Reader) (f File, err error) {
	document, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return f, err
	}
	if len(document) > maxFile {
		return f, fmt.Errorf("larger than %d bytes", maxFile)
	}
	if err := written.YAML(document, &f); err != nil {
		return f, err
	}
	for locale, text := range f.Text {
		f.Text[locale] = strings.Trim(text, " \t\n") // a Japanese paragraph may begin with a wide space
	}
	return f, f.validate()
}

var newsletterID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// validate reports all that is wrong at once.
func (f File) validate() error {
	var wrong []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	check(newsletterID.MatchString(f.ID), "newsletterId: %q must be letters, digits, _ or -, 64 at most", f.ID)
	for name, texts := range map[string]map[string]string{"subject": f.Subject, "text": f.Text} {
		check(len(texts) == len(words.Locales), "%s: it is wanted in %s, and in no other language", name, strings.Join(words.Locales, " and "))
	}
	for _, locale := range words.Locales {
		subject, text := f.Subject[locale], f.Text[locale]
		check(plain(subject, "") && strings.TrimSpace(subject) != "" && utf8.RuneCountInString(subject) <= maxSubject,
			"subject.%s: it is one line of %d characters at most", locale, maxSubject)
		check(plain(text, "\n\t") && strings.TrimSpace(text) != "" && utf8.RuneCountInString(text) <= maxText,
			"text.%s: it is a text of %d characters at most", locale, maxText)
	}
	return errors.Join(wrong...)
}

// plain reports whether a text is valid and has no control characters but those.
func plain(text, allowed string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune(allowed, r) })
}

var betweenParagraphs = regexp.MustCompile(`\n(?:[ \t　]*\n)+`)

// paragraphs are those of a text, each with its lines.
func paragraphs(text string) (all [][]string) {
	for _, p := range betweenParagraphs.Split(text, -1) {
		all = append(all, strings.Split(p, "\n"))
	}
	return all
}
