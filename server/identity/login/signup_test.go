package login_test

import (
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/signup"
)

// confirmed takes a fresh visitor to the confirm page, and is the visitor and the token of their
// session there.
func confirmed(t *testing.T, s *login.Service, email string) (actor.Actor, string) {
	t.Helper()
	ctx := t.Context()
	a, _ := logintest.Visitor(t, s)
	policies, err := s.Account.Catalog.Policies(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var consents []account.Consent
	for _, p := range policies {
		consents = append(consents, account.Consent{PolicyID: p.ID, Revision: p.Revision, Key: p.Key})
	}
	if _, err := s.Signup.Start(ctx, a, "signUp", email, consents, ""); err != nil {
		t.Fatal(err)
	}
	proved, err := s.Signup.ProveEmail(ctx, a, accounttest.PinCode(t, s.Account, email), "")
	if err != nil {
		t.Fatal(err)
	}
	a.SessionID = proved.SessionID
	form := signup.Form{Password: accounttest.Password, PasswordConfirm: accounttest.Password, Profile: account.Personal{
		FamilyName: "山田", GivenName: "太郎", Birthday: "19900131", Custom: map[string]string{"adult": "true"},
	}}
	if _, err := s.Signup.Confirm(ctx, a, form); err != nil {
		t.Fatal(err)
	}
	return a, proved.Token
}

func TestSignUpSignsIn(t *testing.T) {
	s := setup(t, nil)
	a, before := confirmed(t, s, "taro@example.com")
	_, signed, err := s.Signup.Complete(t.Context(), a, nil)
	if err != nil {
		t.Fatalf("%+v, %v", signed, err)
	}
	row := logintest.Resumed(t, s, signed.Token)
	if row == nil || *row.AccountID != signed.AccountID || logintest.Resumed(t, s, before) != nil {
		t.Fatalf("session = %+v", row)
	}
	member := actor.Actor{AccountID: signed.AccountID, SessionID: row.ID, Locale: "ja"}
	if done, err := s.Signup.CompletedPage(t.Context(), member); err != nil || done.Email != "taro@example.com" {
		t.Errorf("completion page: %+v, %v", done, err)
	}
	if _, err := s.Login(t.Context(), at("192.0.2.1"), input("taro@example.com", accounttest.Password)); err != nil {
		t.Errorf("logging in with it: %v", err)
	}
}

// Without a password it was the code at the address that has let the member in.
func TestASignUpWithoutAPasswordIsNotedAsACode(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account, accounttest.NoPassword)
	if err := s.NoteSignup(t.Context(), at("192.0.2.1"), row, actor.MethodAuthCode); err != nil {
		t.Fatal(err)
	}
	if event := s.Store.Client(t.Context()).LoginEvent.Query().OnlyX(t.Context()); event.LoginMethod != "AuthCode" || event.Identifier != login.IdentifierEmail {
		t.Errorf("%+v", event)
	}
}

func TestSignUpAtOnce(t *testing.T) {
	s := setup(t, nil)
	a, _ := confirmed(t, s, "taro@example.com")
	tokens := make(chan string, 50)
	for range 50 {
		go func() {
			_, signed, err := s.Signup.Complete(t.Context(), a, nil)
			if err != nil {
				signed.Token = ""
			}
			tokens <- signed.Token
		}()
	}
	living := 0
	for range 50 {
		if token := <-tokens; token != "" && logintest.Resumed(t, s, token) != nil {
			living++
		}
	}
	if members := s.Store.Client(t.Context()).Account.Query().CountX(t.Context()); living != 1 || members != 1 {
		t.Errorf("%d sessions, %d members", living, members)
	}
}
