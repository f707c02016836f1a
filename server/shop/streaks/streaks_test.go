package streaks

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/sandbox/sandboxtest"
	"kaiin/server/shop/playback"
)

// world is the adapter in front of a sandbox.
type world struct {
	*testing.T
	playback.Videos
	box   *sandboxtest.World
	clock *clock.Clock
	calls *atomic.Int32
}

func setup(t *testing.T, change map[string]string) *world {
	t.Helper()
	w := &world{T: t, clock: clock.New(), calls: new(atomic.Int32)}
	w.box = sandboxtest.Start(t, sandboxtest.Setup{Around: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "/medias/") {
				w.calls.Add(1)
			}
			next.ServeHTTP(rw, r)
		})
	}})
	for name, value := range change {
		w.box.Variables[name] = value
	}
	w.Videos = New(w.box.Adapters(t).Streaks, w.clock)
	return w
}

// next scripts what the sandbox does.
func (w *world) next(outcome string) {
	w.Helper()
	res, err := sandboxtest.Client.Post(w.box.URL+"/next", "application/json", strings.NewReader(`{"service":"streaks","outcome":"`+outcome+`","delay":"50ms"}`))
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		w.Fatalf("%s: status %d", outcome, res.StatusCode)
	}
}

func TestAVideoIsFound(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	media, err := w.Find(t.Context(), "trailer")
	if err != nil {
		t.Fatal(err)
	}
	at := w.box.URL + "/streaks/streams/trailer/"
	if len(media.Sources) != 1 || media.Sources[0] != (playback.Source{URL: at + "index.m3u8", Type: "application/vnd.apple.mpegurl"}) {
		t.Errorf("sources %v", media.Sources)
	}
	if len(media.Tracks) != 2 || media.Tracks[0] != (playback.Track{Kind: "captions", URL: at + "captions.ja.vtt", Language: "ja", Label: "日本語"}) {
		t.Errorf("tracks %v", media.Tracks)
	}
	if media.RefID != "trailer" || media.Name != "trailer" || media.Duration != 8 || media.Poster != "" {
		t.Errorf("%+v", media)
	}
	for ref, tracks := range map[string]int{"sandbox-plain": 0, "sandbox-live": 0} {
		if media, err := w.Find(t.Context(), ref); err != nil || len(media.Sources) != 1 || len(media.Tracks) != tracks {
			t.Errorf("%s: %+v, %v", ref, media, err)
		}
	}
}

// What cannot be played is an error that says why, and is remembered only when it would be the same
// for the next who asks.
func TestWhatCannotBePlayed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, ref, outcome string
		change             map[string]string
		says               string
		remembered         bool
	}{
		{name: "protected", ref: "sandbox-drm", says: "copy protection", remembered: true},
		{name: "missing", ref: "sandbox-missing", says: "404 MEDIA_NOT_FOUND", remembered: true},
		{name: "elsewhere", ref: "sandbox-elsewhere", says: "may not come from elsewhere.example", remembered: true},
		{name: "another key", ref: "a", change: map[string]string{"STREAKS_API_KEY": "another"}, says: "403 REQUEST_FAILED", remembered: true},
		{name: "another site", ref: "a", change: map[string]string{"STREAKS_SITE_ORIGIN": "https://another.example"}, says: "403 REQUEST_FAILED", remembered: true},
		{name: "another project", ref: "a", change: map[string]string{"STREAKS_PROJECT": "another"}, says: "403 REQUEST_FAILED", remembered: true},
		{name: "a path in place of an id", ref: "../../../x", says: "no reference id", remembered: true},
		{name: "no id", ref: "", says: "no reference id", remembered: true},
		{name: "forbidden", ref: "a", outcome: "forbidden", says: "403 REQUEST_FAILED", remembered: true},
		{name: "not found", ref: "a", outcome: "not_found", says: "404 MEDIA_NOT_FOUND", remembered: true},
		{name: "without sources", ref: "a", outcome: "empty", says: "no source", remembered: true},
		{name: "too many", ref: "a", outcome: "too_many", says: "status 429"},
		{name: "in trouble", ref: "a", outcome: "http_500", says: "status 500"},
		{name: "no answer", ref: "a", outcome: "timeout", says: "EOF"},
		{name: "half an answer", ref: "a", outcome: "cut", says: "not the JSON expected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, c.change)
			if c.outcome != "" {
				w.next(c.outcome)
			}
			for turn := range 2 {
				media, err := w.Find(t.Context(), c.ref)
				if turn == 1 && !c.remembered {
					if err != nil {
						t.Errorf("the next call is not made: %v", err)
					}
					continue
				}
				if media != nil || err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("turn %d: %v, %v", turn, media, err)
				}
				if got := errors.Is(err, playback.ErrProtected); got != (c.name == "protected") {
					t.Errorf("turn %d: copy protection %v", turn, got)
				}
			}
			w.clock.Advance(31 * time.Second)
			if _, err := w.Find(t.Context(), c.ref); c.outcome != "" && err != nil {
				t.Errorf("it is remembered for too long: %v", err)
			}
		})
	}
	w := setup(t, nil)
	w.next("slow")
	if _, err := w.Find(t.Context(), "a"); err != nil {
		t.Errorf("a slow answer: %v", err)
	}
}

func TestAnswersAreKeptForAWhile(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	for _, step := range []struct {
		wait  time.Duration
		ref   string
		calls int32
	}{{0, "a", 1}, {0, "a", 1}, {29 * time.Second, "a", 1}, {0, "b", 2}, {time.Second, "a", 3}, {-time.Hour, "a", 4}} {
		w.clock.Advance(step.wait)
		if _, err := w.Find(t.Context(), step.ref); err != nil || w.calls.Load() != step.calls {
			t.Errorf("%s after %s: %d calls, %v", step.ref, step.wait, w.calls.Load(), err)
		}
	}
}

func TestThoseWhoAskAtOnceShareACall(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.next("slow")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := w.Find(t.Context(), "a"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := w.calls.Load(); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// An answer without an end, a redirect, and an error that would show the address.
func TestAnotherServer(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]http.HandlerFunc{
		"too long": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"name":"` + strings.Repeat("x", 1<<19) + `"}`))
		},
		"a redirect":      func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) },
		"no server there": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		api, site := address(t, server.URL), address(t, "https://site.example")
		videos := New(config.Streaks{APIURL: api, Site: site, Project: "kaiin", APIKey: "secret-key"}, clock.New())
		if media, err := videos.Find(t.Context(), "a"); media != nil || err == nil || strings.Contains(err.Error(), "127.0.0.1") || strings.Contains(err.Error(), "secret-key") {
			t.Errorf("%s: %v, %v", name, media, err)
		}
	}
	if videos := New(config.Streaks{}, clock.New()); videos != nil {
		t.Errorf("without a project: %v", videos)
	}
}

func address(t testing.TB, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
