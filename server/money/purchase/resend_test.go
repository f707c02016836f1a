package purchase

import (
	"testing"

	"github.com/google/uuid"

	"kaiin/ent/order"
	"kaiin/server/base/fault"
	"kaiin/server/staff/acts/actstest"
)

// The receipt of an order that was completed is mailed once more to its member, of no other order
// and to no other member.
func TestResendAReceipt(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	for _, plan := range []string{"standard", "film"} {
		member := s.Member(t)
		if _, err := s.buy(t, member, plan, s.form(t, member, plan)); err != nil {
			t.Fatal(err)
		}
		o := s.order(t, member)
		if err := s.Resend(t.Context(), actstest.By(s.Env.Store), member.AccountID, o.ID); err != nil || s.Mails(t, member, "order-completed") != 2 {
			t.Errorf("%s: %d mails, %v", plan, s.Mails(t, member, "order-completed"), err)
		}
		other := s.Member(t)
		for name, err := range map[string]error{
			"another's": s.Resend(t.Context(), actstest.By(s.Env.Store), other.AccountID, o.ID),
			"unknown":   s.Resend(t.Context(), actstest.By(s.Env.Store), member.AccountID, uuid.New()),
		} {
			if !fault.Is(err, fault.CodeNotFound) || s.Mails(t, other, "order-completed") != 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
		s.client(t).Order.UpdateOne(o).SetState(order.StateDeclined).ExecX(t.Context())
		if err := s.Resend(t.Context(), actstest.By(s.Env.Store), member.AccountID, o.ID); !fault.Is(err, fault.CodeNotFound) {
			t.Errorf("of an order that is not completed: %v", err)
		}
		if n := s.Mails(t, member, "order-completed"); n != 2 {
			t.Errorf("%s: %d mails", plan, n)
		}
	}
}
