package streaks

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

func fromStreaks(u *url.URL) bool {
	return u.Scheme == "https" && strings.HasSuffix(u.Host, ".streaks.jp")
}

func TestParse(t *testing.T) {
	const hls = `"type":"application/x-mpegURL"`
	for _, c := range []struct {
		name, answer string
		sources      int
		tracks       int
		poster       string
		says         string
	}{
		{name: "all of it", answer: `{"name":"n","duration":1.5,"poster":{"src":"https://images.example/p.jpg"},"sources":[{"src":"https://a.streaks.jp/i.m3u8",` + hls + `}],
			"tracks":[{"kind":"captions","src":"https://a.streaks.jp/ja.vtt","srclang":"ja"},{"kind":"subtitles","src":"https://a.streaks.jp/en.vtt","srclang":"<en>"}]}`,
			sources: 1, tracks: 2, poster: "https://images.example/p.jpg"},
		{name: "nulls", answer: `{"name":null,"duration":null,"poster":null,"tracks":null,"ads":null,"sources":[{"src":"https://a.streaks.jp/i.m3u8",` + hls + `,"key_systems":null}]}`, sources: 1},
		{name: "the best that is open", answer: `{"sources":[{"src":"https://a.streaks.jp/1",` + hls + `,"key_systems":{"a":{}}},{"src":"https://a.streaks.jp/2",` + hls + `,"key_systems":{}}]}`, sources: 1},
		{name: "protected", answer: `{"sources":[{"src":"https://a.streaks.jp/1",` + hls + `,"key_systems":{"a":{}}}]}`, says: "copy protection"},
		{name: "another kind", answer: `{"sources":[{"src":"https://a.streaks.jp/1","type":"application/dash+xml"}]}`, says: "no source of HLS"},
		{name: "no sources", answer: `{}`, says: "no source of HLS"},
		{name: "elsewhere", answer: `{"sources":[{"src":"https://streaks.jp.evil.example/1",` + hls + `}]}`, says: "may not come from"},
		{name: "a script", answer: `{"sources":[{"src":"javascript:alert(1)",` + hls + `}]}`, says: "no source of HLS"},
		{name: "with a user", answer: `{"sources":[{"src":"https://a.streaks.jp@evil.example/1",` + hls + `}]}`, says: "no source of HLS"},
		{name: "texts from elsewhere, of another kind", answer: `{"poster":{"src":"http://images.example/p.jpg"},"sources":[{"src":"https://a.streaks.jp/i",` + hls + `}],
			"tracks":[{"kind":"captions","src":"https://evil.example/ja.vtt"},{"kind":"metadata","src":"https://a.streaks.jp/m.vtt"}]}`, sources: 1},
		{name: "a list", answer: `[]`, says: "not the JSON expected"},
		{name: "two answers", answer: `{} {}`, says: "not the JSON expected"},
		{name: "another type", answer: `{"sources":"https://a.streaks.jp/1"}`, says: "not the JSON expected"},
		{name: "nothing", answer: ``, says: "not the JSON expected"},
	} {
		media, err := parse("ref", []byte(c.answer), fromStreaks)
		if c.says != "" {
			if media != nil || err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v, %v", c.name, media, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if len(media.Sources) != c.sources || len(media.Tracks) != c.tracks || media.Poster != c.poster {
			t.Errorf("%s: %+v", c.name, media)
		}
	}
}

// Whatever comes, what is passed on is bounded, and its address is one where streams may come from.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"name":"n","duration":8,"poster":{"src":"https://a.streaks.jp/p.jpg"},"tracks":[{"kind":"captions","src":"https://a.streaks.jp/ja.vtt","srclang":"ja","label":"日本語"}],` +
		`"sources":[{"src":"https://a.streaks.jp/i.m3u8","type":"application/x-mpegURL","key_systems":null}]}`))
	f.Add([]byte(`{"sources":[{"src":"//a.streaks.jp","type":"audio/mpegurl"}]}`))
	f.Add([]byte(`{"duration":-1e300}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		media, err := parse("ref", answer, fromStreaks)
		if (media == nil) == (err == nil) {
			t.Fatalf("%v, %v", media, err)
		}
		if media == nil {
			return
		}
		if n := len(media.Sources); n < 1 || n > maxSources || len(media.Tracks) > maxTracks || media.Duration < 0 || utf8.RuneCountInString(media.Name) > maxText {
			t.Errorf("%+v", media)
		}
		addresses := []string{}
		for _, s := range media.Sources {
			addresses = append(addresses, s.URL)
		}
		for _, track := range media.Tracks {
			addresses = append(addresses, track.URL)
		}
		for _, text := range addresses {
			if u, err := url.Parse(text); err != nil || !fromStreaks(u) || u.User != nil {
				t.Errorf("%q is passed on", text)
			}
		}
	})
}
