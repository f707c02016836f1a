package graph

import (
	"testing"

	"kaiin/server/catalog"
	"kaiin/server/signup"
)

func TestTheFormKnowsTheAddressOfTheExternalAccount(t *testing.T) { // F-086
	line := &signup.External{Email: "taro@line.example"}
	for _, c := range []struct {
		name    string
		linking *signup.External
		rule    catalog.Rule
		want    string
	}{
		{"the store uses the field", line, catalog.Optional, "taro@line.example"},
		{"the store does not", line, catalog.NotUse, ""},
		{"nothing is linked", nil, catalog.Required, ""},
		{"the provider told none", &signup.External{}, catalog.Required, ""},
	} {
		page := &signup.Page{Linking: c.linking, Registration: catalog.Registration{Rules: map[string]catalog.Rule{"socialEmail": c.rule}}}
		if got := orEmpty(signupFormData(page).SocialEmail); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
