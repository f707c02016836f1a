package session_test

import (
	"testing"
	"time"

	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
)

// The account that comes with a session is the one that would be read for itself, whatever its
// columns hold.
func TestResumeBringsTheAccount(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	_, token := logintest.Member(t, s, row.ID)
	full := row.Update().SetFamilyName("会員").SetBirthday("19900102").SetSex(1).SetPrefecture(13).
		SetCustom(map[string]string{"club": "true"}).SetPasswordUpdatedAt(s.Clock.Now().Truncate(time.Microsecond)).SaveX(t.Context())
	_, got, err := s.Session.Resume(t.Context(), token)
	if err != nil || got == nil {
		t.Fatalf("%v, %v", got, err)
	}
	want := s.Store.Client(t.Context()).Account.GetX(t.Context(), full.ID)
	if got.String() != want.String() {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	_, visitor := logintest.Visitor(t, s)
	if row, got, err := s.Session.Resume(t.Context(), visitor); row == nil || got != nil || err != nil {
		t.Errorf("a visitor has the account %v, %v", got, err)
	}
}
