package records

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/money/subscription"
)

// A page reads hardly more of ten thousand rows than of one thousand, under plans for any
// arguments, too: each filter has its index.
func TestPagesAreReadByIndexes(t *testing.T) {
	t.Parallel()
	page, account := keyset.Page{First: 20}, []uuid.UUID{named("alone", 1)}
	today := clock.Date(2026, 5, 20)
	d := func(st *store.Store) *Service {
		return &Service{Store: st, Clock: clock.At(today.Start())}
	}
	lists := map[string]func(context.Context, *Service) error{
		"charges": func(ctx context.Context, s *Service) error {
			for _, in := range []ChargeFilter{
				{}, {AccountIDs: account}, {BillIDs: []uuid.UUID{named("bill", 70)}}, {States: []string{"orphaned"}}, {Open: true}, {CardSuffix: "0007"}, {States: []string{"settled"}},
				{Days: Days{From: clock.Date(2026, 5, 1), To: clock.Date(2026, 5, 1)}}, {AccountIDs: account, States: []string{"settled"}, Amount: Yen{From: ptr(1)}},
			} {
				if _, _, err := s.Charges(ctx, in, page); err != nil {
					return err
				}
			}
			_, err := s.ChargeOfTracking(ctx, "track-50")
			return err
		},
		"bills": func(ctx context.Context, s *Service) error {
			for _, in := range []BillFilter{
				{}, {AccountIDs: account}, {ContractIDs: []uuid.UUID{named("contract", 7)}}, {OrderIDs: []uuid.UUID{named("order", 77), named("order", 7)}}, {Open: true}, {States: []string{"void"}},
			} {
				if _, _, err := s.Bills(ctx, in, page); err != nil {
					return err
				}
			}
			_, err := s.BillsOfContracts(ctx, []uuid.UUID{named("contract", 7), named("contract", 8)}, 20)
			return err
		},
		"refunds": func(ctx context.Context, s *Service) error {
			for _, in := range []RefundFilter{{}, {AccountIDs: account}, {ChargeIDs: []uuid.UUID{named("charge", 7)}}, {Open: true}, {States: []string{"refused"}}} {
				if _, _, err := s.Refunds(ctx, in, page); err != nil {
					return err
				}
			}
			return nil
		},
		"orders": func(ctx context.Context, s *Service) error {
			for _, in := range []OrderFilter{{}, {AccountIDs: account}, {States: []string{"declined", "failed"}}, {Open: true}} {
				if _, _, err := s.Orders(ctx, in, page); err != nil {
					return err
				}
			}
			return nil
		},
		"subscriptions": func(ctx context.Context, s *Service) error {
			for _, in := range []ContractFilter{{}, {AccountIDs: account}, {PlanIDs: []string{"weekly"}}, {Statuses: []subscription.Status{subscription.Hold}}} {
				if _, _, err := s.Contracts(ctx, in, page); err != nil {
					return err
				}
			}
			return nil
		},
		"payment_methods": func(ctx context.Context, s *Service) error {
			_, _, err := s.Methods(ctx, named("member", 1), page)
			return err
		},
		"entitlements": func(ctx context.Context, s *Service) error {
			_, _, err := s.Entitlements(ctx, named("member", 1), page)
			return err
		},
		"order_evidence": func(ctx context.Context, s *Service) error {
			_, _, err := s.Evidence(ctx, named("member", 1), page)
			return err
		},
		"gateway_events": func(ctx context.Context, s *Service) error {
			for _, in := range []EventFilter{{}, {ChargeIDs: []uuid.UUID{named("charge", 2)}}, {Open: true}, {Kinds: []string{"missing"}}, {Day: clock.Date(2026, 5, 1)}} {
				if _, _, err := s.Events(ctx, in, page); err != nil {
					return err
				}
			}
			return nil
		},
	}
	filled := func(rows int) (address string) {
		address = storetest.URL(t)
		st, err := store.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range fill(1, rows, since) {
			if err := st.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		_ = st.Close()
		return address
	}
	read := func(address string, generic bool) map[string]storetest.Reads {
		return storetest.ReadsOf(t, address, generic, func(st *store.Store) {
			for table, list := range lists {
				if err := list(t.Context(), d(st)); err != nil {
					t.Errorf("%s: %v", table, err)
				}
			}
		})
	}
	small, large := filled(1_000), filled(10_000)
	for _, generic := range []bool{false, true} {
		few, many := read(small, generic), read(large, generic)
		for table := range lists {
			if f, m := few[table], many[table]; m.Scans > 0 || m.Rows > f.Rows+2_000 { // one that is read from end to end is ten thousand
				t.Errorf("%s, generic plans %v: %d rows are read of ten thousand, in %d scans, and %d of one thousand", table, generic, m.Rows, m.Scans, f.Rows)
			}
		}
	}
}
