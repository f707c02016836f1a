package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/ent/storepolicy"
	"kaiin/server/clock"
	"kaiin/server/fault"
	"kaiin/server/store"
)

// Service answers what the store sells and how it is set up.
type Service struct {
	Store *store.Store
	Clock *clock.Clock

	loading singleflight.Group // the fields of a page share what the first of them reads
	mu      sync.Mutex
	cached  *Settings
	until   time.Time
}

// storeID is the id of the one row of table stores.
const storeID = "store"

// CacheFor is how long settings are answered from memory, hence how late another process sees a change.
const CacheFor = time.Second

const loadPatience = 10 * time.Second

// Settings are the store's settings. They are shared between callers: read them, never change them.
func (s *Service) Settings(ctx context.Context) (*Settings, error) {
	now := s.Clock.Now()
	if cached := s.lookupCached(now); cached != nil {
		return cached, nil
	}
	if store.InTx(ctx) { // what a transaction reads may never come to be; nor may it wait for somebody without a connection
		return s.loadSettings(ctx)
	}
	read := s.loading.DoChan(storeID, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadPatience) // others wait for it too
		defer cancel()
		settings, err := s.loadSettings(ctx)
		if err == nil {
			s.cache(settings, now)
		}
		return settings, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-read:
		settings, _ := result.Val.(*Settings)
		return settings, result.Err
	}
}

func (s *Service) loadSettings(ctx context.Context) (*Settings, error) {
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

func (s *Service) lookupCached(now time.Time) *Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cached == nil || !now.Before(s.until) || s.until.Sub(now) > CacheFor {
		return nil
	}
	return s.cached
}

func (s *Service) cache(settings *Settings, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cached, s.until = settings, now.Add(CacheFor)
}

// SaveSettings replaces the store's settings. Its error lists everything that is wrong with them.
func (s *Service) SaveSettings(ctx context.Context, settings *Settings) error {
	if err := settings.Validate(); err != nil {
		return err
	}
	document, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	err = s.Store.Exec(ctx, `INSERT INTO stores (id, settings, updated_at) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`,
		storeID, document, s.Clock.Now())
	s.cache(nil, s.Clock.Now())
	return err
}

// Policies are the texts members agree to, in the store's order, each in its current revision.
func (s *Service) Policies(ctx context.Context) ([]*ent.StorePolicy, error) {
	return s.Store.Client(ctx).StorePolicy.Query().
		Order(storepolicy.ByPosition(), storepolicy.ByID()).All(ctx)
}

// Plans are the published plans in the store's order, those outside their sales period included.
func (s *Service) Plans(ctx context.Context) ([]*ent.Plan, error) {
	return s.Store.Client(ctx).Plan.Query().
		Where(plan.Published(true)).Order(plan.ByPosition(), plan.ByID()).All(ctx)
}

// FindPlan is a published plan. Fault: not found.
func (s *Service) FindPlan(ctx context.Context, id string) (*ent.Plan, error) {
	row, err := s.Store.Client(ctx).Plan.Query().Where(plan.ID(id), plan.Published(true)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	return row, err
}

// LockPlan is FindPlan under a row lock, so that sales_count can be compared with sales_limit and raised. It must be
// called inside a transaction, which holds the lock to its end.
func (s *Service) LockPlan(ctx context.Context, id string) (*ent.Plan, error) {
	if !store.InTx(ctx) {
		return nil, fmt.Errorf("plan %s locked outside a transaction", id)
	}
	row, err := s.Store.Client(ctx).Plan.Query().Where(plan.ID(id), plan.Published(true)).ForUpdate().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	return row, err
}

// CountSales counts units of a plan as sold, and as given back where they are less than 0. It joins the caller's transaction,
// which has locked the plan if it compared anything before.
func (s *Service) CountSales(ctx context.Context, planID string, units int) error {
	return s.Store.Client(ctx).Plan.UpdateOneID(planID).AddSalesCount(units).Exec(ctx)
}

// showcased is how many plans the home page shows.
const showcased = 6

// Showcase are the first few plans of the store's order that anyone may contract now, for the home page.
func (s *Service) Showcase(ctx context.Context) ([]*ent.Plan, error) {
	plans, err := s.Plans(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	open := slices.DeleteFunc(plans, func(p *ent.Plan) bool { return !NewOffer(p, now, false, false).Open() })
	return open[:min(len(open), showcased)], nil
}
