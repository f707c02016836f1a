package account

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/fault"
)

// Consent is a visitor's agreement to one revision of a policy, as the page sends it.
type Consent struct {
	PolicyID string
	Revision int
	Key      string
}

func (c Consent) to(p *ent.StorePolicy) bool {
	return c.PolicyID == p.ID && c.Revision == p.Revision && c.Key == p.Key
}

// Unconsented are the policies whose current revision none of the consents is for.
func Unconsented(policies []*ent.StorePolicy, consents []Consent) []*ent.StorePolicy {
	return slices.DeleteFunc(slices.Clone(policies), func(p *ent.StorePolicy) bool {
		return slices.ContainsFunc(consents, func(c Consent) bool { return c.to(p) })
	})
}

// CheckConsents wants a consent to every current policy.
//
// Faults: CONSENT_REQUIRED on policyConsentData when one is missing, POLICY_CHANGED when one is for
// another revision.
func CheckConsents(policies []*ent.StorePolicy, consents []Consent) error {
	missing := Unconsented(policies, consents)
	if len(missing) == 0 {
		return nil
	}
	for _, p := range missing {
		if slices.ContainsFunc(consents, func(c Consent) bool { return c.PolicyID == p.ID }) {
			return fault.Conflict(fault.PolicyChanged)
		}
	}
	return fault.Invalid(fault.ConsentRequired, "policyConsentData")
}

// CurrentConsents are those of the consents that are for the current revision of a policy, each
// once: all that is kept of what a visitor sends.
func CurrentConsents(policies []*ent.StorePolicy, consents []Consent) []Consent {
	var kept []Consent
	for _, p := range policies {
		if slices.ContainsFunc(consents, func(c Consent) bool { return c.to(p) }) {
			kept = append(kept, Consent{PolicyID: p.ID, Revision: p.Revision, Key: p.Key})
		}
	}
	return kept
}

// MergeConsents is the former consents with the newer ones in place of those to the same policy.
func MergeConsents(former, newer []Consent) []Consent {
	kept := slices.DeleteFunc(slices.Clone(former), func(c Consent) bool {
		return slices.ContainsFunc(newer, func(n Consent) bool { return n.PolicyID == c.PolicyID })
	})
	return append(kept, newer...)
}

// RecordConsents stores a member's agreement to the current revision of each policy.
func (s *Service) RecordConsents(ctx context.Context, accountID uuid.UUID, policies []*ent.StorePolicy) error {
	client := s.Store.Client(ctx)
	var rows []*ent.ConsentCreate
	for _, p := range policies {
		rows = append(rows, client.Consent.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(accountID).
			SetPolicyID(p.ID).SetRevision(p.Revision).SetKey(p.Key))
	}
	return client.Consent.CreateBulk(rows...).Exec(ctx)
}
