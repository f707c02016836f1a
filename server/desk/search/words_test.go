package search

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNamesAreFolded(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                   "",
		"ヤマダ　タロウ":            "ヤマダタロウ",
		"やまだ たろう":            "ヤマダタロウ",
		"ﾔﾏﾀﾞ ﾀﾛｳ":           "ヤマダタロウ",
		"か\u3099":            "ガ",
		"ﾊﾟ":                 "パ",
		"ジョージ・オーウェル":         "ジヨジオウエル",
		"ｼﾞｮｰｼﾞ･ｵｰｳｪﾙ":       "ジヨジオウエル",
		"きょうこ":               "キヨウコ",
		"キヨウコ":               "キヨウコ",
		"たっぺい":               "タツペイ",
		"ヴァレンティ":             "ヴアレンテイ",
		"ケンイチ-":              "ケンイチ",
		"山田 太郎":              "山田太郎",
		"𠮷野家":                "𠮷野家",
		"吉野家":                "吉野家",
		"髙橋":                 "髙橋",
		"﨑":                  "﨑",
		"ＳＭＩＴＨ　Ｊｏｈｎ":         "smithjohn",
		"１２３４":               "1234",
		"100%_\\":            "100%_\\",
		"辻\U000e0100":        "辻",
		"山\x00田\u200b\xff太郎": "山田太郎",
		"山\x1f田\n太郎":         "山田太郎",
	} {
		if got := fold(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
		if again := fold(fold(text)); again != fold(text) {
			t.Errorf("%q becomes %q when it is folded again", text, again)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		of   Member
		want string
	}{
		{"nothing", Member{Status: "active"}, "sactive"},
		{"a member who left", Member{Status: "withdrawn", Name: "山田", Email: "a@b.jp", PhoneNumber: "09012345678", Contracts: []Contract{{Plan: "x"}}}, ""},
		{"everything", Member{
			Status: "suspended", Name: "山田 太郎", NameKana: "ヤマダ　タロウ", Email: "Taro@DoCoMo.ne.jp", PhoneNumber: "09056781234", Birthday: "19800501", PostalCode: "1000001",
			Prefecture: 13, Contracts: []Contract{{"standard", "spring", "HOLD"}, {"premium", "", "HOLD"}}, Methods: []Method{{"creditcard", "4242"}, {"paypal", ""}},
			ExternalAccounts: []string{"LINE"},
		}, "b19800501 c4242 ddocomo.ne.jp e13 gspring kダタ kマダ kヤマ kロウ kタロ lpremium lstandard m05 n太郎 n山田 n田太 p1234 ssuspended tHOLD xLINE ycreditcard ypaypal z1000001"},
		{"family and given name apart", Member{Status: "active", FamilyName: "林", GivenName: "花", FamilyNameKana: "ハヤシ", GivenNameKana: "ハナ"}, "kシハ kハナ kハヤ kヤシ n林 n林花 n花 sactive"},
		{"both forms of a name", Member{Status: "active", Name: "林花", FamilyName: "林", GivenName: "花"}, "n林 n林花 n花 sactive"},
		{"a name of one letter", Member{Status: "active", Name: "林", NameKana: "リ"}, "kリ n林 sactive"},
		{"a letter of four bytes", Member{Status: "active", Name: "𠮷田"}, "n𠮷田 sactive"},
		{"letters that are none of ours", Member{Status: "active", Name: "%_"}, "n%_ sactive"},
		{"values that are too short", Member{Status: "active", PhoneNumber: "090", Birthday: "1980", Email: "nowhere"}, "sactive"},
	} {
		want := strings.Fields(c.want)
		slices.Sort(want)
		if got := Words(c.of); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", c.name, got, want)
		}
	}
}

// A form of a kanji that is a letter of its own is another name, so its bearer is found by the
// reading.
func TestFormsOfAKanjiFindEachOtherByTheReadingAlone(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"髙橋", "高橋"}, {"山﨑", "山崎"}, {"𠮷田", "吉田"}} {
		one, other := Words(Member{Status: "active", Name: pair[0], NameKana: "ヨミ"}), Words(Member{Status: "active", Name: pair[1], NameKana: "よみ"})
		if slices.Contains(one, pairs(ofName, pair[1])[0]) || slices.Contains(other, pairs(ofName, pair[0])[0]) {
			t.Errorf("%s and %s are one name", pair[0], pair[1])
		}
		if word := "kヨミ"; !slices.Contains(one, word) || !slices.Contains(other, word) {
			t.Errorf("%q and %q have not the same reading", one, other)
		}
	}
}

// Whatever a name is, each part of it is found: the words of a part are among those of the whole.
func FuzzWords(f *testing.F) {
	for _, name := range []string{"山田太郎", "𠮷", "ﾔﾏﾀﾞ", "%_", "a\x00b", "\xff", "が"} {
		f.Add(name, uint8(1), uint8(3))
	}
	f.Fuzz(func(t *testing.T, name string, from, to uint8) {
		all := Words(Member{Status: "active", Name: name})
		for _, word := range all {
			if !utf8.ValidString(word) || strings.ContainsFunc(word, func(r rune) bool { return r < ' ' }) {
				t.Errorf("%q has the word %q", name, word)
			}
		}
		letters := []rune(fold(name))
		begin, end := min(int(from), len(letters)), min(int(to), len(letters))
		if end-begin < 2 {
			return
		}
		for _, word := range pairs(ofName, string(letters[begin:end])) {
			if !slices.Contains(all, word) {
				t.Errorf("%q is no word of %q", word, name)
			}
		}
	})
}
