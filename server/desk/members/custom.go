package members

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/desk/masked"
	"kaiin/server/staff/acts"
)

// Custom is what a member has answered in a field of the store's own.
type Custom struct {
	ID    string     // of the field
	Title words.Text // none of a field that the store no longer has
	Type  string     // TEXT, SELECT or CHECKBOX; empty of a field that the store no longer has

	values map[string]masked.Text // by the reader's language
}

// In is the answer in a language of the site: the words of what was chosen, "true" or "false" of a
// box, or what was typed.
func (c Custom) In(locale string) masked.Text { return c.values[locale] }

// custom are the answers of the member in the order of the store's fields, and then those of fields
// that it no longer has.
func (s *Service) custom(ctx context.Context, m *Member) (all []Custom, err error) {
	given := map[string]string{}
	if len(m.answers) > 0 {
		err = json.Unmarshal(m.answers, &given)
	}
	if err != nil || len(given) == 0 {
		return nil, err
	}
	now, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	show := masked.Hidden
	if m.IsOpen(acts.FieldCustom) {
		show = masked.Open
	}
	for _, item := range now.Registration.Custom {
		if value := given[item.ID]; value != "" {
			all = append(all, Custom{item.ID, item.Title, item.Type, answered(item, value, show)})
		}
		delete(given, item.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		if given[id] != "" {
			all = append(all, Custom{ID: id, values: answered(settings.CustomItem{}, given[id], show)})
		}
	}
	return all, nil
}

func answered(item settings.CustomItem, value string, show func(string) masked.Text) map[string]masked.Text {
	all := map[string]masked.Text{}
	for _, locale := range words.Locales {
		all[locale] = show(value)
		for _, option := range item.Options {
			if option.ID == value {
				all[locale] = show(option.Label.In(locale))
			}
		}
	}
	return all
}
