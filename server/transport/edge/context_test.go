package edge_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

func TestPageCallsKeepTheMembersRequest(t *testing.T) { // C-004 A-010
	t.Parallel()
	w := edgetest.New(t, nil)
	var sent http.Header
	w.Next = func(out http.ResponseWriter, r *http.Request) { sent = r.Header.Clone() }
	page := w.Call("GET", "/plans?a=b", "", "X-Forwarded-For", "203.0.113.7", "User-Agent", "PVS/1/2", "Accept-Language", "en",
		"Cookie", "sid="+edgetest.Token, "X-Kaiin-Context", "forged", "X-Kaiin-Locale", "fr", "X-Kaiin-Other", "x")
	for name, want := range map[string]string{
		"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Host": "member.example.jp", "X-Forwarded-Proto": "https", "X-Kaiin-Locale": "en",
		"X-Kaiin-Other": "", "X-Request-Id": page.Header.Get("X-Request-Id"), "Cookie": "sid=" + edgetest.Token, "User-Agent": "PVS/1/2",
	} {
		if got := strings.Join(sent[http.CanonicalHeaderKey(name)], "|"); got != want {
			t.Errorf("Next got %s %q, want %q", name, got, want)
		}
	}
	var seen *viewer.Viewer
	w.Header = func(ctx context.Context) (*model.AccountHeader, error) { seen = viewer.Of(ctx); return nil, nil }
	w.Call("GET", edgetest.HeaderData, "", "X-Kaiin-Context", sent.Get("X-Kaiin-Context"), "Cookie", "sid="+edgetest.Token, "User-Agent", "node")
	if seen.Actor.IP != "203.0.113.7" || seen.RequestID != page.Header.Get("X-Request-Id") || seen.Actor.Locale != "en" || !seen.IsApp ||
		seen.Actor.AccountID != *w.Member.AccountID || seen.Actor.SessionID != w.Member.ID {
		t.Errorf("the page's call came as %+v", seen)
	}
	genuine := sent.Get("X-Kaiin-Context")
	for name, forged := range map[string]string{
		"another payload": "e30." + strings.SplitN(genuine, ".", 2)[1], "cut": genuine[:len(genuine)-2], "no MAC": strings.SplitN(genuine, ".", 2)[0],
		"rubbish": "....", "empty": "", "another key": "e30.e30",
	} {
		w.Call("GET", edgetest.HeaderData, "", "X-Kaiin-Context", forged, "User-Agent", "node", "X-Forwarded-For", "198.51.100.9")
		if seen.Actor.IP != "198.51.100.9" || seen.IsApp || seen.RequestID == page.Header.Get("X-Request-Id") {
			t.Errorf("%s: believed: %+v", name, seen)
		}
	}
	for site, want := range map[string]bool{"cross-site": true, "same-origin": false, "none": false} { // D-18
		w.Call("GET", "/", "", "Sec-Fetch-Site", site, "Cookie", "sid="+edgetest.Token)
		w.Call("GET", edgetest.HeaderData, "", "X-Kaiin-Context", sent.Get("X-Kaiin-Context"), "Cookie", "sid="+edgetest.Token)
		if seen.Actor.CrossSite != want {
			t.Errorf("a page opened from %s: %v", site, seen.Actor.CrossSite)
		}
	}
}
