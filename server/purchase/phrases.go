package purchase

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"kaiin/server/clock"
	"kaiin/server/subscription"
)

//go:embed terms.ja.json terms.en.json
var phraseFiles embed.FS

var catalogues = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, locale := range []string{"ja", "en"} {
		body, err := phraseFiles.ReadFile("terms." + locale + ".json")
		if err != nil {
			panic(err) // embedded
		}
		texts := map[string]string{}
		if err := json.Unmarshal(body, &texts); err != nil {
			panic(fmt.Sprintf("terms.%s.json: %v", locale, err)) // a test reads both files
		}
		all[locale] = texts
	}
	return all
})

// phrases writes the conditions of an order in one language.
type phrases struct {
	locale string
	texts  map[string]string
}

func phrasesIn(locale string) phrases {
	texts, ok := catalogues()[locale]
	if !ok {
		locale, texts = "ja", catalogues()["ja"]
	}
	return phrases{locale, texts}
}

// say is the text with its {names} replaced: pairs are name, value, name, value, ….
func (p phrases) say(key string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(p.texts[key])
}

// join puts sentences behind each other; English wants a space between them.
func (p phrases) join(sentences ...string) string {
	if p.locale == "en" {
		return strings.Join(sentences, " ")
	}
	return strings.Join(sentences, "")
}

// list is a sentence that names several things.
func (p phrases) list(items []string) string {
	end := "。"
	if p.locale == "en" {
		end = "."
	}
	return strings.Join(items, p.texts["listSeparator"]) + end
}

// yen is an amount with thousands separators.
func (p phrases) yen(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return p.say("yen", "n", digits)
}

func (p phrases) day(d clock.Day) string {
	year, month, day := d.Date()
	return p.say("day", "year", strconv.Itoa(year), "month", strconv.Itoa(int(month)), "monthName", month.String(), "day", strconv.Itoa(day))
}

// every is how often a term comes round: every month, every 3 weeks, every year for 12 months.
func (p phrases) every(s subscription.Span) string {
	switch {
	case s.Annual():
		return p.say("every.year")
	case s.Count == 1:
		return p.say("every." + s.Unit)
	default:
		return p.say("every.n."+s.Unit, "n", strconv.Itoa(s.Count))
	}
}
