package login_test

import (
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
)

// A member enables the first second factor while a password is being checked: that login, which has
// read that there is none, opens no session.
func TestALoginThatASecondFactorHasOvertaken(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	read, err := s.Account.LookupByIdentifier(t.Context(), *row.Email, credential.WithHasFactor)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := logintest.Member(t, s, row.ID)
	if _, err := s.Credential.EnableFactor(t.Context(), a, credential.EnableFactor{Type: credential.FactorEmail}); err != nil {
		t.Fatal(err)
	}
	page, err := s.Credential.BackupPage(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Credential.SaveBackupCodes(t.Context(), a, page.Codes); err != nil {
		t.Fatal(err)
	}
	visitor, _ := logintest.Visitor(t, s)
	entered, err := s.Enter(t.Context(), visitor, login.Proof{Account: read, Method: actor.MethodPassword, Identifier: login.IdentifierEmail})
	if !fault.Is(err, fault.InvalidSessionFlow) || entered.Token != "" {
		t.Errorf("%+v, %v", entered, err)
	}
	if signed, err := s.Login(t.Context(), visitor, input(*row.Email, accounttest.Password)); err != nil || signed.AccountID == row.ID {
		t.Errorf("the next one is not asked for the factor: %+v, %v", signed, err)
	}
}

// Whether there is a second factor is read with the account: a member without one costs no
// statement more.
func TestStatementsOfALoginWithoutSecondFactor(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	if _, err := s.Settings.Get(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, n := store.CountStatements(t.Context())
	if _, err := s.Login(ctx, at("192.0.2.1"), input(*row.Email, accounttest.Password)); err != nil || n.Load() != 5 {
		t.Errorf("%d statements, %v", n.Load(), err)
	}
}
