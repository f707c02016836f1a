package written

import (
	"errors"
	"testing"
)

// What is wrong is found where it is written; what is missing, where it belongs.
func TestLines(t *testing.T) {
	t.Parallel()
	document := []byte("\ufeffsettings:\r\n  theme: pink\r\n  colors: {accent: blue}\r\nplans:\r\n  - &one\r\n    id: a\r\n    price: 1\r\n  - <<: *one\r\n    id: b\r\n")
	for path, line := range map[string]int{
		"settings.theme": 2, "settings.colors.accent": 3, "settings.colors.player": 3, "settings.flags.isOidcEnabled": 1, "plans[0].price": 7,
		"plans[1].id": 9, "plans[1].price": 8, "plans[2].id": 4, "policies": 0,
	} {
		var p *Problem
		if err := Lines(document, errors.Join(&Problem{Path: path, Text: "is wrong"})); !errors.As(err, &p) || p.Line != line || p.Path != path {
			t.Errorf("%s: %v, want line %d", path, err, line)
		}
	}
	other := errors.New("is no path")
	if err := Lines(document, errors.Join(other, errors.Join(&Problem{Path: "plans", Text: "are few"}))); !errors.Is(err, other) || err.Error() != "is no path\nline 4: plans: are few" {
		t.Errorf("%v", err)
	}
	if err := Lines(document, nil); err != nil {
		t.Error(err)
	}
}
