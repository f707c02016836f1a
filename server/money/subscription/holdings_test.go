package subscription

import (
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
)

// A contract that goes on and is paid with another method is found; one with the method itself, one
// that a campaign's code has paid, one that is to end and one that is over are not.
func TestPaidOtherwise(t *testing.T) {
	added, other := uuid.New(), uuid.New()
	holding := func(status Status, method *uuid.UUID) *ent.Subscription {
		return &ent.Subscription{ID: uuid.New(), Status: string(status), PaymentMethodID: method}
	}
	runs := holding(OngoingContract, &other)
	rest := Holdings{
		holding(OngoingContract, &added), holding(OngoingContract, nil), holding(CancelRequest, &other), holding(Cancelled, &other),
	}
	if got := rest.PaidOtherwise(added); got != nil {
		t.Errorf("found %s with %v", got.Status, got.PaymentMethodID)
	}
	if got := append(rest, runs).PaidOtherwise(added); got != runs {
		t.Errorf("found %v, want the one that goes on", got)
	}
}
