package oidc_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"kaiin/ent/account"
	"kaiin/ent/throttle"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts/actstest"
)

var deviceScopes = []string{"openid", "entitlements"}

func start(t *testing.T, w *oidctest.World) oidc.Device {
	t.Helper()
	d, err := w.StartDevice(t.Context(), w.App, "192.0.2.1", "entitlements openid")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// allowed is a device that the member has just allowed all it asks for.
func allowed(t *testing.T, w *oidctest.World, a actor.Actor) oidc.Device {
	t.Helper()
	d := start(t, w)
	if err := w.AnswerDevice(t.Context(), a, d.UserCode, true, deviceScopes, nil); err != nil {
		t.Fatal(err)
	}
	return d
}

func redeem(t *testing.T, w *oidctest.World, d oidc.Device) error {
	t.Helper()
	_, err := w.RedeemDevice(t.Context(), w.App, d.Code)
	return err
}

// entered opens the page for what the member has entered.
func entered(t *testing.T, w *oidctest.World, a actor.Actor, typed string) (*oidc.DevicePage, error) {
	t.Helper()
	return w.OpenDevice(t.Context(), a, typed, w.Entered(a, oidc.TypedCode(typed)))
}

// links to the page fill its field. However many a stranger makes a member follow, nothing is
// looked up and nothing counted, and what the member enters is.
func TestALinkWithACodeOnlyFillsTheField(t *testing.T) {
	w := oidctest.New(t, nil)
	a, other := w.Member(t), w.Member(t)
	d := start(t, w)
	for i := range 50 {
		mark := []string{"", "guess", w.Entered(other, d.UserCode), w.Entered(a, "ZZZZZZZZ"), w.Entered(actor.Actor{}, d.UserCode)}[i%5]
		page, err := w.OpenDevice(t.Context(), a, d.UserCode, mark)
		if err != nil || page.State != oidc.DeviceEnter || page.Code != oidc.ShownCode(d.UserCode) || page.Client != nil {
			t.Fatalf("%q: %+v, %v", mark, page, err)
		}
	}
	if n := w.Store.Client(t.Context()).Throttle.Query().Where(throttle.IDGT("device"), throttle.IDLT("devicf")).CountX(t.Context()); n > 1 { // the device itself
		t.Errorf("%d counts", n)
	}
	if page, err := entered(t, w, a, d.UserCode); err != nil || page.State != oidc.DeviceConsent {
		t.Errorf("entered: %+v, %v", page, err)
	}
}

func TestTypedCodes(t *testing.T) { // RFC 8628 6.1
	for typed, want := range map[string]string{
		"BCDF-GHJK": "BCDFGHJK", "bcdfghjk": "BCDFGHJK", "ＢＣＤＦ－ＧＨＪＫ": "BCDFGHJK", "ｂｃｄｆ　ｇｈｊｋ": "BCDFGHJK", " b c d f ー g h j k ": "BCDFGHJK",
		"BCDF\u2011GHJK": "BCDFGHJK", "BCDF\u2212GHJK\t": "BCDFGHJK", "": "", "BCDF-GHJ": "", "BCDF-GHJKL": "", "BCDF-GHJA": "", "BCDF-GHJ0": "", "BCDF/GHJK": "",
		"BCDF-GHJK\x00": "", "<b>BCDFGHJK": "", "\xff\xfe": "",
	} {
		if got := oidc.TypedCode(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}

// A device gets its tokens once it is allowed, for what was allowed, and they say how the member
// logged in.
func TestADeviceIsAllowed(t *testing.T) {
	w := oidctest.New(t, nil)
	a := w.Member(t)
	a.Factor = "OTP"
	d := start(t, w)
	page, err := entered(t, w, a, " "+oidc.ShownCode(d.UserCode))
	if err != nil || page.State != oidc.DeviceConsent || page.Code != oidc.ShownCode(d.UserCode) || page.Client.ID != w.App.ID || !slices.Equal(page.Asked.Keys(), deviceScopes) {
		t.Fatalf("%+v, %v", page, err)
	}
	for name, scopes := range map[string][2][]string{"without what is required": {{"entitlements"}, nil}, "what was not asked for": {{"openid", "phone"}, nil}, "both": {deviceScopes, deviceScopes[1:]}} {
		if err := w.AnswerDevice(t.Context(), a, d.UserCode, true, scopes[0], scopes[1]); !errors.Is(err, oidc.ErrChoice) {
			t.Errorf("%s: %v", name, err)
		}
	}
	proved := a.AuthenticatedAt
	w.Clock.Advance(time.Minute)
	if err := w.AnswerDevice(t.Context(), a, d.UserCode, true, []string{"openid"}, []string{"entitlements"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.RedeemDevice(t.Context(), w.Web, d.Code); !errors.Is(err, oidc.ErrUnknown) {
		t.Errorf("another client: %v", err)
	}
	tokens, err := w.RedeemDevice(t.Context(), w.App, d.Code)
	if err != nil || tokens.Scope != "openid" || !alive(t, w, tokens.Access) || !alive(t, w, tokens.Refresh) {
		t.Fatalf("%+v, %v", tokens, err)
	}
	if g := tokens.Family.Granted; !g.AuthTime.Equal(proved) || !slices.Equal(g.AMR, []string{"pwd", "otp", "mfa"}) || g.ACR != oidc.ACRTwo {
		t.Errorf("how the member logged in: %+v", g)
	}
	if err := w.Session.Logout(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if !alive(t, w, tokens.Refresh) {
		t.Error("the television stops when the phone logs out")
	}
	if err := redeem(t, w, d); !errors.Is(err, oidc.ErrUsed) || alive(t, w, tokens.Access) || alive(t, w, tokens.Refresh) {
		t.Errorf("a code that comes twice: %v", err)
	}
}

func TestADevicePolls(t *testing.T) { // RFC 8628 3.5
	w := oidctest.New(t, nil)
	a := w.Member(t)
	d, other := start(t, w), start(t, w)
	for i, c := range []struct {
		wait time.Duration
		want error
	}{
		{0, oidc.ErrPending}, {oidc.Interval, oidc.ErrPending}, {time.Second, oidc.ErrSlowDown}, {oidc.Interval, oidc.ErrSlowDown}, {3 * oidc.Interval, oidc.ErrPending},
		{2 * oidc.Interval, oidc.ErrSlowDown},
	} {
		w.Clock.Advance(c.wait)
		if err := redeem(t, w, d); !errors.Is(err, c.want) {
			t.Errorf("question %d: %v, want %v", i, err, c.want)
		}
	}
	if err := w.AnswerDevice(t.Context(), a, other.UserCode, false, nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := redeem(t, w, other); !errors.Is(err, oidc.ErrRefused) {
		t.Errorf("refused: %v", err)
	}
	late := allowed(t, w, a)
	w.Clock.Advance(oidc.DeviceLife)
	for name, one := range map[string]oidc.Device{"never answered": d, "allowed, and not fetched": late} {
		if err := redeem(t, w, one); !errors.Is(err, oidc.ErrExpired) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := w.AnswerDevice(t.Context(), a, d.UserCode, true, deviceScopes, nil); faulttest.Said(err) != "NOT_FOUND" {
		t.Errorf("answered after its time: %v", err)
	}
	if page, err := entered(t, w, a, d.UserCode); err != nil || page.State != oidc.DeviceUnknown {
		t.Errorf("the page after its time: %+v, %v", page, err)
	}
	if err := redeem(t, w, oidc.Device{Code: "nothing"}); !errors.Is(err, oidc.ErrUnknown) {
		t.Errorf("no code: %v", err)
	}
}

// A device that asks fifty times at once gets tokens once, and since that cannot be told from a
// theft, they are dead.
func TestFiftyQuestionsOfADevice(t *testing.T) {
	w := oidctest.New(t, nil)
	d := allowed(t, w, w.Member(t))
	var all sync.WaitGroup
	given := make(chan *oidc.Tokens, 50)
	for range 50 {
		all.Go(func() {
			tokens, err := w.RedeemDevice(t.Context(), w.App, d.Code)
			switch {
			case err == nil:
				given <- tokens
			case !errors.Is(err, oidc.ErrUsed) && !errors.Is(err, oidc.ErrUnknown):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(given) != 1 {
		t.Fatalf("%d of fifty got tokens", len(given))
	}
	if tokens := <-given; alive(t, w, tokens.Access) || alive(t, w, tokens.Refresh) {
		t.Error("the tokens of a code that came fifty times work")
	}
}

// What ends between the answer and the next question of the device.
func TestADeviceThatMayNoLonger(t *testing.T) { // D-60
	for name, end := range map[string]func(*testing.T, *oidctest.World, actor.Actor) error{
		"withdrawal": func(t *testing.T, w *oidctest.World, a actor.Actor) error {
			return w.Store.Tx(t.Context(), func(ctx contextT) error { return w.Leave(ctx, a.AccountID) })
		},
		"suspension": func(t *testing.T, w *oidctest.World, a actor.Actor) error {
			return w.Store.Client(t.Context()).Account.UpdateOneID(a.AccountID).SetStatus(account.StatusSuspended).Exec(t.Context())
		},
		"a disabled client": func(t *testing.T, w *oidctest.World, _ actor.Actor) error {
			return w.DisableClient(t.Context(), actstest.By(w.Store), w.App.ID)
		},
		"a revoked grant": func(t *testing.T, w *oidctest.World, a actor.Actor) error {
			all, err := w.Connections(t.Context(), a)
			if err != nil || len(all) != 1 {
				t.Fatalf("%+v, %v", all, err)
			}
			return w.Disconnect(t.Context(), a, all[0].Row.ID)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := oidctest.New(t, nil)
			a := w.Member(t)
			d, waiting := allowed(t, w, a), start(t, w)
			if err := end(t, w, a); err != nil {
				t.Fatal(err)
			}
			if err := redeem(t, w, d); !errors.Is(err, oidc.ErrUnknown) {
				t.Errorf("allowed before: %v", err)
			}
			if err := w.AnswerDevice(t.Context(), a, d.UserCode, true, deviceScopes, nil); err == nil {
				t.Error("the same answer once more is taken for one that still holds")
			}
			err := w.AnswerDevice(t.Context(), a, waiting.UserCode, true, deviceScopes, nil)
			if name == "a disabled client" && faulttest.Said(err) != "NOT_FOUND" {
				t.Errorf("a device that still waits: %v", err)
			}
			if page, err := entered(t, w, w.Member(t), waiting.UserCode); name == "a disabled client" && (err != nil || page.State != oidc.DeviceUnknown) {
				t.Errorf("its page: %+v, %v", page, err)
			}
		})
	}
}

// Of two members who answer one code at once, one has answered it. The same answer of one member
// again changes nothing.
func TestTwoMembersAnswerOneCode(t *testing.T) {
	w := oidctest.New(t, nil)
	first, second := w.Member(t), w.Member(t)
	for range 10 {
		w.Clock.Advance(time.Hour)
		d := start(t, w)
		got := faulttest.Races(6, func(i int) error {
			return w.AnswerDevice(t.Context(), []actor.Actor{first, second}[i%2], d.UserCode, true, deviceScopes, nil)
		})
		if got[""] != 3 || got["NOT_FOUND"] != 3 {
			t.Fatalf("%v", got)
		}
		tokens, err := w.RedeemDevice(t.Context(), w.App, d.Code)
		if err != nil {
			t.Fatal(err)
		}
		winner := first
		if tokens.Family.AccountID == second.AccountID {
			winner = second
		}
		if err := w.AnswerDevice(t.Context(), winner, d.UserCode, true, deviceScopes, nil); err != nil {
			t.Errorf("once more, when it is used: %v", err)
		}
		if err := w.AnswerDevice(t.Context(), winner, d.UserCode, false, nil, nil); faulttest.Said(err) != "NOT_FOUND" {
			t.Errorf("refused after it was allowed: %v", err)
		}
	}
	d := start(t, w)
	w.Clock.Advance(time.Minute)
	for range 2 {
		if err := w.AnswerDevice(t.Context(), first, d.UserCode, false, nil, nil); err != nil {
			t.Errorf("refused twice: %v", err)
		}
	}
	if err := w.AnswerDevice(t.Context(), first, d.UserCode, true, deviceScopes, nil); faulttest.Said(err) != "NOT_FOUND" {
		t.Errorf("allowed after it was refused: %v", err)
	}
}

// A visitor cannot enter a code; nor can a member who has to change the password first.
func TestWhoEntersCodes(t *testing.T) {
	w := oidctest.New(t, nil)
	d := start(t, w)
	must := w.Member(t)
	must.MustChangePassword = true
	child := w.Member(t)
	child.SwitchTo = []string{"太郎"} // is in a restricted profile
	for want, a := range map[oidc.Need]actor.Actor{oidc.NeedsLogin: {Locale: "ja", IP: "192.0.2.1"}, oidc.NeedsPassword: must, oidc.NeedsProfile: child} {
		if page, err := entered(t, w, a, d.UserCode); err != nil || page.Need != want || page.Client != nil {
			t.Errorf("%s: %+v, %v", want, page, err)
		}
		if err := w.AnswerDevice(t.Context(), a, d.UserCode, true, deviceScopes, nil); faulttest.Said(err) != "UNAUTHENTICATED" {
			t.Errorf("%s answers: %v", want, err)
		}
	}
	gone := w.Member(t)
	if err := w.Session.Logout(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	if err := w.AnswerDevice(t.Context(), gone, d.UserCode, true, deviceScopes, nil); faulttest.Said(err) != "UNAUTHENTICATED" {
		t.Errorf("a session that has ended: %v", err)
	}
	if n := w.Store.Client(t.Context()).Throttle.Query().Where(throttle.IDGT("device-code:"), throttle.IDLT("device-code;")).CountX(t.Context()); n > 1 { // gone's own
		t.Errorf("%d counts", n)
	}
}

// Guessing is slow for a member who guesses, also by way of the form, and the right code is not
// found either. What others of the network guess, and however many they are, takes nothing of the
// member's own.
func TestGuessingCodesIsSlow(t *testing.T) { // D-02 RFC 8628 5.1
	w := oidctest.New(t, nil)
	d := start(t, w)
	guess := func(a actor.Actor, i int) bool {
		if i%2 == 0 {
			page, err := entered(t, w, a, "ZZZZ-ZZZZ")
			if err != nil {
				t.Fatal(err)
			}
			return page.State != oidc.DeviceTooMany
		}
		err := w.AnswerDevice(t.Context(), a, "ZZZZZZZZ", true, nil, nil)
		return !fault.Is(err, fault.TooManyRequests)
	}
	passed := 0
	for range 12 {
		mallory := w.Member(t)
		for i := range 30 {
			if guess(mallory, i) {
				passed++
			}
		}
		if page, err := entered(t, w, mallory, d.UserCode); err != nil || page.State != oidc.DeviceTooMany || page.Client != nil {
			t.Fatalf("the right one: %+v, %v", page, err)
		}
		if err := w.AnswerDevice(t.Context(), mallory, d.UserCode, true, deviceScopes, nil); !fault.Is(err, fault.TooManyRequests) {
			t.Fatalf("the right one, by the form: %v", err)
		}
	}
	if passed != 12*6+100 {
		t.Errorf("%d guesses of a network were taken in an hour", passed)
	}
	a := w.Member(t)
	if page, err := entered(t, w, a, d.UserCode); err != nil || page.State != oidc.DeviceConsent {
		t.Fatalf("a member of the same network: %+v, %v", page, err)
	}
	if err := w.AnswerDevice(t.Context(), a, d.UserCode, true, deviceScopes, nil); err != nil {
		t.Errorf("answers: %v", err)
	}
	for range 50 { // what is no code is not looked up, and not counted
		if page, err := entered(t, w, a, "nonsense"); err != nil || page.State != oidc.DeviceUnknown {
			t.Fatalf("%+v, %v", page, err)
		}
	}
	if page, err := entered(t, w, a, start(t, w).UserCode); err != nil || page.State != oidc.DeviceConsent {
		t.Errorf("the next device: %+v, %v", page, err)
	}
}
