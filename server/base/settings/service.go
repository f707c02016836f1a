package settings

import (
	"context"
	"encoding/json"
	"fmt"

	"kaiin/server/base/clock"
	"kaiin/server/base/store"
)

// Service answers how the store is set up, and owns table stores.
type Service struct {
	Store *store.Store
	Clock *clock.Clock

	settings store.Cached[*Settings]
}

// storeID is the id of the one row of table stores.
const storeID = "store"

// Get is the store's settings. They are shared between callers: read them, never change them.
func (s *Service) Get(ctx context.Context) (*Settings, error) {
	return s.settings.Get(ctx, s.Clock, s.load)
}

func (s *Service) load(ctx context.Context) (*Settings, error) {
	row, err := s.Store.Client(ctx).Store.Get(ctx, storeID)
	if err != nil {
		return nil, fmt.Errorf("store settings (has the store been seeded?): %w", err)
	}
	settings := new(Settings)
	if err := json.Unmarshal(row.Settings, settings); err != nil {
		return nil, fmt.Errorf("store settings: %w", err)
	}
	return settings, nil
}

// Save replaces the store's settings. Its error lists everything that is wrong with them.
func (s *Service) Save(ctx context.Context, settings *Settings) error {
	if err := settings.Validate(); err != nil {
		return err
	}
	document, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	err = s.Store.Exec(ctx, `INSERT INTO stores (id, settings, updated_at) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`,
		storeID, json.RawMessage(document), s.Clock.Now())
	s.settings.Forget()
	return err
}

// Forget has the next caller read the settings anew. It is for a caller whose transaction saved
// them: it may still have failed, or have been read before it ended.
func (s *Service) Forget() { s.settings.Forget() }
