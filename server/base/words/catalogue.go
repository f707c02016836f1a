package words

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Locales are the languages of the site; the first is the fallback.
var Locales = []string{"ja", "en"}

// Known is the locale when it is one of the site's, else the fallback.
func Known(locale string) string {
	if slices.Contains(Locales, locale) {
		return locale
	}
	return Locales[0]
}

// Catalogue holds texts by locale and key.
type Catalogue map[string]map[string]string

// Read reads NAME.LOCALE.json of every locale. The files are embedded, so it panics where one is
// missing or broken.
func Read(files fs.FS, name string) Catalogue {
	all := Catalogue{}
	for _, locale := range Locales {
		file := name + "." + locale + ".json"
		body, err := fs.ReadFile(files, file)
		if err != nil {
			panic(err)
		}
		texts := map[string]string{}
		if err := json.Unmarshal(body, &texts); err != nil {
			panic(fmt.Errorf("%s: %w", file, err))
		}
		all[locale] = texts
	}
	return all
}

// In is the texts in a locale, or in the fallback where the site does not speak it.
func (c Catalogue) In(locale string) Texts {
	locale = Known(locale)
	return Texts{locale, c[locale]}
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// Gaps says where the languages differ: a text that is missing or empty in one of them, or that
// names other values.
func (c Catalogue) Gaps() []string {
	keys := map[string]bool{}
	for _, texts := range c {
		for key := range texts {
			keys[key] = true
		}
	}
	var gaps []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		first := names(c[Locales[0]][key])
		for _, locale := range Locales {
			text := c[locale][key]
			if text == "" {
				gaps = append(gaps, fmt.Sprintf("%s has no text in %s", key, locale))
			} else if found := names(text); !slices.Equal(found, first) {
				gaps = append(gaps, fmt.Sprintf("%s speaks of %v in %s and of %v in %s", key, found, locale, first, Locales[0]))
			}
		}
	}
	return gaps
}

func names(text string) []string {
	return slices.Sorted(slices.Values(placeholder.FindAllString(text, -1)))
}

// Texts are the texts of a catalogue in one language.
type Texts struct {
	Locale string
	texts  map[string]string
}

// Lookup is the text of a key as the file has it, if there is one.
func (t Texts) Lookup(key string) (text string, ok bool) {
	text, ok = t.texts[key]
	return text, ok
}

// Say is the text of a key with its {names} replaced: pairs are name, value, name, value, ….
// Without a text it is empty.
func (t Texts) Say(key string, pairs ...string) string { return Fill(t.texts[key], pairs...) }

// Fill replaces the {names} in a text: pairs are name, value, name, value, …. A value is never
// searched for names itself.
func Fill(text string, pairs ...string) string {
	if len(pairs) == 0 {
		return text
	}
	replaced := slices.Clone(pairs)
	for i := 0; i < len(replaced); i += 2 {
		replaced[i] = "{" + replaced[i] + "}"
	}
	return strings.NewReplacer(replaced...).Replace(text)
}
