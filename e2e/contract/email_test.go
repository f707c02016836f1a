package contract

import (
	"strings"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/fault"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/storefile"
)

const (
	startEdit   = "/zapi/account/email/edit/send-pin-code"
	endEdit     = "/zapi/account/email/edit"
	verifyEmail = "/zapi/account/email/verify"
	undoEdit    = "/zapi/auth/email/undo"
)

// ownEmailPage is a store where members change their address here and not on a page of the store.
func ownEmailPage(f *storefile.File) { f.Settings.EmailEditURL = "" }

func TestEmailChange(t *testing.T) { // S-092 A-168
	t.Parallel()
	s := start(t, ownEmailPage)
	row, b := s.Member(t, accounttest.Email("hanako@example.com"))
	elsewhere := s.Browser(t)
	post(t, elsewhere, "/login", password("hanako@example.com", accounttest.Password))
	for _, prefix := range []string{"", "/zapi/internal"} {
		page := get(t, b, prefix+"/mypage/email/edit")
		exactly(t, "", page, "redirectTo flowError "+emailMembers)
		has(t, page, []member{{"", "email", "hanako@example.com"}, {"", "isEmailVerified", true}, {"", "sendTo", nil}, {"", "codeName", "Verification code"}})
	}
	goes(t, "C-086", post(t, b, startEdit, map[string]any{"email": "new@example.com", "type": "mailEdit"}), "/mypage/email/edit/pin-code")
	has(t, get(t, b, "/mypage/email/edit/pin-code"), []member{
		{"", "email", "hanako@example.com"}, {"", "sendTo", "new@example.com"}, {"", "codeMinutes", 60}, {"", "resendAt", something{}}, {"", "redirectTo", nil},
	})
	s.Advance(t, 31*time.Second)
	exactly(t, "C-088 C-090", post(t, b, resend, map[string]any{"email": "else@example.com", "type": "mailEdit"}), "")
	if mails := s.Inbox(t, "else@example.com"); len(mails) != 0 {
		t.Error("C-090: the code went to another address than the one under way")
	}
	goes(t, "C-087", post(t, b, endEdit, map[string]any{"pinCode": pin(t, s, "new@example.com")}), "/mypage/email/edit/complete")
	has(t, get(t, b, "/mypage"), []member{{"C-087", "account.contactEmail", "new@example.com"}, {"C-087", "account.isEmailVerified", true}})
	has(t, get(t, elsewhere, "/root"), []member{{"the other sessions end", "authId", nil}})

	token := link(t, s, "hanako@example.com")
	stranger := s.Browser(t)
	for _, path := range []string{"/email/undo/screen-data?token=", "/zapi/internal/email/undo/screen-data?token="} {
		page := good(t, stranger.Get(path+token))
		exactly(t, "", page, "redirectTo flowError email isPasswordRequired")
		has(t, page, []member{{"", "email", "h***@example.com"}, {"D-10", "isPasswordRequired", true}, {"", "flowError", nil}})
	}
	exactly(t, "undo", post(t, stranger, undoEdit, map[string]any{"token": token, "password": accounttest.Password}), "")
	has(t, get(t, b, "/root"), []member{{"every session ends", "authId", nil}})
	goes(t, "undo", post(t, b, "/login", password("hanako@example.com", accounttest.Password)), "/mypage")
	has(t, get(t, b, "/mypage"), []member{{"undo", "account.contactEmail", "hanako@example.com"}, {"undo", "account.authId", row.ID.String()}})
}

func TestEmailChangeRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, ownEmailPage)
	outside := start(t, nil)
	s.Member(t, accounttest.Email("taken@example.com"))
	for _, locale := range []string{"ja", "en"} {
		row, b := s.Member(t)
		begin := func(email, kind string) apptest.Answer {
			return said(t, b, locale, "POST", startEdit, map[string]any{"email": email, "type": kind})
		}
		end := func(pinCode string) apptest.Answer {
			return said(t, b, locale, "POST", endEdit, map[string]any{"pinCode": pinCode})
		}
		over := fault.Text(locale, "INVALID_SESSION_FLOW", "", nil)
		broken(t, "C-087", end("123456"), "/mypage/email/edit", over)
		broken(t, "C-090", said(t, b, locale, "POST", resend, map[string]any{"type": "mailEdit"}), "/mypage/email/edit", over)
		refused(t, "V-086", begin(" ", "mailEdit"), locale, 400, "EMAIL_REQUIRED", "email", nil)
		refused(t, "V-087 V-088", begin("new", "mailEdit"), locale, 400, "EMAIL_INVALID", "email", nil)
		refused(t, "V-089", begin(strings.Repeat("a", 180)+"@example.com", "mailEdit"), locale, 400, "TOO_LONG", "email", map[string]any{"max": 191})
		refused(t, "V-092", begin(strings.ToUpper(*row.Email), "mailEdit"), locale, 400, "UNCHANGED", "email", nil)
		refused(t, "C-086", begin("new@example.com", "mailVerify"), locale, 400, "INVALID_CHOICE", "type", nil)
		good(t, begin("taken@example.com", "mailEdit")) // which does not tell whose it is
		refused(t, "at once", begin("taken@example.com", "mailEdit"), locale, 429, "TOO_MANY_REQUESTS", "", nil)
		code := pin(t, s, "taken@example.com")
		refused(t, "V-093", end(""), locale, 400, "REQUIRED", "pinCode", codeName[locale])
		refused(t, "E-079", end(wrong(code)), locale, 400, "PIN_CODE_ERROR", "pinCode", codeName[locale])
		refused(t, "V-091", end(code), locale, 400, "ACCOUNT_ALREADY_EXISTS_EMAIL", "email", nil)

		expired := fault.Text(locale, "EMAIL_UNDO_EXPIRED", "", nil)
		broken(t, "undo", said(t, b, locale, "POST", undoEdit, map[string]any{"token": "made-up"}), "/login", expired)
		broken(t, "undo", said(t, b, locale, "GET", "/email/undo/screen-data?token=made-up", nil), "/login", expired)
		good(t, begin(locale+"-new@example.com", "mailEdit"))
		good(t, end(pin(t, s, locale+"-new@example.com")))
		token := link(t, s, *row.Email)
		s.Member(t, accounttest.Email(*row.Email))
		undoing := func(password any) apptest.Answer {
			return said(t, s.Browser(t), locale, "POST", undoEdit, map[string]any{"token": token, "password": password})
		}
		refused(t, "D-10", undoing(nil), locale, 400, "REQUIRED", "password", nil)
		refused(t, "D-10", undoing("short"), locale, 400, "PASSWORD_TOO_SHORT", "password", map[string]any{"min": 8})
		refused(t, "D-10", undoing("guess9work"), locale, 401, "REQUEST_UNAUTHORIZED", "password", nil)
		refused(t, "undo", said(t, s.Browser(t), locale, "POST", undoEdit, map[string]any{"token": token, "password": accounttest.Password}), locale, 409, "EMAIL_UNDO_TAKEN", "", nil)

		_, there := outside.Member(t)
		for path, body := range map[string]map[string]any{startEdit: {"email": "new@example.com", "type": "mailEdit"}, endEdit: {"pinCode": "123456"}} {
			refused(t, "the store's own page", said(t, there, locale, "POST", path, body), locale, 404, "NOT_FOUND", "", nil)
		}
		has(t, get(t, there, "/mypage/email/edit"), []member{{"the store's own page", "redirectTo", "https://store.example/email"}})
	}
	_, late := s.Member(t)
	s.Advance(t, 16*time.Minute)
	for _, locale := range []string{"ja", "en"} {
		for path, body := range map[string]map[string]any{startEdit: {"email": "new@example.com", "type": "mailEdit"}, endEdit: {"pinCode": "123456"}} {
			refused(t, "not fresh", said(t, late, locale, "POST", path, body), locale, 403, "REAUTHENTICATION_REQUIRED", "", nil)
		}
	}
	goes(t, "not fresh", get(t, late, "/mypage/email/edit"), "/login/confirm?returnTo=%2Fmypage%2Femail%2Fedit")
}

func TestEmailVerification(t *testing.T) { // S-093 X-009 A-166
	t.Parallel()
	s := start(t, nil)
	for _, locale := range []string{"ja", "en"} {
		row, b := s.Member(t, accounttest.Unverified)
		has(t, get(t, b, "/mypage/email/verify/code"), []member{{"no code yet", "resendAt", nil}, {"", "email", *row.Email}})
		has(t, get(t, b, "/mypage/email/verify"), []member{
			{"", "email", *row.Email}, {"", "isEmailVerified", false}, {"", "sendTo", *row.Email}, {"", "resendAt", something{}}, {"", "redirectTo", nil},
		})
		again := said(t, b, locale, "POST", resend, map[string]any{"email": *row.Email, "type": "mailVerify"})
		refused(t, "at once", again, locale, 429, "TOO_MANY_REQUESTS", "", nil)
		s.Advance(t, 31*time.Second)
		exactly(t, "C-088 C-089 C-090", good(t, said(t, b, locale, "POST", resend, map[string]any{"email": *row.Email, "type": "mailVerify"})), "")
		code := pin(t, s, *row.Email)
		ask := func(pinCode string) apptest.Answer {
			return said(t, b, locale, "POST", verifyEmail, map[string]any{"pinCode": pinCode})
		}
		refused(t, "V-093", ask(""), locale, 400, "REQUIRED", "pinCode", codeName[locale])
		refused(t, "E-079", ask(wrong(code)), locale, 400, "PIN_CODE_ERROR", "pinCode", codeName[locale])
		goes(t, "C-091", good(t, ask(code)), "/mypage/email/verify/complete")
		has(t, get(t, b, "/mypage"), []member{{"C-091", "account.isEmailVerified", true}})
		has(t, get(t, b, "/mypage/email/verify"), []member{{"C-091", "redirectTo", "/mypage"}})
		refused(t, "once more", ask(code), locale, 409, "EMAIL_ALREADY_VERIFIED", "", nil)
		refused(t, "once more", said(t, b, locale, "POST", resend, map[string]any{"type": "mailVerify"}), locale, 409, "EMAIL_ALREADY_VERIFIED", "", nil)
	}
}
