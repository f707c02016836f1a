package account

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	entconsent "kaiin/ent/consent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
)

// ReConsentPage is what a member has to agree to before they go on in My Page.
type ReConsentPage struct {
	Next               step.Step // there is nothing to agree to: go there instead
	ReturnTo           string    // where they want to go: a safe path of this site, or ""
	Policies           []*ent.StorePolicy
	UsesExternalPolicy bool
}

// ReConsentPage is the page for the actor. returnTo is where they want to go next; it counts only
// when it leads back into this site.
func (s *Service) ReConsentPage(ctx context.Context, a actor.Actor, returnTo string) (*ReConsentPage, error) {
	page := &ReConsentPage{ReturnTo: step.SafeReturnTo(returnTo)}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	page.UsesExternalPolicy = settings.UsesExternalPolicy
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		// As they are now: what is remembered for a second would lead back to the page that has
		// just led here.
		policies, err := s.Catalog.Policies(ctx)
		if err != nil {
			return err
		}
		agreed, err := s.agreed(ctx, a.AccountID)
		page.Policies = slices.DeleteFunc(s.due(policies), agreed)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(page.Policies) == 0 {
		page.Next = step.Done(page.ReturnTo)
	}
	return page, nil
}

// ReConsent keeps the member's agreement to policies that have changed. What they agreed to before,
// such as in another tab, may be among the consents, and counts once.
//
// Faults: INVALID_REQUEST (E-092) when the consents are not what is to be agreed to now: one that
// is missing or given twice, or is for no policy, or not for its current revision; unauthenticated.
func (s *Service) ReConsent(ctx context.Context, a actor.Actor, consents []Consent) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := s.LockOwn(ctx, a); err != nil {
			return err
		}
		policies, err := s.Catalog.Policies(ctx) // in a transaction, as they are now
		if err != nil {
			return err
		}
		agreed, err := s.agreed(ctx, a.AccountID)
		if err != nil {
			return err
		}
		given := slices.DeleteFunc(slices.Clone(policies), func(p *ent.StorePolicy) bool {
			return !slices.ContainsFunc(consents, func(c Consent) bool { return c.to(p) })
		})
		missing := Unconsented(slices.DeleteFunc(s.due(policies), agreed), consents)
		if len(given) != len(consents) || len(missing) > 0 {
			return fault.BadRequest(fault.InvalidRequest)
		}
		return s.RecordConsents(ctx, a.AccountID, slices.DeleteFunc(given, agreed))
	})
}

// due are the policies that members are asked to agree to by now.
func (s *Service) due(policies []*ent.StorePolicy) []*ent.StorePolicy {
	now := s.Clock.Now()
	return slices.DeleteFunc(slices.Clone(policies), func(p *ent.StorePolicy) bool { return p.AskedFrom != nil && p.AskedFrom.After(now) })
}

// agreed tells which policies the account has agreed to, in their current revision.
func (s *Service) agreed(ctx context.Context, accountID uuid.UUID) (func(*ent.StorePolicy) bool, error) {
	rows, err := s.Store.Client(ctx).Consent.Query().Where(entconsent.AccountID(accountID)).All(ctx)
	return func(p *ent.StorePolicy) bool {
		return slices.ContainsFunc(rows, func(c *ent.Consent) bool { return c.PolicyID == p.ID && c.Revision == p.Revision })
	}, err
}
