package catalog

import (
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"

	"kaiin/server/base/memo"
)

var allowed = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.UGCPolicy()
	p.RequireNoFollowOnLinks(false)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
})

// Sanitise leaves of an operator's HTML what cannot run or load scripts.
func Sanitise(markup string) string { return strings.TrimSpace(allowed().Sanitize(markup)) }

// PlainText is HTML without markup and line breaks, for cards. Blocks are parted by one
// space, items of a list by a slash.
func PlainText(markup string) string { return plainText(markup) }

var plainText = memo.Remember(readText)

func readText(markup string) string {
	var text strings.Builder
	z, hidden := html.NewTokenizer(strings.NewReader(markup)), 0
	afterItem := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			return strings.Join(strings.Fields(text.String()), " ")
		case html.TextToken:
			if hidden == 0 {
				text.Write(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			if unread(name) {
				hidden++
			}
			breakAt(&text, name)
			if afterItem && string(name) == "li" {
				text.WriteString("/ ")
			}
			afterItem = false
		case html.EndTagToken:
			name, _ := z.TagName()
			if unread(name) && hidden > 0 {
				hidden--
			}
			breakAt(&text, name)
			afterItem = string(name) == "li"
		case html.SelfClosingTagToken:
			name, _ := z.TagName()
			breakAt(&text, name)
		}
	}
}

// unread holds for elements whose text is not for readers.
func unread(name []byte) bool {
	switch string(name) {
	case "script", "style", "template", "title", "rt", "rp":
		return true
	}
	return false
}

// breakAt parts the text before and after an element that is not inline.
func breakAt(text *strings.Builder, name []byte) {
	switch string(name) {
	case "a", "abbr", "b", "code", "em", "i", "mark", "ruby", "rb", "rt", "rp", "s", "small", "span", "strong", "sub", "sup", "u":
	default:
		text.WriteByte(' ')
	}
}
