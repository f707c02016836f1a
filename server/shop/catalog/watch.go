package catalog

import (
	"context"

	"kaiin/ent"
	"kaiin/server/base/words"
)

// WatchURL is where members watch what the plan gives, by language: the plan's own address, else
// the store's; empty when neither says.
func (s *Service) WatchURL(ctx context.Context, p *ent.Plan) (words.Text, error) {
	if p.WatchURL != "" {
		return words.Text{words.Locales[0]: p.WatchURL}, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	return settings.WatchURL, nil
}
