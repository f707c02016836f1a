package step

import (
	"strings"
	"testing"
)

func TestSafeReturnTo(t *testing.T) {
	for path, safe := range map[string]bool{
		"/": true, "/mypage": true, "/plans/standard?from=mail&x=%2F%2Fevil.example#top": true, "/mypage/loginhistory": true,
		"/plans?u=https://evil.example": true, "/日本語": true, "/loginx": true,
		"": false, "mypage": false, "//evil.example": false, "///evil.example": false, `/\evil.example`: false, `\/evil.example`: false,
		"/a\\b": false, "https://evil.example": false, "https:/mypage": false, "javascript:alert(1)": false,
		"/\t/evil.example": false, "/\n/evil.example": false, "/\r\nSet-Cookie: a=b": false, "/a\x00b": false, "/\u0085x": false, " /mypage": false,
		"/login": false, "/login?returnTo=/mypage": false, "/login/code": false, "/logout": false, "/%6cogin": false, "/%": false,
		"/" + strings.Repeat("a", 2000): false,
	} {
		want := ""
		if safe {
			want = path
		}
		if got := SafeReturnTo(path); got != want {
			t.Errorf("%q leads to %q", path, got)
		}
	}
}
