package catalog

import (
	"cmp"
	"context"

	"kaiin/ent"
)

// WatchURL is where members watch what the plan gives: the plan's own address, else the store's;
// empty when neither says.
func (s *Service) WatchURL(ctx context.Context, p *ent.Plan) (string, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return "", err
	}
	return cmp.Or(p.WatchURL, settings.WatchURL), nil
}
