package app

import (
	"errors"
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/store/storetest"
	"kaiin/server/identity/session"
)

// services are put together here and nowhere else, commands included: one that is put
// together by hand lacks what it should tell others.
func TestX03ServicesAreBuiltHere(t *testing.T) {
	t.Parallel()
	for name, p := range sources(t) {
		if name == "app" || name == "sandbox" || strings.HasPrefix(name, "sandbox/") {
			continue
		}
		for _, file := range p.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				made, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				of, ok := p.TypesInfo.TypeOf(made).(*types.Named)
				if ok && of.Obj().Name() == "Service" && of.Obj().Pkg() != nil && strings.HasPrefix(of.Obj().Pkg().Path(), root) {
					t.Errorf("%s builds a %s.Service by hand: take it from an App", p.Fset.Position(made.Pos()), of.Obj().Pkg().Name())
				}
				return true
			})
		}
	}
}

// Money is told to the bills, the contracts and the orders: an App in which one of them was not
// built is no App.
func TestX03MoneyIsTold(t *testing.T) {
	t.Parallel()
	for name, forget := range map[string]func(a *App){
		"bills": func(a *App) { a.Billing = nil }, "contracts": func(a *App) { a.Subscription = nil }, "months": func(a *App) { a.ProviderBilling = nil }, "orders": func(a *App) { a.Purchase = nil },
		"apps": func(a *App) { a.OIDC = nil }, "newsletters": func(a *App) { a.Newsletter = nil },
	} {
		a := servicesOn(nil, clock.New())
		if err := errors.Join(a.connectIdentity(), a.connectMoney()); err != nil {
			t.Fatal(err)
		}
		ledger, contracts := a.Payment.Ledger, a.Payment.Contracts
		if ledger != a.Billing || contracts != a.Subscription || a.Billing.Orders != a.Purchase || a.Billing.Contracts != a.Subscription {
			t.Errorf("%T keeps the bills, %T the contracts", ledger, contracts)
		}
		if a.Payment.ProviderBilling != a.ProviderBilling || a.ProviderBilling.Contracts != a.Subscription {
			t.Errorf("%T keeps the months, %T their contracts", a.Payment.ProviderBilling, a.ProviderBilling.Contracts)
		}
		forget(a)
		if err := errors.Join(a.connectIdentity(), a.connectMoney()); err == nil {
			t.Errorf("without its %s it is built", name)
		}
	}
}

// commands that need little of the configuration have the sessions' listeners nevertheless,
// the same as the server.
func TestX03CommandsTellOfTheEndOfSessions(t *testing.T) {
	t.Parallel()
	a, err := NewForStaff(t.Context(), &config.Config{DatabaseURL: storetest.URL(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	want := collect[session.Listener](servicesOn(a.Store, clock.New()))
	if len(a.Session.Listeners) == 0 || len(a.Session.Listeners) != len(want) {
		t.Errorf("%d hear of sessions that end, and %d should", len(a.Session.Listeners), len(want))
	}
}
