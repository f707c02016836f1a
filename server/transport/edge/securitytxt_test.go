package edge

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
)

// reportedAt is a site whose store says where weaknesses are reported.
func reportedAt(t *testing.T, security settings.Security) *world {
	t.Helper()
	w := newWorld(t, nil)
	w.Settings = func(context.Context) (*settings.Settings, error) { return &settings.Settings{Security: security}, nil }
	return w
}

func TestSecurityTxt(t *testing.T) { // RFC 9116
	t.Parallel()
	w := reportedAt(t, settings.Security{
		Contact: []string{"mailto:security@example.jp", "https://example.jp/report"}, Policy: "/demo/security.html#en",
	})
	w.Time = clock.At(time.Date(2026, 11, 26, 15, 30, 0, 0, time.UTC))
	want := "Contact: mailto:security@example.jp\nContact: https://example.jp/report\nExpires: 2027-05-25T00:00:00Z\n" +
		"Preferred-Languages: ja, en\nCanonical: https://member.example.jp/.well-known/security.txt\n" +
		"Policy: https://member.example.jp/demo/security.html#en\n"
	got := w.call("GET", securityPath, "")
	if got.StatusCode != http.StatusOK || got.body != want {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	head := w.call("HEAD", securityPath, "")
	for _, answer := range []answer{got, head} {
		h := answer.Header
		if answer.StatusCode != http.StatusOK || h.Get("Content-Type") != "text/plain; charset=utf-8" ||
			h.Get("Cache-Control") != "public, max-age=86400" || h.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d %v", answer.Request.Method, answer.StatusCode, h)
		}
	}
	if head.body != "" {
		t.Errorf("HEAD: %q", head.body)
	}
	post := w.call("POST", securityPath, "", "Origin", "https://member.example.jp")
	if post.StatusCode != http.StatusMethodNotAllowed || !strings.Contains(post.Header.Get("Allow"), "GET") {
		t.Errorf("POST: %d %v", post.StatusCode, post.Header)
	}
}

// A reader may rely on the file for the day that it is cached, and the file is valid for less than
// a year.
func TestSecurityTxtExpiresWithinBounds(t *testing.T) {
	t.Parallel()
	w := reportedAt(t, settings.Security{Contact: []string{"mailto:security@example.jp"}})
	for _, now := range []time.Time{
		time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 26, 23, 59, 59, 0, time.UTC),
		time.Date(2028, 2, 29, 12, 0, 0, 0, time.UTC), time.Date(2026, 12, 31, 16, 0, 0, 0, time.UTC), // the next year in Japan
	} {
		w.Time = clock.At(now)
		_, rest, _ := strings.Cut(w.call("GET", securityPath, "").body, "Expires: ")
		text, _, _ := strings.Cut(rest, "\n")
		expires, err := time.Parse(time.RFC3339, text)
		left := expires.Sub(now)
		if err != nil || !strings.HasSuffix(text, "T00:00:00Z") || left <= 179*24*time.Hour || left > 180*24*time.Hour {
			t.Errorf("at %v: %q, %v", now, text, err)
		}
	}
}

func TestSecurityTxtNamesAPolicyOnlyWhereThereIsOne(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string][]string{
		"": nil, "https://example.jp/policy": {"Policy: https://example.jp/policy"}, "/policy": {"Policy: https://member.example.jp/policy"},
	} {
		body := reportedAt(t, settings.Security{Contact: []string{"mailto:security@example.jp"}, Policy: policy}).call("GET", securityPath, "").body
		var got []string
		for line := range strings.Lines(body) {
			if strings.HasPrefix(line, "Policy:") {
				got = append(got, strings.TrimSpace(line))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("policy %q: %q", policy, got)
		}
	}
}

func TestAStoreWithoutAContactHasNoSecurityTxt(t *testing.T) {
	t.Parallel()
	w := reportedAt(t, settings.Security{})
	for _, method := range []string{"GET", "HEAD"} {
		if got := w.call(method, securityPath, ""); got.StatusCode != http.StatusNotFound || strings.Contains(got.body, "Contact:") {
			t.Errorf("%s: %d %s", method, got.StatusCode, got.body)
		}
	}
	w.Settings = func(context.Context) (*settings.Settings, error) { return nil, errors.New("no database") }
	if got := w.call("GET", securityPath, ""); got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("without settings: %d", got.StatusCode)
	}
}
