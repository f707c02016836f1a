package graph

import (
	"kaiin/server/shop/playback"
	"kaiin/server/transport/graph/model"
)

func sampleView(s *playback.Sample) *model.Sample {
	if s == nil {
		return nil
	}
	return &model.Sample{RefID: s.RefID, Stream: orNull(s.Stream)}
}

func mediaView(m *playback.Media) *model.Media {
	if m == nil {
		return nil
	}
	view := &model.Media{
		RefID: m.RefID, Name: m.Name, Duration: orNull(m.Duration), Poster: orNull(m.Poster), Sources: []*model.MediaSource{}, Tracks: []*model.MediaTrack{},
	}
	for _, s := range m.Sources {
		view.Sources = append(view.Sources, &model.MediaSource{Src: s.URL, Type: s.Type})
	}
	for _, t := range m.Tracks {
		view.Tracks = append(view.Tracks, &model.MediaTrack{Kind: t.Kind, Src: t.URL, Srclang: orNull(t.Language), Label: orNull(t.Label)})
	}
	return view
}
