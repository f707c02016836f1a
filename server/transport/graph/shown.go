package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/desk/members"
	"kaiin/server/identity/account"
	"kaiin/server/transport/gql"
	"kaiin/server/transport/viewer"
)

// screens are the pages of a member that the staff may be shown, by the document that each of them
// loads. They only read, need no new proof of who the member is, and hold nothing that lets its
// bearer do something: no code, no token, no link that works by itself.
var screens = map[members.Screen]string{
	members.ScreenMypage: "MypageScreen", members.ScreenPlans: "MypagePlansScreen", members.ScreenSubscription: "SubscriptionScreen",
	members.ScreenPaymentHistory: "PaymentHistoryScreen", members.ScreenPurchases: "PurchasesScreen", members.ScreenPaymentMethods: "PaymentMethodsScreen",
	members.ScreenConsents: "ConsentScreen", members.ScreenConnections: "ConnectionsScreen",
}

// shown are the documents of screens, as browsers run them.
func (l *allowList) shown() (map[members.Screen]*operation, error) {
	all := map[members.Screen]*operation{}
	for _, screen := range members.Screens() {
		document := screens[screen]
		o := l.byHash[schema.Documents()[document].Hash]
		if o == nil || schema.Documents()[document].Kind != "query" {
			return nil, fmt.Errorf("%s has no page to be shown: %q", screen, document)
		}
		all[screen] = o
	}
	return all, nil
}

// Shows answers to the staff what is on a page of a member, in a transaction that can change
// nothing: PostgreSQL refuses whatever would, in every service that a page asks.
type Shows struct {
	Executor *Executor
	Reads    *store.Store // whose connections are for the desk
	Account  *account.Service
	Settings *settings.Service
}

// Screen is what the member's own browser would get for the page, in the language of the caller.
// contract is for the page of one. The member it is run for has no session: what needs one, or a
// proof of late, is closed to them.
func (s *Shows) Screen(ctx context.Context, member uuid.UUID, screen members.Screen, contract string) (data json.RawMessage, err error) {
	o := s.Executor.shown[screen]
	switch {
	case store.InTx(ctx):
		return nil, errors.New("a page is shown within a transaction, which may change something")
	case o == nil:
		return nil, fault.NotFound()
	}
	variables := map[string]any{}
	switch screen {
	case members.ScreenSubscription:
		variables["subscriptionId"] = contract
	case members.ScreenConsents:
		set, err := s.Settings.Get(ctx)
		if err != nil {
			return nil, err
		}
		if !set.Flags.Newsletter {
			variables["type"] = "privacy"
		}
	}
	err = s.Reads.Read(ctx, func(ctx context.Context) error {
		row, err := s.Account.Find(ctx, member)
		if err != nil {
			return err
		}
		caller := viewer.Of(ctx)
		asMember := &viewer.Viewer{
			Actor:   actor.Actor{AccountID: row.ID, Locale: caller.Actor.Locale, Email: store.Text(row.Email)},
			Account: row, RequestID: caller.RequestID, Android: caller.Android, Mobile: caller.Mobile,
			SetCookie: func(*http.Cookie) {},
		}
		data, err = s.Executor.show(viewer.With(ctx, asMember), o, variables)
		return err
	})
	return data, err
}

// show runs the document in the context's transaction. Its error is the first of a resolver, as
// it is.
func (e *Executor) show(ctx context.Context, o *operation, variables map[string]any) (json.RawMessage, error) {
	if err := gql.CheckVariables(e.sdl, o.definition(), variables); err != nil {
		return nil, err
	}
	response := e.runBy(e.shows, context.WithValue(ctx, turnKey{}, new(sync.Mutex)), o, variables)
	switch {
	case response == nil:
		return nil, context.Cause(ctx)
	case len(response.Errors) > 0:
		return nil, response.Errors[0]
	}
	return response.Data, nil
}

// unpresented hands an error on to a caller who presents it.
func unpresented(_ context.Context, err error) *gqlerror.Error { return gqlerror.WrapIfUnwrapped(err) }

type turnKey struct{}

// inTurn lets one resolver of an operation run at a time: a transaction answers one after
// the other.
func inTurn(ctx context.Context, next graphql.Resolver) (any, error) {
	turn := ctx.Value(turnKey{}).(*sync.Mutex)
	turn.Lock()
	defer turn.Unlock()
	return next(ctx)
}
