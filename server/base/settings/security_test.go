package settings_test

import (
	"strings"
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/shop/catalog/catalogtest"
)

func TestSecurityOfTheStore(t *testing.T) {
	t.Parallel()
	mail := []string{"mailto:security@quayside.example"}
	for _, c := range []struct {
		security settings.Security
		want     string
	}{
		{settings.Security{}, ""},
		{settings.Security{Contact: mail}, ""},
		{settings.Security{Contact: append(mail, "https://quayside.example/report?a=b"), Policy: "/demo/security.html#en"}, ""},
		{settings.Security{Contact: mail, Policy: "https://quayside.example/policy"}, ""},
		{settings.Security{Contact: []string{"security@quayside.example"}}, `security.contact[0]: "security@quayside.example" must be a mailto: address or an https:// URL`},
		{settings.Security{Contact: append(mail, "http://quayside.example/")}, "security.contact[1]: "},
		{settings.Security{Contact: []string{""}}, "security.contact[0]: "},
		{settings.Security{Contact: []string{"mailto:security"}}, "security.contact[0]: "},
		{settings.Security{Contact: []string{"mailto:a@quayside.example\nPolicy: x"}}, "security.contact[0]: "},
		{settings.Security{Contact: []string{"mailto:窓口@quayside.example"}}, "security.contact[0]: "},
		{settings.Security{Contact: []string{"https:///report"}}, "security.contact[0]: "},
		{settings.Security{Contact: append(mail, mail...)}, `security.contact[1]: "mailto:security@quayside.example" is given twice`},
		{settings.Security{Contact: mail, Policy: "policy.html"}, `security.policy: "policy.html" must be a path of the site or an https:// URL`},
		{settings.Security{Contact: mail, Policy: "//evil.example/"}, "security.policy: "},
		{settings.Security{Contact: mail, Policy: "http://quayside.example/policy"}, "security.policy: "},
		{settings.Security{Contact: mail, Policy: "/a\nContact: mailto:b@evil.example"}, "security.policy: "},
		{settings.Security{Policy: "/policy"}, "security.policy: needs a security.contact"},
	} {
		f := catalogtest.File(func(s *settings.Settings) { s.Security = c.security })
		switch err := f.Settings.Validate(); {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.security, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: %v", c.security, err)
		}
	}
}
