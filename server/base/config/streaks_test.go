package config

import (
	"net/url"
	"slices"
	"testing"
)

func TestStreamOrigins(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"", "streaks.jp", "https://", "https://*", "https://a.example/path", "https://a.example;script-src", "https://a b", "https://a.example,", "ftp://a.example", "https://a.*.example", "https://u@a.example"} {
		if got, err := streamOrigins(wrong); err == nil {
			t.Errorf("%q: %v", wrong, got)
		}
	}
	origins, err := streamOrigins("https://*.Streaks.jp, http://127.0.0.1:8090/")
	if err != nil {
		t.Fatal(err)
	}
	s := Streaks{Project: "p", StreamOrigins: origins}
	if got := s.Sources(); !slices.Equal(got, []string{"https://*.streaks.jp", "http://127.0.0.1:8090"}) {
		t.Errorf("%v", got)
	}
	for address, want := range map[string]bool{
		"https://a.streaks.jp/x": true, "https://A.b.STREAKS.jp/x": true, "http://127.0.0.1:8090/x": true,
		"https://streaks.jp/x": false, "http://a.streaks.jp/x": false, "https://a.streaks.jp:8443/x": false, "https://evilstreaks.jp/x": false,
		"https://a.streaks.jp.evil.example/x": false, "http://127.0.0.1:8091/x": false, "http://127.0.0.1/x": false, "https://.streaks.jp/x": false,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if s.Allows(u) != want {
			t.Errorf("%s: %t", address, !want)
		}
	}
}

func TestStreaksNeedsHTTPSInProduction(t *testing.T) {
	t.Parallel()
	clear := &url.URL{Scheme: "http", Host: "a.example"}
	for name, s := range map[string]Streaks{"API": {APIURL: clear}, "streams": {StreamOrigins: []StreamOrigin{{"http", "a.example"}}}, "test streams": {TestStreams: clear}} {
		if s.validate(true) == nil || s.validate(false) != nil {
			t.Errorf("%s: %v, %v", name, s.validate(true), s.validate(false))
		}
	}
	test := Streaks{StreamOrigins: []StreamOrigin{{"https", "b.example"}}, TestStreams: clear}
	if got := test.Sources(); !slices.Equal(got, []string{"http://a.example"}) {
		t.Errorf("without a project: %v", got)
	}
}
