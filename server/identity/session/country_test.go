package session_test

import (
	"testing"

	"kaiin/server/identity/session"
)

func TestCountries(t *testing.T) { // F-296 A-180
	c, err := session.OpenCountries("../login/logintest/countries.mmdb")
	if err != nil {
		t.Fatal(err)
	}
	for ip, want := range map[string]string{"133.11.0.1": "JP", "8.8.8.8": "US", "2001:200::1": "JP", "::ffff:133.11.0.1": "JP", "192.168.0.1": "", "nonsense": "", "": ""} {
		if got := c.Of(ip); got != want {
			t.Errorf("%s is in %q, want %q", ip, got, want)
		}
	}
	if _, err := session.OpenCountries("country_test.go"); err == nil {
		t.Error("a file that is no table opens")
	}
}
