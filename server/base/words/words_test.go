package words

import (
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"kaiin/server/base/clock"
)

func read(ja, en string) Catalogue {
	return Read(fstest.MapFS{"text.ja.json": {Data: []byte(ja)}, "text.en.json": {Data: []byte(en)}}, "text")
}

func TestSay(t *testing.T) {
	texts := read(`{"left": "残り{n}回、{name}さん"}`, `{"left": "{name}, {n} left"}`)
	for _, c := range []struct {
		locale, key string
		pairs       []string
		want        string
	}{
		{"ja", "left", []string{"n", "3", "name", "灯"}, "残り3回、灯さん"},
		{"en", "left", []string{"n", "3", "name", "Akari"}, "Akari, 3 left"},
		{"fr", "left", []string{"n", "3", "name", "灯"}, "残り3回、灯さん"},
		{"en", "left", []string{"n", "3", "name", "{n}"}, "{n}, 3 left"},
		{"en", "left", nil, "{name}, {n} left"},
		{"en", "right", []string{"n", "3"}, ""},
	} {
		if got := texts.In(c.locale).Say(c.key, c.pairs...); got != c.want {
			t.Errorf("%s %s %v = %q, want %q", c.locale, c.key, c.pairs, got, c.want)
		}
	}
}

func TestGaps(t *testing.T) {
	for _, c := range []struct {
		name, ja, en string
		want         []string
	}{
		{"complete", `{"a": "{n}と{m}"}`, `{"a": "{m} and {n}"}`, nil},
		{"missing in English", `{"a": "あ"}`, `{}`, []string{"a has no text in en"}},
		{"missing in Japanese", `{}`, `{"a": "a"}`, []string{"a has no text in ja"}},
		{"empty", `{"a": "あ"}`, `{"a": ""}`, []string{"a has no text in en"}},
		{"another name", `{"a": "{n}"}`, `{"a": "{m}"}`, []string{"a speaks of [{m}] in en and of [{n}] in ja"}},
	} {
		if got := read(c.ja, c.en).Gaps(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFigures(t *testing.T) { // K-010 A-110 A-205
	day := clock.Date(2025, 1, 5)
	for _, c := range []struct{ got, want string }{
		{Yen("ja", 0), "0円"},
		{Yen("ja", 100), "100円"},
		{Yen("ja", 1100), "1,100円"},
		{Yen("en", 1234567), "¥1,234,567"},
		{Yen("fr", 1100), "1,100円"},
		{Day("ja", day), "2025/1/5"},
		{Day("en", day), "Jan 5, 2025"},
		{LongDay("ja", day), "2025年1月5日"},
		{LongDay("en", day), "January 5, 2025"},
		{Moment(time.Date(2025, 1, 5, 20, 4, 5, 0, time.UTC)), "2025/01/06 05:04:05"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
