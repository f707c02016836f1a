package endpoints_test

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
	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/endpoints"
)

// reportedAt is a site whose store says where weaknesses are reported.
func reportedAt(t *testing.T, security settings.Security) *edgetest.World {
	t.Helper()
	w := edgetest.New(t, nil)
	w.Guard.Settings = func(context.Context) (*settings.Settings, error) { return &settings.Settings{Security: security}, nil }
	return w
}

func TestSecurityTxt(t *testing.T) { // RFC 9116
	t.Parallel()
	w := reportedAt(t, settings.Security{
		Contact: []string{"mailto:security@example.jp", "https://example.jp/report"}, Policy: "/demo/security.html#en",
	})
	w.WellKnown.Time = clock.At(time.Date(2026, 11, 26, 15, 30, 0, 0, time.UTC))
	want := "Contact: mailto:security@example.jp\nContact: https://example.jp/report\nExpires: 2027-05-25T00:00:00Z\n" +
		"Preferred-Languages: ja, en\nCanonical: https://member.example.jp/.well-known/security.txt\n" +
		"Policy: https://member.example.jp/demo/security.html#en\n"
	got := w.Call("GET", endpoints.SecurityPath, "")
	if got.StatusCode != http.StatusOK || got.Text != want {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
	head := w.Call("HEAD", endpoints.SecurityPath, "")
	for _, answer := range []edgetest.Answer{got, head} {
		h := answer.Header
		if answer.StatusCode != http.StatusOK || h.Get("Content-Type") != "text/plain; charset=utf-8" ||
			h.Get("Cache-Control") != "public, max-age=86400" || h.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d %v", answer.Request.Method, answer.StatusCode, h)
		}
	}
	if head.Text != "" {
		t.Errorf("HEAD: %q", head.Text)
	}
	post := w.Call("POST", endpoints.SecurityPath, "", "Origin", "https://member.example.jp")
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
		w.WellKnown.Time = clock.At(now)
		_, rest, _ := strings.Cut(w.Call("GET", endpoints.SecurityPath, "").Text, "Expires: ")
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
		body := reportedAt(t, settings.Security{Contact: []string{"mailto:security@example.jp"}, Policy: policy}).Call("GET", endpoints.SecurityPath, "").Text
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
		if got := w.Call(method, endpoints.SecurityPath, ""); got.StatusCode != http.StatusNotFound || strings.Contains(got.Text, "Contact:") {
			t.Errorf("%s: %d %s", method, got.StatusCode, got.Text)
		}
	}
	w.Guard.Settings = func(context.Context) (*settings.Settings, error) { return nil, errors.New("no database") }
	if got := w.Call("GET", endpoints.SecurityPath, ""); got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("without settings: %d", got.StatusCode)
	}
}
