package subscription

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/notify"
)

// MethodEnded tells the member, for every contract that would be charged to the method next, to choose another way to pay: its agreement is
// over at the provider. It joins the transaction that takes the method out of the wallet, which happens once. What is due meanwhile is
// put on hold, as after a refusal for good.
func (s *Service) MethodEnded(ctx context.Context, accountID, methodID uuid.UUID) error {
	holdings, err := s.Holdings(ctx, accountID)
	if err != nil {
		return err
	}
	for _, row := range holdings.Running() {
		group := Status(row.Status).Group()
		if row.PaymentMethodID == nil || *row.PaymentMethodID != methodID || group != GroupContract && group != GroupTrial {
			continue
		}
		basis, _, err := s.basis(ctx, row)
		if err != nil {
			return err
		}
		if !basis.Renews(basis.Term(row.Period + 1).Start) {
			continue
		}
		err = s.notify(ctx, row, func(locale string, p *ent.Plan, method string) notify.Message {
			return notify.MethodEnded{
				ContractID: row.ID.String(), PlanName: text(p.Name, locale), Method: method, NextPayment: row.NextSettlementDay, LeaveToken: s.LeaveLink(row),
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
