package playback_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"testing"

	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/shop/playback"
)

// videos is a video service that knows one video.
type videos struct{ asked []string }

func (v *videos) Find(_ context.Context, refID string) (*playback.Media, error) {
	v.asked = append(v.asked, refID)
	if refID == "locked" {
		return nil, fmt.Errorf("the video: %w", playback.ErrProtected)
	}
	if refID != "trailer" {
		return nil, errors.New("no such video")
	}
	return &playback.Media{RefID: refID}, nil
}

// world is a store whose plan standard has a sample that the service knows, film one that it does
// not, and rental one with copy protection; weekly, which has one too, is not published.
func world(t *testing.T, env, test string) (*playback.Service, *videos) {
	t.Helper()
	st, v := storetest.Open(t), new(videos)
	s := catalogtest.New(st)
	f := catalogtest.File(func(settings *settings.Settings) {
		settings.Env, settings.Player.TestVideoMediaRefID = env, test
	})
	for i, p := range f.Plans {
		f.Plans[i].SampleMediaRefID = map[string]string{"standard": "trailer", "film": "gone", "rental": "locked", "weekly": "secret"}[p.ID]
		f.Plans[i].Unpublished = p.ID == "weekly"
	}
	if err := catalogtest.Files(s).Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	streams, err := url.Parse("https://streams.example/all/")
	if err != nil {
		t.Fatal(err)
	}
	return &playback.Service{Catalog: s, Settings: s.Settings, Videos: v, TestStreams: streams}, v
}

func TestAStoreInProductionPlaysThePlansSample(t *testing.T) { // L-057 C-069 A-123
	t.Parallel()
	s, v := world(t, "production", "test-clip")
	for plan, want := range map[string]*playback.Sample{
		"standard": {RefID: "trailer"}, "film": {RefID: "gone"}, "trial": nil, "weekly": nil, "nothing": nil,
	} {
		got, err := s.Sample(t.Context(), plan)
		if err != nil || (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("%s: %v, %v", plan, got, err)
		}
	}
	if media, err := s.Fetch(t.Context(), "trailer"); err != nil || media.RefID != "trailer" {
		t.Errorf("%v, %v", media, err)
	}
	if _, err := s.Fetch(t.Context(), "gone"); !fault.Is(err, fault.SampleUnavailable) {
		t.Errorf("a sample that the service does not know: %v", err)
	}
	if _, err := s.Fetch(t.Context(), "locked"); !fault.Is(err, fault.SampleProtected) {
		t.Errorf("a sample with copy protection: %v", err)
	}
	asked := len(v.asked)
	for _, ref := range []string{"", "secret", "film-itself", "test-clip", "TRAILER", "trailer ", "ref:trailer", "../../trailer"} {
		if media, err := s.Fetch(t.Context(), ref); media != nil || !fault.Is(err, fault.CodeNotFound) {
			t.Errorf("%q: %v, %v", ref, media, err)
		}
	}
	if len(v.asked) != asked {
		t.Errorf("asked for %q", v.asked[asked:])
	}
	s.Videos = nil
	if got, err := s.Sample(t.Context(), "standard"); got != nil || err != nil {
		t.Errorf("without a video service: %v, %v", got, err)
	}
	if _, err := s.Fetch(t.Context(), "trailer"); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("without a video service: %v", err)
	}
}

// P-21: a plan without a sample of its own has the store's, so that its buyers see that viewing
// works.
func TestAPlanWithoutASampleHasTheStores(t *testing.T) {
	t.Parallel()
	s, _ := world(t, "production", "")
	f := catalogtest.File(func(settings *settings.Settings) { settings.Env, settings.SampleMediaRefID = "production", "trailer" })
	f.Plans[0].SampleMediaRefID = "own"
	if err := catalogtest.Files(s.Catalog).Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	s.Catalog.Clock.Advance(2 * store.CacheFor)
	for _, p := range f.Plans {
		want := "trailer"
		if p.ID == f.Plans[0].ID {
			want = "own"
		}
		if got, err := s.Sample(t.Context(), p.ID); err != nil || (got == nil) != p.Unpublished || got != nil && got.RefID != want {
			t.Errorf("%s: %v, %v", p.ID, got, err)
		}
	}
	if media, err := s.Fetch(t.Context(), "trailer"); err != nil || media.RefID != "trailer" {
		t.Errorf("%v, %v", media, err)
	}
	if _, err := s.Fetch(t.Context(), "secret"); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("another video: %v", err)
	}
}

func TestAStoreInDevelopmentPlaysTheTestVideo(t *testing.T) { // K-024 K-025 F-030 A-122
	t.Parallel()
	s, v := world(t, "development", "test-clip")
	got, err := s.Sample(t.Context(), "standard")
	if err != nil || got == nil || *got != (playback.Sample{RefID: "test-clip", Stream: "https://streams.example/all/test-clip/index.m3u8"}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := s.Sample(t.Context(), "trial"); got != nil || err != nil {
		t.Errorf("a plan without a sample: %v, %v", got, err)
	}
	for _, ref := range []string{"trailer", "test-clip"} {
		if _, err := s.Fetch(t.Context(), ref); !fault.Is(err, fault.CodeNotFound) {
			t.Errorf("%s: %v", ref, err)
		}
	}
	if len(v.asked) > 0 {
		t.Errorf("the video service was asked for %q", v.asked)
	}
	s.TestStreams = nil
	if got, err := s.Sample(t.Context(), "standard"); got != nil || err != nil {
		t.Errorf("without streams: %v, %v", got, err)
	}
	s, _ = world(t, "development", "")
	if got, err := s.Sample(t.Context(), "standard"); got != nil || err != nil {
		t.Errorf("without a test video: %v, %v", got, err)
	}
}
