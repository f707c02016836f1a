package signup

import (
	"testing"

	"kaiin/server/base/fault"
)

func TestTextsOfTheForm(t *testing.T) {
	for _, c := range []struct {
		row, field string
		code       fault.Code
		ja, en     string
	}{
		{"V-062", "sex", "REQUIRED", "性別を選択してください。", "Please select your gender."},
		{"V-062", "sex", "INVALID_CHOICE", "性別を選択してください。", "Please select your gender."},
		{"V-070", "birthday", "INVALID_FORMAT", "生年月日の形式が正しくありません。", "The format of the birthday is incorrect."},
		{"V-079", "phoneNumber", "INVALID_FORMAT", "電話番号の形式が正しくありません。", "The format of the phone number is incorrect."},
		{"V-082", "postalCode", "INVALID_FORMAT", "郵便番号の形式が正しくありません。", "The format of the postal code is incorrect."},
		{"V-105", "password", "REQUIRED", "パスワードを入力してください。", "Please enter your password."},
		{"V-102 V-106", "passwordConfirm", "MISMATCH", "パスワードが一致しません。", "The passwords do not match."},
		{"V-107", "password", "INVALID_CHARACTERS", "パスワードは半角英数字と記号で入力してください。", "Use letters, digits and symbols only in the password."},
		{"V-107", "password", "TOO_SHORT", "パスワードは8文字以上で入力してください。", "The password must be 8 characters or more."},
		{"V-107", "password", "TOO_COMMON", "このパスワードは推測されやすいため使用できません。別のパスワードを入力してください。", "This password is too easy to guess. Please choose another one."},
		{"custom item", "custom.x", "REQUIRED", fault.Text("ja", "REQUIRED", "", nil), fault.Text("en", "REQUIRED", "", nil)},
	} {
		for locale, want := range map[string]string{"ja": c.ja, "en": c.en} {
			if got := fault.Text(locale, c.code, c.field, map[string]any{"min": 8}); got != want {
				t.Errorf("%s %s: %q, want %q", c.row, locale, got, want)
			}
		}
	}
}
