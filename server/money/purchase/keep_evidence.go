package purchase

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/money/evidence"
)

// keepEvidence keeps what the member was shown as evidence of their order, in the transaction that
// confirms it.
func (s *Service) keepEvidence(ctx context.Context, o *ent.Order) error {
	terms, err := termsOf(o)
	if err != nil {
		return err
	}
	return s.keepShown(ctx, o.AccountID, o.ID, o.PlanVersionID, terms)
}

// keepShown keeps what the member was shown under the id of what they agreed to.
func (s *Service) keepShown(ctx context.Context, accountID, id uuid.UUID, version *uuid.UUID, terms Terms) error {
	written, err := json.Marshal(terms)
	if err != nil {
		return err
	}
	shown := evidence.Shown{
		AccountID: accountID, OrderID: id, PlanVersionID: version, Locale: terms.Locale, Terms: written,
		Method: terms.Method, Button: terms.Button,
	}
	for _, item := range terms.Items {
		shown.Items = append(shown.Items, evidence.Item{Title: item.Title, Text: item.Text})
	}
	return s.Evidence.Freeze(ctx, shown)
}
