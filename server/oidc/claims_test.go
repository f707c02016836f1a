package oidc

import (
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
