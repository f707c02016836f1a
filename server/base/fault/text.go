package fault

import (
	"embed"
	"fmt"
	"regexp"
	"sync"

	"kaiin/server/base/words"
)

//go:embed text.ja.json text.en.json
var files embed.FS

var catalogue = sync.OnceValue(func() words.Catalogue { return words.Read(files, "text") })

// fallback is what a member reads when a code has no text of its own (E-003).
const fallback = "DEFAULT"

// alike are fields that read as another one where no text is for them.
var alike = map[string]string{"newPassword": "password", "oldPassword": "password"}

// Text is the message for a code in the locale, Japanese when the locale is unknown. A text for the
// field ("CODE.field") wins over the code's own. {name} in a text is replaced by args["name"]; a
// text with a name that args do not hold is passed over for the next one, so that no reader sees a
// placeholder.
func Text(locale string, code Code, field string, args map[string]any) string {
	texts := catalogue().In(locale)
	pairs := make([]string, 0, 2*len(args))
	for name, value := range args {
		pairs = append(pairs, name, fmt.Sprint(value))
	}
	for _, key := range []string{string(code) + "." + field, string(code) + "." + alike[field], string(code)} {
		if text, ok := texts.Lookup(key); ok && tells(text, args) {
			return texts.Say(key, pairs...)
		}
	}
	return texts.Say(fallback, pairs...)
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// tells reports whether args hold everything the text speaks of.
func tells(text string, args map[string]any) bool {
	for _, name := range placeholder.FindAllStringSubmatch(text, -1) {
		if _, ok := args[name[1]]; !ok {
			return false
		}
	}
	return true
}
