package contract

import (
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/storefile"
)

const changeUserID = "/zapi/account/user-id/edit"

func TestUserIDChange(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	row, b := s.Member(t, accounttest.UserID("hanako01"))
	for _, prefix := range []string{"", "/zapi/internal"} {
		has(t, get(t, b, prefix+"/mypage/user-id/edit"), []member{{"", "userId", "hanako01"}, {"", "isEnabledPassword", true}})
	}
	s.Advance(t, 16*time.Minute) // the password is proof enough
	exactly(t, "C-095", post(t, b, "/zapi/account/user-id/verify", map[string]any{"userId": "hanako02"}), "")
	goes(t, "C-094", post(t, b, changeUserID, map[string]any{"password": accounttest.Password, "userId": "hanako02"}), "/mypage/user-id/edit/complete")
	has(t, get(t, b, "/mypage"), []member{{"C-094", "account.userId", "hanako02"}, {"C-094", "account.authId", row.ID.String()}})
	goes(t, "C-094", post(t, s.Browser(t), "/login", password("hanako02", accounttest.Password)), "/mypage")
	refused(t, "E-014", s.Browser(t).Post("/login", password("hanako01", accounttest.Password)), "en", 401, "LOGIN_FAILED_USER_ID", "", nil)
}

func TestUserIDChangeRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	off := start(t, func(f *storefile.File) { f.Settings.Flags.UserID = false })
	_, denied := off.Member(t)
	s.Member(t, accounttest.UserID("Taken001"))
	_, without := s.Member(t, accounttest.NoPassword)
	has(t, get(t, without, "/mypage/user-id/edit"), []member{{"P-014", "userId", nil}, {"P-014", "isEnabledPassword", false}})
	for _, locale := range []string{"ja", "en"} {
		_, b := s.Member(t, accounttest.UserID(locale+"hanako"))
		ask := func(password, userID string) apptest.Answer {
			return said(t, b, locale, "POST", changeUserID, map[string]any{"password": password, "userId": userID})
		}
		for _, c := range []struct {
			row, password, userID string
			status                int
			code, field           string
			args                  map[string]any
		}{
			{"V-117", "", "hanako02", 400, "REQUIRED", "password", nil},
			{"V-118", "short9s", "hanako02", 400, "PASSWORD_TOO_SHORT", "password", map[string]any{"min": 8}},
			{"", accounttest.Password, " ", 400, "REQUIRED", "userId", nil},
			{"V-110", accounttest.Password, "abc12", 400, "TOO_SHORT", "userId", map[string]any{"min": 6}},
			{"V-111", accounttest.Password, "abcdefghijklmnop", 400, "TOO_LONG", "userId", map[string]any{"max": 15}},
			{"V-112", accounttest.Password, "はなこさんです", 400, "ALPHANUMERIC_ONLY", "userId", nil},
			{"V-116", accounttest.Password, locale + "hanako", 400, "UNCHANGED", "userId", nil},
			{"E-083", "wrong1password", "hanako02", 401, "REQUEST_UNAUTHORIZED", "password", nil},
			{"E-084", accounttest.Password, "taken001", 400, "ACCOUNT_ALREADY_EXISTS_USER_ID", "userId", nil},
		} {
			refused(t, c.row, ask(c.password, c.userID), locale, c.status, c.code, c.field, c.args)
		}
		body := map[string]any{"password": accounttest.Password, "userId": "hanako03"}
		refused(t, "P-014", said(t, without, locale, "POST", changeUserID, body), locale, 409, "PASSWORD_NOT_SET", "", nil)
		refused(t, "off", said(t, denied, locale, "POST", changeUserID, body), locale, 404, "NOT_FOUND", "", nil)
		refused(t, "P-009", said(t, denied, locale, "GET", "/mypage/user-id/edit/screen-data", nil), locale, 404, "NOT_FOUND", "", nil)
	}
}
