package oidc

import (
	"strings"
	"testing"

	"kaiin/ent"
)

// Apps show the picture on their own sites, so the claim is a whole address (OpenID Connect
// Core 5.1).
func TestThePictureIsAWholeAddress(t *testing.T) {
	t.Parallel()
	s, path := &Service{Issuer: "https://member.example.jp"}, "/picture/name"
	if got := s.about(&ent.Account{ProfileImageURL: &path}, []string{ScopeProfile})["picture"]; got != "https://member.example.jp/picture/name" {
		t.Errorf("%v", got)
	}
	if got := s.about(&ent.Account{ProfileImageURL: &path}, []string{ScopeEmail})["picture"]; got != nil {
		t.Errorf("without the scope: %v", got)
	}
	if got, ok := s.about(&ent.Account{}, []string{ScopeProfile})["picture"]; ok {
		t.Errorf("without a picture: %v", got)
	}
}

// The page of the consent says a birthday as its reader writes days; the app gets it as the
// protocol does.
func TestTheConsentSaysDaysInItsReadersWords(t *testing.T) {
	t.Parallel()
	s, day := &Service{Issuer: "https://member.example.jp"}, "19920229"
	row := &ent.Account{Birthday: &day}
	for locale, want := range map[string]string{"ja": "1992年2月29日", "en": "February 29, 1992"} {
		if got := strings.Join(s.examples(row, locale)[ScopeProfile], "\n"); !strings.Contains(got, want) || strings.Contains(got, "1992-02-29") {
			t.Errorf("%s: %s", locale, got)
		}
	}
	if got := s.about(row, []string{ScopeProfile})["birthdate"]; got != "1992-02-29" {
		t.Errorf("the app gets %v", got)
	}
}
