package masked

import "testing"

func TestHints(t *testing.T) {
	for _, c := range []struct {
		name string
		got  Text
		want string
	}{
		{"a name", Name("山田"), "山＊＊＊"}, {"a name outside of the BMP", Name("𠮷野家"), "𠮷＊＊＊"}, {"a name of one character", Name("林"), "＊＊＊"}, {"no name", Name(""), ""},
		{"a reading", Name("ヤマダ"), "ヤ＊＊＊"}, {"a user id", UserID("taro_yamada"), "ta***"}, {"a short user id", UserID("ab"), "***"},
		{"an address", Email("taro@example.jp"), "t***@example.jp"}, {"an address of one letter", Email("t@example.jp"), "***@example.jp"},
		{"a quoted address", Email(`"a@b"@example.jp`), `"***@example.jp`}, {"no address", Email("nothing"), "***"},
		{"a phone", Phone("09012345678"), "***-****-5678"}, {"a short one", Phone("1234"), "***"}, {"none", Phone(""), ""},
		{"a birthday", Birthday("1980-01-02"), "19**"}, {"a postal code", PostalCode("100-0001"), "100-****"}, {"without a hyphen", PostalCode("1000001"), "100-****"},
		{"IPv4", IP("203.0.113.77"), "203.0.113.*"}, {"IPv4 in IPv6", IP("::ffff:203.0.113.77"), "203.0.113.*"}, {"IPv6", IP("2001:db8:1:2:3::4"), "2001:db8:1::/48"},
		{"no address of the network", IP("unknown"), "***"}, {"hidden", Hidden("x"), "***"}, {"opened", Open("山田 太郎"), "山田 太郎"},
	} {
		if c.got.String() != c.want || c.got.IsNone() != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}

// The length of a value is no part of its hint.
func TestLengthsAreHidden(t *testing.T) {
	for _, pair := range [][2]Text{
		{Name("山田"), Name("山田太郎左衛門")}, {Email("ta@x.jp"), Email("tarotarotaro@x.jp")}, {UserID("taro"), UserID("taro_yamada")}, {Phone("0312345678"), Phone("09012345678")},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%q and %q differ", pair[0], pair[1])
		}
	}
}
