package protocol_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/sandbox/sandboxtest"
)

// asPublic sends a form in the name of App, as anyone can.
func asPublic(r *http.Request) { r.Header.Del("Authorization") }

// almost has everybody who was counted asked all but once of what they may in an hour.
func (w *world) almost() {
	w.t.Helper()
	w.Store.Client(w.t.Context()).Throttle.Update().SetCount(999).ExecX(w.t.Context())
}

func (w *world) kept() (requests, devices int) {
	client := w.Store.Client(w.t.Context())
	return client.OidcRequest.Query().CountX(w.t.Context()), client.OidcDevice.Query().CountX(w.t.Context())
}

// A network starts a thousand devices an hour in the name of an app that proves nothing. What is
// refused is not kept, and other networks, and apps that prove themselves, go on.
func TestANetworkStartsSoManyDevices(t *testing.T) { // D-15
	t.Parallel()
	w := setup(t, nil)
	proved := oidctest.App()
	proved.ID, proved.Type, proved.Authentication, proved.Redirects = "box", clientfile.ClientConfidential, clientfile.ProofBasic, []string{"https://box.example/back"}
	_, secret := w.Client(t, proved)
	form := url.Values{"client_id": {w.App.ID}, "scope": {"openid"}}
	want := func(what string, status int) {
		t.Helper()
		if got, says, _ := w.post("/oidc/device_authorization", form, asPublic); got != status {
			t.Errorf("%s: %d %v", what, got, says)
		}
	}
	want("the first", http.StatusOK)
	w.almost()
	want("the last", http.StatusOK)
	status, says, header := w.post("/oidc/device_authorization", form, asPublic)
	wait, err := strconv.Atoi(header.Get("Retry-After"))
	if status != http.StatusTooManyRequests || says["error"] != "temporarily_unavailable" || err != nil || wait < 1 || wait > 3600 {
		t.Errorf("one more: %d %v %v", status, says, header)
	}
	if _, devices := w.kept(); devices != 2 {
		t.Errorf("%d devices are kept", devices)
	}
	if status, says, _ := w.post("/oidc/device_authorization", url.Values{"scope": {"openid"}}, func(r *http.Request) { r.SetBasicAuth("box", secret) }); status != http.StatusOK {
		t.Errorf("an app that proves itself: %d %v", status, says)
	}
	w.network = "192.0.2.2"
	want("another network", http.StatusOK)
	w.network = "192.0.2.1"
	w.Clock.Advance(time.Hour + time.Second)
	want("an hour later", http.StatusOK)
}

// So many requests of apps are kept an hour for the visitors of a network and for what it pushes in
// the name of an app that proves nothing, and as many for each member. What is refused is not kept;
// what has not to be kept, members and apps that prove themselves go on.
func TestANetworkHasSoManyRequestsKept(t *testing.T) { // D-15, A-087
	t.Parallel()
	w := setup(t, nil)
	member := w.Member(t)
	visitor := actor.Actor{Locale: "ja", IP: "192.0.2.1"}
	native := asks("client_id", w.App.ID, "redirect_uri", w.App.Redirects[0], "scope", "openid")
	browse := func(what string, form url.Values, status int, prefix string) {
		t.Helper()
		if got, to, _ := w.browse("/oidc/authorize?" + form.Encode()); got != status || !strings.HasPrefix(to.String(), prefix) {
			t.Errorf("%s: %d %s %+v", what, got, to, w.fault)
		}
	}
	w.member = visitor
	browse("the first", asks(), http.StatusSeeOther, "/page/login?")
	w.almost()
	if status, says, _ := w.post("/oidc/par", native, asPublic); status != http.StatusCreated {
		t.Errorf("pushed: %d %v", status, says)
	}
	w.fault = nil
	answer, err := sandboxtest.Client.Get(w.url + "/oidc/authorize?" + asks().Encode())
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" || w.fault == nil || w.fault.Status != http.StatusTooManyRequests || w.fault.Kind != "TOO_MANY_REQUESTS" {
		t.Errorf("one more: %d %v %+v", answer.StatusCode, answer.Header, w.fault)
	}
	status, says, header := w.post("/oidc/par", native, asPublic)
	if status != http.StatusTooManyRequests || says["error"] != "temporarily_unavailable" || header.Get("Retry-After") == "" {
		t.Errorf("pushed once more: %d %v %v", status, says, header)
	}
	if requests, _ := w.kept(); requests != 2 {
		t.Errorf("%d requests are kept", requests)
	}
	if status, says, _ := w.post("/oidc/par", asks()); status != http.StatusCreated {
		t.Errorf("pushed by an app that proves itself: %d %v", status, says)
	}
	browse("without a page", asks("prompt", "none"), http.StatusSeeOther, "https://cinema.example/back?error=login_required")
	w.member = member
	browse("a member there", asks(), http.StatusSeeOther, "/page/consent?")
	w.almost()
	browse("the member's last", asks(), http.StatusSeeOther, "/page/consent?")
	browse("one more of the member", asks(), http.StatusTooManyRequests, "")
	w.member = visitor
	w.member.IP = "192.0.2.2"
	browse("another network", asks(), http.StatusSeeOther, "/page/login?")
	w.member = visitor
	w.Clock.Advance(time.Hour + time.Second)
	browse("an hour later", asks(), http.StatusSeeOther, "/page/login?")
}

// what another site puts into its pages, such as a thousand images, scripts or frames, has no
// request kept and counts nothing. A link, a form and a browser that says nothing do as ever.
func TestOnlyNavigationHasARequestKept(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = actor.Actor{Locale: "ja", IP: "192.0.2.1"}
	client := &http.Client{Transport: sandboxtest.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	get := func(form url.Values, headers ...string) (status int, to string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.url+"/oidc/authorize?"+form.Encode(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer.StatusCode, answer.Header.Get("Location")
	}
	for what, headers := range map[string][]string{
		"an image":             {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"},
		"a call of a script":   {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty"},
		"a script of our own":  {"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "same-origin", "Sec-Fetch-Dest", "empty"},
		"a page that may come": {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document", "Sec-Purpose", "prefetch;prerender"},
	} {
		if status, to := get(asks(), headers...); status != http.StatusForbidden || to != "" {
			t.Errorf("%s: %d %s", what, status, to)
		}
	}
	frame := []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}
	for _, form := range []url.Values{asks(), asks("prompt", "none")} {
		if status, to := get(form, frame...); status != http.StatusSeeOther || !strings.HasPrefix(to, "https://cinema.example/back?error=login_required") {
			t.Errorf("a frame: %d %s", status, to)
		}
	}
	if requests, _ := w.kept(); requests != 0 || w.Store.Client(t.Context()).Throttle.Query().CountX(t.Context()) != 0 {
		t.Errorf("%d requests are kept, or something was counted", requests)
	}
	for what, headers := range map[string][]string{
		"a link of another site": {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"},
		"an older browser":       nil,
	} {
		if status, to := get(asks(), headers...); status != http.StatusSeeOther || !strings.HasPrefix(to, "/page/login?") {
			t.Errorf("%s: %d %s", what, status, to)
		}
	}
}

// What is kept of a request has a bound, which is far above what apps ask for.
func TestALongRequestIsNotKept(t *testing.T) { // D-15
	t.Parallel()
	w := setup(t, nil)
	w.member = actor.Actor{Locale: "ja", IP: "192.0.2.1"}
	status, to, _ := w.browse("/oidc/authorize?" + asks("state", strings.Repeat("s", 9000)).Encode())
	if status != http.StatusSeeOther || to.Query().Get("error") != "invalid_request" {
		t.Errorf("%d %.100s", status, to)
	}
	if status, says, _ := w.post("/oidc/par", asks("nonce", strings.Repeat("n", 9000))); status != http.StatusBadRequest || says["error"] != "invalid_request" {
		t.Errorf("pushed: %d %v", status, says)
	}
	if requests, _ := w.kept(); requests != 0 {
		t.Errorf("%d requests are kept", requests)
	}
	if status, to, _ := w.browse("/oidc/authorize?" + asks("state", strings.Repeat("s", 6000)).Encode()); status != http.StatusSeeOther || to.Path != "/page/login" {
		t.Errorf("a shorter one: %d %.100s", status, to)
	}
}
