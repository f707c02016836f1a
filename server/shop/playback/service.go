package playback

import (
	"cmp"
	"context"
	"errors"
	"net/url"

	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/shop/catalog"
)

// ErrProtected says that a video has copy protection (DRM), for which the player here has
// no licence.
var ErrProtected = errors.New("it has copy protection")

// Videos is a video service.
type Videos interface {
	// Find is what a player needs to play the video with the reference id. Its error says why it
	// cannot be played, or why that is not known; it is for the log. ErrProtected is told apart.
	Find(ctx context.Context, refID string) (*Media, error)
}

// Media is a video as a player needs it. It may be shared between callers: read it, never
// change it.
type Media struct {
	RefID    string
	Name     string
	Duration float64 // seconds; 0 for a live stream, or when it is not known
	Poster   string  // address of a picture; may be empty
	Sources  []Source
	Tracks   []Track
}

// Source is one form of the video.
type Source struct {
	URL  string
	Type string // of its list of parts: always one of HLS
}

// Track is a text that goes with the video.
type Track struct {
	Kind     string // captions or subtitles
	URL      string
	Language string // BCP 47; may be empty
	Label    string
}

// Service says what may be played.
type Service struct {
	Catalog     *catalog.Service
	Settings    *settings.Service
	Videos      Videos   // nil: there is no video service
	TestStreams *url.URL // folder of the streams of a store in development; nil: there are none
}

// Sample is what a plan lets visitors try.
type Sample struct {
	RefID  string
	Stream string // address of the stream, where it is not asked for at the video service
}

// Sample is the sample of the published plan with the id, else the store's; nil when there
// is none, or when nothing can play it (L-057, K-024, K-025).
func (s *Service) Sample(ctx context.Context, planID string) (*Sample, error) {
	refs, settings, err := s.samples(ctx)
	if err != nil {
		return nil, err
	}
	ref, ok := refs[planID]
	switch test := settings.Player.TestVideoMediaRefID; {
	case !ok:
		return nil, nil
	case settings.InDevelopment() && (test == "" || s.TestStreams == nil):
		return nil, nil
	case settings.InDevelopment():
		return &Sample{RefID: test, Stream: s.TestStreams.JoinPath(test, "index.m3u8").String()}, nil
	case s.Videos == nil:
		return nil, nil
	}
	return &Sample{RefID: ref}, nil
}

// Fetch is the sample with the reference id, as the video service has it (C-069).
//
// Faults: not found for whatever is no plan's sample; SAMPLE_PROTECTED when nothing here
// can play it, SAMPLE_UNAVAILABLE when it cannot be played now.
func (s *Service) Fetch(ctx context.Context, refID string) (*Media, error) {
	refs, settings, err := s.samples(ctx)
	if err != nil {
		return nil, err
	}
	if s.Videos == nil || settings.InDevelopment() || !isSample(refs, refID) {
		return nil, fault.NotFound()
	}
	media, err := s.Videos.Find(ctx, refID)
	if errors.Is(err, ErrProtected) {
		return nil, fault.Unavailable(fault.SampleProtected, err)
	}
	if err != nil {
		return nil, fault.Unavailable(fault.SampleUnavailable, err)
	}
	return media, nil
}

func (s *Service) samples(ctx context.Context) (refs map[string]string, settings *settings.Settings, err error) {
	if settings, err = s.Settings.Get(ctx); err != nil {
		return nil, nil, err
	}
	plans, err := s.Catalog.Plans(ctx)
	refs = map[string]string{}
	for _, p := range plans {
		if ref := cmp.Or(p.SampleRefID, settings.SampleMediaRefID); ref != "" {
			refs[p.ID] = ref
		}
	}
	return refs, settings, err
}

func isSample(refs map[string]string, refID string) bool {
	for _, ref := range refs {
		if ref == refID {
			return true
		}
	}
	return false
}
