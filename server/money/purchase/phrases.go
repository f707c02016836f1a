package purchase

import (
	"embed"
	"strconv"
	"strings"
	"sync"

	"kaiin/server/base/clock"
	"kaiin/server/base/words"
	"kaiin/server/money/subscription"
)

//go:embed terms.ja.json terms.en.json
var phraseFiles embed.FS

var catalogue = sync.OnceValue(func() words.Catalogue { return words.Read(phraseFiles, "terms") })

// phrases writes the conditions of an order in one language.
type phrases struct{ words.Texts }

func phrasesIn(locale string) phrases { return phrases{catalogue().In(locale)} }

// join puts sentences behind each other; English wants a space between them.
func (p phrases) join(sentences ...string) string {
	if p.Locale == "en" {
		return strings.Join(sentences, " ")
	}
	return strings.Join(sentences, "")
}

// list is a sentence that names several things.
func (p phrases) list(items []string) string {
	end := "。"
	if p.Locale == "en" {
		end = "."
	}
	return strings.Join(items, p.Say("listSeparator")) + end
}

func (p phrases) yen(n int) string       { return words.Yen(p.Locale, n) }
func (p phrases) day(d clock.Day) string { return words.LongDay(p.Locale, d) }

// every is how often a term comes round: every month, every 3 weeks, every year for 12 months.
func (p phrases) every(s subscription.Span) string {
	switch {
	case s.Annual():
		return p.Say("every.year")
	case s.Count == 1:
		return p.Say("every." + s.Unit)
	default:
		return p.Say("every.n."+s.Unit, "n", strconv.Itoa(s.Count))
	}
}
