package storefile

import (
	"context"
	"os"
	"path/filepath"

	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/shop/catalog"
)

// Service makes the store what its file says.
type Service struct {
	Store    *store.Store
	Settings *settings.Service
	Catalog  *catalog.Service
}

// Seed reads a store file and applies it. It answers the file, whose apps are the OpenID provider's
// to apply.
func (s *Service) Seed(ctx context.Context, path string) (*File, error) {
	f, err := Parse(os.DirFS(filepath.Dir(path)), filepath.Base(path))
	if err != nil {
		return nil, err
	}
	return f, s.Apply(ctx, f)
}

// Apply is Seed for a file that has been read: all of it is applied, or nothing. It joins the
// caller's transaction.
func (s *Service) Apply(ctx context.Context, f *File) error {
	if err := f.Validate(); err != nil {
		return err
	}
	defer s.Settings.Forget()
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.Catalog.Apply(ctx, f.contents()); err != nil {
			return err
		}
		settings, err := f.Settings, error(nil)
		if settings.SellsSubscriptions, err = s.Catalog.SellsSubscriptions(ctx); err != nil {
			return err
		}
		settings.InlinePolicies = nil
		for _, p := range f.Policies {
			if p.External == "" {
				settings.InlinePolicies = append(settings.InlinePolicies, p.Key)
			}
		}
		return s.Settings.Save(ctx, &settings)
	})
}
