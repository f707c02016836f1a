package contract

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kaiin/server/shop/storefile"
)

// RFC 9116: people who find a weakness learn from the site where to report it.
func TestSecurityTxt(t *testing.T) {
	t.Parallel()
	const path = "/.well-known/security.txt"
	s := start(t, func(f *storefile.File) {
		f.Settings.Security.Contact, f.Settings.Security.Policy = []string{"mailto:security@store.example"}, "/terms"
	})
	got := s.Browser(t).Get(path)
	fields := map[string]string{}
	for line := range strings.Lines(got.Text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		fields[name] = value
	}
	for name, want := range map[string]string{
		"Contact": "mailto:security@store.example", "Policy": s.Site + "/terms",
		"Preferred-Languages": "ja, en", "Canonical": s.Site + path,
	} {
		if fields[name] != want {
			t.Errorf("%s: %q, want %q", name, fields[name], want)
		}
	}
	if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "text/plain; charset=utf-8" || len(fields) != 5 {
		t.Errorf("%d %v %s", got.StatusCode, got.Header, got.Text)
	}
	expires, err := time.Parse(time.RFC3339, fields["Expires"])
	if left := expires.Sub(s.Clock.Now()); err != nil || left <= 0 || left > 180*24*time.Hour {
		t.Errorf("Expires: %q, %v", fields["Expires"], err)
	}
	s.Clock.Advance(365 * 24 * time.Hour)
	if later := s.Browser(t).Get(path); strings.Contains(later.Text, fields["Expires"]) {
		t.Errorf("a year later: %s", later.Text)
	}
}

func TestAStoreWithoutAContactHasNoSecurityTxt(t *testing.T) {
	t.Parallel()
	if got := start(t, nil).Browser(t).Get("/.well-known/security.txt"); got.StatusCode != http.StatusNotFound {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
}
