package evidence

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"strings"
	"sync"
	"time"

	"kaiin/server/base/spoken"
	"kaiin/server/base/words"
)

// Template is the version of shown.html and its words. Raise it whenever one of them changes: rows
// name the version that made them. The second names an order by the number that one can say.
const Template = 2

//go:embed shown.html words.ja.json words.en.json
var files embed.FS

var catalogue = sync.OnceValue(func() words.Catalogue { return words.Read(files, "words") })

var shownPage = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(files, "shown.html")) })

// render is what was shown as a document of its own. It has no scripts and loads nothing.
func render(shown Shown, at time.Time) (string, error) {
	texts := catalogue().In(shown.Locale)
	items := append([]Item{{texts.Say("method"), shown.Method}}, shown.Items...)
	var b strings.Builder
	err := shownPage().Execute(&b, map[string]any{
		"Locale": texts.Locale, "Title": texts.Say("title"), "Order": texts.Say("order", "number", spoken.Of(spoken.Order, shown.OrderID)),
		"Shown": texts.Say("shown", "moment", words.Moment(at)), "Items": items, "Pressed": texts.Say("pressed"), "Button": shown.Button,
	})
	return b.String(), err
}

// StyleSources are the styles of all versions of the template, as a Content-Security-Policy names
// them: a page that shows evidence in a frame passes its own policy on to it.
func StyleSources() []string { return styleSources() }

var styleSources = sync.OnceValue(func() []string {
	page, err := files.ReadFile("shown.html")
	if err != nil {
		panic(err)
	}
	_, after, _ := strings.Cut(string(page), "<style>")
	style, _, _ := strings.Cut(after, "</style>")
	sum := sha256.Sum256([]byte(style))
	return []string{"'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"}
})
