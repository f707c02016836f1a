package withdrawal_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/message"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
)

// What may stay of an account that has left: when, that it left, and what tells a former member so
// when they try to log in.
var stays = []string{
	"access_stamp", "created_at", "email", "email_key", "email_verified_at", "id", "locale", "must_change_password", "password_hash", "password_updated_at", "status", "updated_at", "user_id",
	"user_id_key", "withdrawn_at",
}

// B-08: every column of an account is emptied when its member leaves, a picture as much as
// an address.
func TestNothingThatWasRegisteredStays(t *testing.T) { // B-08
	w := setup(t, nil)
	row, a := w.member()
	row.Update().SetUserID("Taro01").SetUserIDKey("taro01").SetDefaultMultiFactorType("Email").SetName("山田太郎").SetNameKana("ヤマダタロウ").
		SetFamilyName("山田").SetGivenName("太郎").SetFamilyNameKana("ヤマダ").SetGivenNameKana("タロウ").SetNickname("たろ").SetSex(1).
		SetBirthday("19900131").SetPhoneNumber("09012345678").SetCountry("JP").SetPrefecture(13).SetPostalCode("1500002").
		SetAddress("渋谷区渋谷1-2-3").SetAddress2("会員荘101").SetCustom(map[string]string{"theatre": "武蔵野"}).
		SetProfileImageURL("https://img.example.jp/taro.png").SetPasswordMailedAt(w.Clock.Now()).SetEmailChangedAt(w.Clock.Now()).ExecX(t.Context())
	if empty := w.columns(row.ID, "IS NULL"); !slices.Equal(empty, []string{"erased_at", "withdrawn_at"}) {
		t.Fatalf("the test gave the member no %v", empty)
	}
	if _, err := w.Withdraw(t.Context(), a, w.confirm(row, a)); err != nil {
		t.Fatal(err)
	}
	for _, column := range w.columns(row.ID, "IS NOT NULL") {
		if !slices.Contains(stays, column) {
			t.Errorf("%s stays", column)
		}
	}
}

// number is what is left of a former member's account after 30 days: that there was one.
var number = []string{"access_stamp", "created_at", "erased_at", "id", "locale", "must_change_password", "status", "updated_at", "withdrawn_at"}

// D-11: 30 days after a member has left, nothing is left that identifies or authenticates them.
func TestNothingThatIdentifiesStaysForLong(t *testing.T) { // D-11
	w := setup(t, nil)
	other, _ := w.member()
	row, a := w.member(accounttest.UserID("Taro01"))
	w.holdings(row, a)
	w.client().Message.Update().Where(message.AccountID(row.ID)).SetState(message.StateSent).ExecX(t.Context())
	if _, err := w.Withdraw(t.Context(), a, w.confirm(row, a)); err != nil {
		t.Fatal(err)
	}
	sent := message.And(message.RecipientIn(*row.Email), message.StateEQ(message.StateSent))
	if n := w.client().Message.Query().Where(sent).CountX(t.Context()); n != 0 {
		t.Errorf("%d messages of the past name the address", n)
	}
	purge := func() {
		if err := errors.Join(w.Account.Purge(t.Context()), w.Notify.Purge(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	purge()
	if former := w.client().Account.GetX(t.Context(), row.ID); former.PasswordHash == nil || former.ErasedAt != nil {
		t.Errorf("at once: %+v", former)
	}
	w.wait(30*24*time.Hour + time.Minute)
	purge()
	if left := w.columns(row.ID, "IS NOT NULL"); !slices.Equal(left, number) {
		t.Errorf("%v stay", left)
	}
	if n := w.client().Message.Query().Where(message.Recipient(*row.Email)).CountX(t.Context()); n != 0 {
		t.Errorf("%d messages name the address", n)
	}
	if mine := w.client().Account.GetX(t.Context(), other.ID); mine.Email == nil || mine.PasswordHash == nil || mine.ErasedAt != nil {
		t.Errorf("a member who stayed: %+v", mine)
	}
	_, err := w.logins.Login(t.Context(), actor.Actor{Locale: "ja", IP: "192.0.2.9"},
		login.Input{Identifier: *row.Email, Password: accounttest.Password, Method: actor.MethodPassword})
	if said(err) != "LOGIN_FAILED_EMAIL" {
		t.Errorf("logging in: %v", err)
	}
	erased := w.client().Account.GetX(t.Context(), row.ID).ErasedAt
	w.wait(time.Hour)
	purge()
	if again := w.client().Account.GetX(t.Context(), row.ID).ErasedAt; !again.Equal(*erased) {
		t.Error("it is erased again and again")
	}
}

// columns are those of the account whose value is as said, in the order of their names.
func (w *world) columns(id uuid.UUID, are string) (names []string) {
	w.t.Helper()
	rows, err := w.Store.DB.QueryContext(w.t.Context(),
		"SELECT key FROM accounts a, jsonb_each_text(to_jsonb(a)) WHERE a.id = $1 AND value "+are+" ORDER BY key", id)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			w.t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return names
}
