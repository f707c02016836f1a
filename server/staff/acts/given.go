package acts

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
)

// withoutTexts is what was given, with the lengths of texts in place of them: what was refused may
// hold what no act may keep, such as the number of a card. Ids, choices of the schema, numbers and
// days stay.
func withoutTexts(given any) any { return kept(reflect.ValueOf(given)) }

func kept(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	switch v.Interface().(type) {
	case json.RawMessage:
		return fmt.Sprintf("%d bytes", v.Len())
	case json.Marshaler, encoding.TextMarshaler: // a moment, a day, an id
		return v.Interface()
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return kept(v.Elem())
	case reflect.String:
		return keptText(v)
	case reflect.Struct:
		all := map[string]any{}
		for _, f := range reflect.VisibleFields(v.Type()) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.IsExported() && !f.Anonymous && name != "-" {
				all[cmp.Or(name, f.Name)] = kept(v.FieldByIndex(f.Index))
			}
		}
		return all
	case reflect.Map:
		all := map[string]any{}
		for _, key := range v.MapKeys() {
			all[fmt.Sprint(key)] = kept(v.MapIndex(key))
		}
		return all
	case reflect.Slice, reflect.Array:
		all := []any{}
		for i := range v.Len() {
			all = append(all, kept(v.Index(i)))
		}
		return all
	}
	return v.Interface()
}

// keptText keeps ids and the choices of an enum, which have a type of their own.
func keptText(v reflect.Value) any {
	text := v.String()
	if v.Type() != reflect.TypeFor[string]() {
		return v.Interface()
	}
	if id, err := uuid.Parse(text); err == nil && id.String() == text {
		return text
	}
	return fmt.Sprintf("%d characters", utf8.RuneCountInString(text))
}
