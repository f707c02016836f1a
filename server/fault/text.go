package fault

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed text.ja.json text.en.json
var texts embed.FS

var catalogue = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, locale := range []string{"ja", "en"} {
		body, err := texts.ReadFile("text." + locale + ".json")
		if err != nil {
			panic(err) // embedded
		}
		m := map[string]string{}
		if err := json.Unmarshal(body, &m); err != nil {
			panic(fmt.Sprintf("text.%s.json: %v", locale, err)) // a test reads both files
		}
		all[locale] = m
	}
	return all
})

// fallback is what a member reads when a code has no text of its own (E-003).
const fallback = "DEFAULT"

// alike are fields that read as another one where no text is for them.
var alike = map[string]string{"newPassword": "password", "oldPassword": "password"}

// Text is the message for a code in the locale, Japanese when the locale is unknown. A text for the field
// ("CODE.field") wins over the code's own. {name} in a text is replaced by args["name"].
func Text(locale, code, field string, args map[string]any) string {
	texts, ok := catalogue()[locale]
	if !ok {
		texts = catalogue()["ja"]
	}
	text, ok := texts[code+"."+field]
	if !ok {
		text, ok = texts[code+"."+alike[field]]
	}
	if !ok {
		text, ok = texts[code]
	}
	if !ok {
		text = texts[fallback]
	}
	for name, value := range args {
		text = strings.ReplaceAll(text, "{"+name+"}", fmt.Sprint(value))
	}
	return text
}
