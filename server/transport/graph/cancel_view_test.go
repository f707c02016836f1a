package graph

import (
	"testing"

	"kaiin/ent"
	"kaiin/server/money/subscription"
)

// M-22: both pages that show a receipt say whether a payment is still looked up.
func TestAReceiptSaysThatAPaymentIsOpen(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		receipt := subscription.CancelledPage{Row: &ent.Subscription{}, Plan: &ent.Plan{}, Open: open}
		if shown := cancelledView(&receipt, "id", "ja"); shown.IsPaymentOpen != open {
			t.Errorf("its page: %v, want %v", shown.IsPaymentOpen, open)
		}
		page := subscription.LeavePage{Row: receipt.Row, Plan: receipt.Plan, Cancelled: &receipt}
		if shown := leaveView(&page, "ja"); shown.IsPaymentOpen != open {
			t.Errorf("that of the link: %v, want %v", shown.IsPaymentOpen, open)
		}
	}
}
