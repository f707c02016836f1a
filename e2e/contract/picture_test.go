package contract

import (
	"strings"
	"testing"
)

func TestProfileImage(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	const set, dot = "/zapi/account/profile-image", "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
	has(t, get(t, b, "/mypage/profile/edit"), []member{{"R-082", "profileImageUrl", nil}})
	for _, locale := range []string{"ja", "en"} {
		for _, c := range []struct{ row, sent, code string }{
			{"V-058", "", "INVALID_FORMAT"}, {"V-058", "data:image/webp;base64,UklGRg==", "INVALID_FORMAT"}, {"V-058", "data:image/png;base64,PHN2Zy8+", "INVALID_FORMAT"},
			{"V-058", "data:image/png;base64,iVBORw0KGgo=", "IMAGE_UNREADABLE"},
			{"V-058", "data:image/png;base64," + strings.Repeat("AAAA", 1_747_627), "IMAGE_TOO_LARGE"},
		} {
			refused(t, c.row, said(t, b, locale, "POST", set, map[string]any{"profileImage": c.sent}), locale, 400, c.code, "profileImage", nil)
		}
	}
	goes(t, "C-081 R-083", post(t, b, set, map[string]any{"profileImage": dot}), "/mypage/profile/edit/complete")
	address := get(t, b, "/mypage/profile/edit")["profileImageUrl"]
	if name, ok := strings.CutPrefix(address.(string), "/picture/"); !ok || len(name) != 43 {
		t.Errorf("the picture is at %v", address)
	}
	has(t, get(t, b, "/mypage"), []member{{"F-235", "account.profileImageUrl", address}})
	has(t, good(t, b.Get("/zapi/internal/account-header/screen-data")), []member{{"F-235", "profileImageUrl", address}})
	for _, body := range []map[string]any{{}, {"profileImage": ""}} { // neither is a wish to remove it
		if got := said(t, b, "en", "POST", set, body); got.StatusCode != 400 {
			t.Errorf("%v is answered with %d %s", body, got.StatusCode, got.Text)
		}
		has(t, get(t, b, "/mypage/profile/edit"), []member{{"C-082", "profileImageUrl", address}})
	}
	goes(t, "C-082 R-083", post(t, b, set, map[string]any{"profileImage": nil}), "/mypage/profile/edit/complete")
	has(t, get(t, b, "/mypage/profile/edit"), []member{{"C-082", "profileImageUrl", nil}})
	if got := b.Get(address.(string)); got.StatusCode != 404 {
		t.Errorf("the removed picture is answered with %d", got.StatusCode)
	}
}
