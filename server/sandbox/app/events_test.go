package app

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

const setType = "application/secevent+jwt"

// news is an event of the provider, with what differs; nil leaves a claim out.
func (w *world) news(differs values) values {
	says := values{
		"iss": issuer, "aud": diaryID, "iat": w.clock.Now().Unix(), "toe": 1.5, "jti": "e1", "sub_id": values{"format": "iss_sub", "iss": issuer, "sub": "taro"},
		"events": values{changed: values{"entitlements": []any{values{"plan": "weekly", "since": "2026-01-01T00:00:00Z", "until": "2026-01-08T00:00:00Z"}}}},
	}
	maps.Copy(says, differs)
	maps.DeleteFunc(says, func(_ string, value any) bool { return value == nil })
	return says
}

func TestEventsArrive(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	tell := func(differs values) {
		t.Helper()
		if status, says := w.tells("/app/events", setType, signed(t, w.provider.key, "secevent+jwt", w.news(differs))); status != http.StatusAccepted || says != nil {
			t.Fatalf("status %d %v", status, says)
		}
	}
	tell(nil)
	tell(nil) // its answer was lost
	tell(values{"jti": "e2", "sub_id": values{"format": "iss_sub", "iss": issuer, "sub": "hanako"}, "events": values{changed: values{"entitlements": []any{values{"plan": "hers"}}}}})
	tell(values{"jti": "e3", "events": values{"urn:other": values{}}})
	_, _, body := w.does("GET", "/app/watching", nil)
	if strings.Count(body, "<code>weekly</code>") != 1 || strings.Contains(body, "hers") || !strings.Contains(body, `http-equiv="refresh"`) || !strings.Contains(body, "2026/01/08 09:00:00") {
		t.Errorf("shown: %s", body)
	}
	for i := range maxEvents + 5 {
		tell(values{"jti": "more" + strconv.Itoa(i), "toe": 2 + float64(i)/1000, "events": values{changed: values{"entitlements": []any{values{"plan": "p" + strconv.Itoa(i)}}}}})
	}
	_, _, body = w.does("GET", "/app/watching", nil)
	if strings.Count(body, "<article>") != maxEvents || strings.Index(body, "<code>p24</code>") > strings.Index(body, "<code>p23</code>") || strings.Contains(body, "<code>p4</code>") {
		t.Errorf("not the last %d, newest first: %s", maxEvents, body)
	}
	tell(values{"jti": "late", "toe": 2.0235, "events": values{changed: values{"entitlements": []any{values{"plan": "overtaken"}}}}})
	_, _, body = w.does("GET", "/app/watching", nil)
	if at := strings.Index(body, "<code>overtaken</code>"); at < strings.Index(body, "<code>p24</code>") || at > strings.Index(body, "<code>p23</code>") {
		t.Errorf("one that another has overtaken is taken for the present state: %s", body)
	}
}

func TestEventsThatAreNone(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	stranger := newKey(t, "one")
	for name, c := range map[string]struct{ body, err string }{
		"noise":            {"a.b.c", "invalid_request"},
		"wrong signature":  {signed(t, stranger, "secevent+jwt", w.news(nil)), "invalid_key"},
		"a logout token":   {signed(t, w.provider.key, "logout+jwt", w.news(nil)), "invalid_request"},
		"an ID token":      {signed(t, w.provider.key, "JWT", w.news(nil)), "invalid_request"},
		"another issuer":   {signed(t, w.provider.key, "secevent+jwt", w.news(values{"iss": "https://evil.test"})), "invalid_issuer"},
		"for another app":  {signed(t, w.provider.key, "secevent+jwt", w.news(values{"aud": "other"})), "invalid_audience"},
		"expired":          {signed(t, w.provider.key, "secevent+jwt", w.news(values{"exp": w.clock.Now().Add(-time.Hour).Unix()})), "invalid_request"},
		"without a name":   {signed(t, w.provider.key, "secevent+jwt", w.news(values{"jti": nil})), "invalid_request"},
		"without an event": {signed(t, w.provider.key, "secevent+jwt", w.news(values{"events": nil})), "invalid_request"},
		"of no member":     {signed(t, w.provider.key, "secevent+jwt", w.news(values{"sub_id": nil})), "invalid_request"},
		"of another's sub": {signed(t, w.provider.key, "secevent+jwt", w.news(values{"sub_id": values{"format": "iss_sub", "iss": "https://evil.test", "sub": "taro"}})), "invalid_request"},
		"of another form":  {signed(t, w.provider.key, "secevent+jwt", w.news(values{"events": values{changed: "yes"}})), "invalid_request"},
		"too long":         {strings.Repeat("x", maxTold+1), "invalid_request"},
	} {
		if status, says := w.tells("/app/events", setType, c.body); status != http.StatusBadRequest || says["err"] != c.err {
			t.Errorf("%s: status %d %v", name, status, says)
		}
	}
	if status, says := w.tells("/app/events", "application/json", signed(t, w.provider.key, "secevent+jwt", w.news(nil))); status != http.StatusBadRequest || says["err"] != "invalid_request" {
		t.Errorf("another type: status %d %v", status, says)
	}
	if _, _, body := w.does("GET", "/app/watching", nil); strings.Contains(body, "<article>") {
		t.Error("one of them was taken")
	}
}
