package passcode

import (
	"github.com/google/uuid"

	"kaiin/ent/authcode"
)

// OfAccount are the keys under which the codes of an account are counted a day, whichever their
// purposes are, and how many of each are sent.
func OfAccount(account uuid.UUID) (keys []string, most int) {
	for _, purpose := range []authcode.Purpose{authcode.PurposeMailEdit, authcode.PurposePhoneSetting} {
		keys = append(keys, codesBy(purpose, account.String()))
	}
	for _, purpose := range []authcode.Purpose{
		authcode.PurposePasswordSetting, authcode.PurposeMailVerify, authcode.PurposeMultiFactorEmail, authcode.PurposeMultiFactorSms, authcode.PurposeConfirmLogin,
	} {
		keys = append(keys, codesOf(purpose, account.String()))
	}
	return keys, perAccount
}

func codesBy(purpose authcode.Purpose, account string) string {
	return "code-by:" + string(purpose) + " " + account
}

func codesOf(purpose authcode.Purpose, account string) string {
	return "code-of:" + string(purpose) + " " + account
}
