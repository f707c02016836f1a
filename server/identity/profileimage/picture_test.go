package profileimage_test

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/profileimage"
)

type env struct {
	*profileimage.Service
	login *login.Service
}

func setup(t *testing.T) env {
	t.Helper()
	l := logintest.New(t, nil)
	return env{&profileimage.Service{
		Store: l.Store, Clock: l.Clock, Throttle: l.Throttle, Account: l.Account, AddressOf: func(name string) string { return "/picture/" + name },
	}, l}
}

func (e env) member(t *testing.T) actor.Actor {
	t.Helper()
	a, _ := logintest.Member(t, e.login, accounttest.Member(t, e.Account).ID)
	return a
}

// url is a data URL.
func url(kind string, sent []byte) *string {
	s := "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(sent)
	return &s
}

// address is where the member's picture is; "" is nowhere.
func (e env) address(t *testing.T, a actor.Actor) string {
	t.Helper()
	address, err := e.Page(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if address == nil {
		return ""
	}
	return *address
}

// at is the picture at an address; nil when there is none.
func (e env) at(t *testing.T, address string) []byte {
	t.Helper()
	content, err := e.Find(t.Context(), strings.TrimPrefix(address, "/picture/"))
	if err != nil && faulttest.Said(err) != "NOT_FOUND" {
		t.Fatal(err)
	}
	return content
}

func TestAPictureIsSetAndReplacedAndRemoved(t *testing.T) { // C-081 C-082 F-235
	t.Parallel()
	e := setup(t)
	a, other := e.member(t), e.member(t)
	ctx := t.Context()
	if got := e.address(t, a); got != "" {
		t.Errorf("a new member has the picture %s", got)
	}
	if err := e.Set(ctx, a, nil); err != nil {
		t.Errorf("removing none: %v", err)
	}
	if err := e.Set(ctx, other, url("image/png", asPNG(t, painted(300, 300)))); err != nil {
		t.Fatal(err)
	}
	var addresses []string
	for _, sent := range []*string{
		url("image/png", asPNG(t, painted(300, 300))), url("image/jpg", asJPEG(t, painted(300, 300))),
		url("image/gif", asJPEG(t, painted(300, 300))), // what it is said to be counts for nothing
		url("IMAGE/PNG", asPNG(t, painted(300, 300))),
	} {
		if err := e.Set(ctx, a, sent); err != nil {
			t.Fatalf("%.30s: %v", *sent, err)
		}
		address := e.address(t, a)
		if name := strings.TrimPrefix(address, "/picture/"); len(name) != 43 || http.DetectContentType(e.at(t, address)) != profileimage.ContentType {
			t.Errorf("the picture at %s is %.20q", address, e.at(t, address))
		}
		for _, former := range addresses {
			if former == address || e.at(t, former) != nil {
				t.Errorf("the former picture at %s is still there", former)
			}
		}
		addresses = append(addresses, address)
	}
	if err := e.Set(ctx, a, nil); err != nil {
		t.Fatal(err)
	}
	if e.address(t, a) != "" || e.at(t, addresses[len(addresses)-1]) != nil {
		t.Error("a removed picture is still there")
	}
	if e.at(t, e.address(t, other)) == nil {
		t.Error("another member's picture went too")
	}
	for _, name := range []string{"", "x", strings.Repeat("A", 43), strings.Repeat("A", 100_000)} {
		if content, err := e.Find(ctx, name); faulttest.Said(err) != "NOT_FOUND" || content != nil {
			t.Errorf("the name %.20q: %v", name, err)
		}
	}
}

func TestWhatIsNoDataURLIsRefused(t *testing.T) { // V-058 A-161
	t.Parallel()
	e := setup(t)
	a := e.member(t)
	const format, large = "profileImage:INVALID_FORMAT", "profileImage:IMAGE_TOO_LARGE"
	drawn := asPNG(t, painted(300, 300))
	whole := *url("image/png", drawn)
	if err := e.Set(t.Context(), a, &whole); err != nil {
		t.Fatal(err)
	}
	before := e.address(t, a)
	for _, c := range []struct{ name, sent, want string }{
		{"nothing", "", format}, {"a word", "null", format}, {"an address", "https://example.jp/a.png", format}, {"no picture", "data:image/png;base64,", format},
		{"another type", *url("image/svg+xml", drawn), format}, {"a page", *url("text/html", drawn), format}, {"no type", *url("", drawn), format},
		{"no base64", strings.Replace(whole, ";base64", "", 1), format}, {"a parameter", strings.Replace(whole, ";base64", ";charset=utf-8;base64", 1), format},
		{"not base64", "data:image/png;base64,あ", format}, {"base64 of addresses", "data:image/png;base64,_-__", format},
		{"cut off", whole[:len(whole)-1], format}, {"bits behind the end", "data:image/png;base64,iVBORw1=", format},
		{"an SVG named png", *url("image/png", []byte("<svg/>")), format},
		{"a byte more than 5 MB", *url("image/png", append(drawn, make([]byte, 5<<20-len(drawn)+1)...)), large},
		{"6 MB", *url("image/jpeg", make([]byte, 6<<20)), large}, {"30 MB of nonsense", "data:image/png;base64," + strings.Repeat("!", 30<<20), large},
	} {
		e.login.Clock.Advance(time.Hour) // refusals are counted as well
		if got := faulttest.Said(e.Set(t.Context(), a, &c.sent)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if e.address(t, a) != before {
		t.Error("what was refused changed the picture")
	}
	e.login.Clock.Advance(time.Hour)
	if err := e.Set(t.Context(), a, url("image/png", append(drawn, make([]byte, 5<<20-len(drawn))...))); err != nil {
		t.Errorf("5 MB: %v", err)
	}
}

func TestTwentyPicturesAnHour(t *testing.T) {
	t.Parallel()
	e := setup(t)
	a, sent := e.member(t), url("image/png", asPNG(t, painted(4, 4)))
	got := faulttest.Races(25, func(int) error { return e.Set(t.Context(), a, sent) })
	if got[""] != 20 || got["TOO_MANY_REQUESTS"] != 5 {
		t.Errorf("%v", got)
	}
	if err := e.Set(t.Context(), a, nil); err != nil {
		t.Errorf("removing waits, too: %v", err)
	}
	if err := e.Set(t.Context(), e.member(t), sent); err != nil {
		t.Errorf("another member: %v", err)
	}
	e.login.Clock.Advance(time.Hour)
	if err := e.Set(t.Context(), a, sent); err != nil {
		t.Errorf("an hour later: %v", err)
	}
}

// Of many uploads and removals at once one is left in the end, and no picture is without an
// address.
func TestPicturesAtOnce(t *testing.T) {
	t.Parallel()
	e := setup(t)
	a := e.member(t)
	sent := []*string{url("image/png", asPNG(t, painted(4, 4))), url("image/jpeg", asJPEG(t, painted(8, 8))), nil}
	if got := faulttest.Races(24, func(i int) error { return e.Set(t.Context(), a, sent[i%3]) }); got[""] != 24 {
		t.Errorf("%v", got)
	}
	address, rows := e.address(t, a), e.Store.Client(t.Context()).ProfileImage.Query().CountX(t.Context())
	if want := map[bool]int{true: 0, false: 1}[address == ""]; rows != want || address != "" && e.at(t, address) == nil {
		t.Errorf("%d pictures, the address %q", rows, address)
	}
}

func TestAMemberWhoLeavesHasNoPicture(t *testing.T) {
	t.Parallel()
	e := setup(t)
	a, other := e.member(t), e.member(t)
	for _, who := range []actor.Actor{a, other} {
		if err := e.Set(t.Context(), who, url("image/png", asPNG(t, painted(4, 4)))); err != nil {
			t.Fatal(err)
		}
	}
	address := e.address(t, a)
	err := e.Store.Tx(t.Context(), func(ctx context.Context) error {
		return errors.Join(e.Leave(ctx, a.AccountID), e.Account.Leave(ctx, a.AccountID))
	})
	if err != nil || e.at(t, address) != nil || e.at(t, e.address(t, other)) == nil {
		t.Errorf("%v: the picture stays, or another one went", err)
	}
	if got := faulttest.Said(e.Set(t.Context(), a, url("image/png", asPNG(t, painted(4, 4))))); got == "" {
		t.Error("a member who has left has a new picture")
	}
}

// Decoding takes no more memory than it is said to, however many come at once.
func TestMemoryIsBounded(t *testing.T) {
	e := setup(t)
	photo, drawn := asJPEG(t, painted(2_850, 2_850)), asPNG(t, painted(2_000, 2_000))
	sent := []*string{url("image/jpeg", photo), url("image/png", drawn)}
	var members []actor.Actor
	for range 8 {
		members = append(members, e.member(t))
	}
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	var most atomic.Uint64
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				var now runtime.MemStats
				runtime.GC() // what is in use, not what has not been collected
				runtime.ReadMemStats(&now)
				most.Store(max(most.Load(), now.HeapAlloc))
			}
		}
	}()
	got := faulttest.Races(len(members), func(i int) error { return e.Set(t.Context(), members[i], sent[i%2]) })
	close(done)
	if got[""]+got["UNAVAILABLE"] != len(members) || got[""] == 0 {
		t.Errorf("%v", got)
	}
	if grown := int64(most.Load()) - int64(before.HeapAlloc); grown > 60<<20 {
		t.Errorf("%d MB more live while pictures are decoded", grown>>20)
	} else {
		t.Logf("%d MB", grown>>20)
	}
}
