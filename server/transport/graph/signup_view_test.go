package graph

import (
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/identity/signup"
)

func TestTheFormKnowsTheAddressOfTheExternalAccount(t *testing.T) { // F-086
	line := &signup.External{Email: "taro@line.example"}
	for _, c := range []struct {
		name    string
		linking *signup.External
		rule    settings.Rule
		want    string
	}{
		{"the store uses the field", line, settings.Optional, "taro@line.example"},
		{"the store does not", line, settings.NotUse, ""},
		{"nothing is linked", nil, settings.Required, ""},
		{"the provider told none", &signup.External{}, settings.Required, ""},
	} {
		page := &signup.Page{Linking: c.linking, Registration: settings.Registration{Rules: map[string]settings.Rule{"socialEmail": c.rule}}}
		if got := orEmpty(signupFormData(page).SocialEmail); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
