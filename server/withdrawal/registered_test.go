package withdrawal_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
)

// What may stay of an account that has left: when, that it left, and what tells a former member so when they try to log in.
var stays = []string{
	"access_stamp", "created_at", "email", "email_key", "email_verified_at", "id", "locale", "must_change_password", "password_hash", "password_updated_at", "status", "updated_at", "user_id",
	"user_id_key", "withdrawn_at",
}

// B-08: every column of an account is emptied when its member leaves, a picture as much as an address.
func TestNothingThatWasRegisteredStays(t *testing.T) { // B-08
	w := setup(t, nil)
	row, a := w.member()
	row.Update().SetUserID("Taro01").SetUserIDKey("taro01").SetDefaultMultiFactorType("Email").SetName("山田太郎").SetNameKana("ヤマダタロウ").
		SetFamilyName("山田").SetGivenName("太郎").SetFamilyNameKana("ヤマダ").SetGivenNameKana("タロウ").SetNickname("たろ").SetSex(1).
		SetBirthday("19900131").SetPhoneNumber("09012345678").SetCountry("JP").SetPrefecture(13).SetPostalCode("1500002").
		SetAddress("渋谷区渋谷1-2-3").SetAddress2("会員荘101").SetCustom(map[string]string{"theatre": "武蔵野"}).
		SetProfileImageURL("https://img.example.jp/taro.png").SetPasswordMailedAt(w.Clock.Now()).ExecX(t.Context())
	if empty := w.columns(row.ID, "IS NULL"); !slices.Equal(empty, []string{"withdrawn_at"}) {
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
