package fault

import "testing"

func TestEveryTextExistsInBothLanguages(t *testing.T) { // X-065 X-066
	for _, gap := range catalogue().Gaps() {
		t.Error(gap)
	}
	if n := len(catalogue()["ja"]); n < 100 {
		t.Errorf("only %d texts were looked at", n)
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ locale, code, want string }{
		{"ja", "NO_SUCH_CODE", "エラーが発生しました"}, // E-003
		{"en", "NO_SUCH_CODE", "An error occurred"},
		{"fr", "UNAUTHENTICATED", "ログインしてください。"},
	} {
		if got := Text(c.locale, Code(c.code), "", nil); got != c.want {
			t.Errorf("%s %s = %q, want %q", c.locale, c.code, got, c.want)
		}
	}
}
