package store

import (
	"context"
	"errors"
	"regexp"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/lib/pq"

	"kaiin/server/base/telemetry"
)

// traced begins the span of a statement, and returns what ends it. It is named by the first words
// of the statement; neither its text nor a value is told.
func traced(ctx context.Context, query string) func(*error) {
	name := summary(query)
	_, span := telemetry.Within(ctx, telemetry.Client, name)
	span.Set("db.system.name", "postgresql")
	span.Set("db.query.summary", name)
	return func(err *error) {
		var refused *pq.Error
		if errors.As(*err, &refused) {
			span.Fail(string(refused.Code)) // its text may quote a value
			span.End(nil)
			return
		}
		span.End(*err)
	}
}

// ofStatement finds what a statement does, and the table that it names first.
var (
	firstWord  = regexp.MustCompile(`^(?:\s|\(|--[^\n]*\n|/\*[^*]*\*/)*([A-Za-z]+)`)
	firstTable = regexp.MustCompile(`(?i)\b(?:FROM|INTO|UPDATE|TABLE)\s+(?:ONLY\s+)?"?([a-z_][a-z0-9_]*)`)
)

// summaries are those of the texts that were told last: finding one costs more than the rest of a
// span. It has room for all texts that the product has, and some of different lengths.
var summaries, _ = lru.New[string, string](4 * statements) // the size is right

// summary is what a statement does and to which table, such as "SELECT accounts".
func summary(query string) string {
	known, found := summaries.Get(query)
	if !found {
		known = summarise(query)
		summaries.Add(query, known)
	}
	return known
}

func summarise(query string) string {
	word := firstWord.FindStringSubmatch(query)
	if word == nil {
		return "statement"
	}
	name := strings.ToUpper(word[1])
	if table := firstTable.FindStringSubmatch(query); table != nil {
		name += " " + strings.ToLower(table[1])
	}
	return name
}
