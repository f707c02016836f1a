package protocol_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts/actstest"
)

// An app that was disabled, or whose address was taken from it, while a member had its request
// open: no member is sent there any more.
func TestARequestOfAnAppThatHasChanged(t *testing.T) { // D-52
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	disable := func(id string) {
		t.Helper()
		if err := w.DisableClient(t.Context(), actstest.By(w.Store), id); err != nil {
			t.Fatal(err)
		}
	}
	move := func(id string) {
		t.Helper()
		r := oidctest.Web()
		r.ID, r.Redirects = id, []string{"https://elsewhere.example/back"}
		if err := w.Apply(t.Context(), []clientfile.File{r}); err != nil {
			t.Fatal(err)
		}
	}
	for name, change := range map[string]func(string){"disabled": disable, "moved": move} {
		for what, open := range map[string]func(id, key string) (int, *url.URL){
			"goes on": func(_, key string) (int, *url.URL) {
				status, to, _ := w.browse("/oidc?request=" + key)
				return status, to
			},
			"is refused": func(_, key string) (int, *url.URL) {
				status, to, _ := w.browse("/oidc/consent/form/abort?request=" + key)
				return status, to
			},
			"is allowed": func(_, key string) (int, *url.URL) {
				form := url.Values{"request": {key}, "accountId": {w.member.AccountID.String()}, "addScope": {"openid"}}
				rec := w.call(http.MethodPost, "/oidc/consent/form", form, http.StatusBadRequest, nil)
				return rec.Code, new(url.URL)
			},
			"was pushed": func(id, _ string) (int, *url.URL) {
				c := *w.Web
				c.ID = id
				key, err := w.Push(t.Context(), &c, "", &oidc.Request{ClientID: id, RedirectURI: "https://cinema.example/back", Scopes: []string{"openid"}})
				if err != nil {
					t.Fatal(err)
				}
				status, to, _ := w.browse("/oidc/authorize?client_id=" + id + "&request_uri=urn:ietf:params:oauth:request_uri:" + key)
				return status, to
			},
		} {
			r := oidctest.Web()
			r.ID = strings.ReplaceAll(name+"-"+what, " ", "-")
			w.Client(t, r)
			_, to, _ := w.browse("/oidc/authorize?" + asks("client_id", r.ID, "scope", "openid", "prompt", "consent").Encode())
			key := to.Query().Get("request")
			if key == "" {
				t.Fatalf("%s", to)
			}
			change(r.ID)
			w.fault = nil
			status, to := open(r.ID, key)
			if status != http.StatusBadRequest || to.String() != "" || w.fault == nil {
				t.Errorf("%s: a request that %s: %d %s %+v", name, what, status, to, w.fault)
			}
		}
	}
}

// A request that needs no page keeps no more of what an app says than one that does.
func TestARequestThatIsTooLong(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	long := `{"userinfo": {"` + strings.Repeat("n", 9<<10) + `": null}}`
	if got := w.authorize(asks()); got.Get("code") == "" {
		t.Fatalf("%v", got)
	}
	if got := w.authorize(asks("claims", long)); got.Get("error") != "invalid_request" || got.Get("code") != "" {
		t.Errorf("silently: %v", got)
	}
	if got := w.authorize(asks("claims", long, "prompt", "consent")); got.Get("error") != "invalid_request" {
		t.Errorf("with a page: %v", got)
	}
	if got := w.authorize(asks("nonce", strings.Repeat("n", 9<<10))); got.Get("error") != "invalid_request" {
		t.Errorf("a nonce: %v", got)
	}
}
