package words

import (
	"encoding/json"
)

// Text is a text in each language of the site, by locale ("ja", "en"). Japanese is the fallback.
type Text map[string]string

// In returns the text in the locale, else in Japanese.
func (t Text) In(locale string) string {
	if s, ok := t[locale]; ok && s != "" {
		return s
	}
	return t[Locales[0]]
}

// UnmarshalJSON and UnmarshalYAML also take one string, a text that every language shares.
func (t *Text) UnmarshalJSON(data []byte) error {
	return t.unmarshal(func(into any) error { return json.Unmarshal(data, into) })
}

func (t *Text) UnmarshalYAML(unmarshal func(any) error) error { return t.unmarshal(unmarshal) }

func (t *Text) unmarshal(read func(any) error) error {
	var one string
	if read(&one) == nil {
		*t = Text{Locales[0]: one}
		return nil
	}
	var each map[string]string
	err := read(&each)
	*t = each
	return err
}
