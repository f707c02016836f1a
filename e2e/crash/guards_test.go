package crash

import (
	"os"
	"slices"
	"strings"
	"testing"

	"kaiin/e2e/blackbox"
)

// guard is one of the rules that keep the book right, and how the program is built without it. To
// find that soon, the servers of the unguarded program are armed with the points at which the rule
// is needed, and nothing happens but the acts that lead there.
type guard struct {
	name   string
	edits  []blackbox.Edit
	points []string
	acts   []act
}

// committed are the points at which money has moved and it has not been written down.
var committed = []string{"purchase.committed-at-gateway", "renewal.committed-at-gateway"}

var (
	buying     = []act{buy, buyTwice, cancel}
	givingBack = []act{buy, giveBack, giveBack}
	byMonth    = []act{buyByMonth, buyByMonth, nextMonth}
)

// guards are those whose absence the killing finds.
var guards = []guard{
	{"charged once", blackbox.ChargedOnce, committed, buying},
	{"one order id for good", []blackbox.Edit{
		{File: "server/money/payment/guard.go", Text: "import (", Instead: "import (\n\t\"fmt\"\n\t\"kaiin/server/base/secret\""},
		{File: "server/money/payment/guard.go", Text: "return c.ProviderOrderID", Instead: `return fmt.Sprintf("%.29s%s", c.ProviderOrderID, secret.Digits(9))`},
	}, committed, buying},
	{"a look-up before a further try", []blackbox.Edit{
		{File: "server/money/payment/guard.go", Text: "const lookupFirst = true", Instead: "const lookupFirst = false"},
	}, committed, buying},
	{"what was recorded is applied by a job", []blackbox.Edit{
		{File: "server/money/payment/resolve.go", Text: "return c, s.Apply(ctx, c.ID)", Instead: "return c, nil"},
	}, []string{"purchase.settled", "renewal.settled", "charge.applying"}, buying},
	{"what is abandoned is taken up again", []blackbox.Edit{
		{File: "server/money/payment/resolve.go", Text: "charge.NextCheckAtLTE(now)", Instead: "charge.NextCheckAtLTE(now), charge.AmountLT(0)"},
	}, []string{"purchase.attempted", "purchase.tracked", "renewal.authorised"}, buying},
	{"a refund is looked up before it is asked for again", []blackbox.Edit{
		{File: "server/money/payment/refund.go", Text: "case t.Refunded >= r.Before+r.Amount:", Instead: "case false:"},
	}, []string{"refund.refunded-at-gateway"}, givingBack},
	{"refunds are taken up again", []blackbox.Edit{
		{File: "server/money/payment/refund.go", Text: "refund.NextCheckAtLTE(now)", Instead: "refund.NextCheckAtLTE(now), refund.AmountLT(0)"},
	}, []string{"refund.attempted", "refund.asked", "refund.refunded-at-gateway"}, givingBack},
	{"an unknown sale goes back", []blackbox.Edit{
		{File: "server/money/reconciliation/unknown.go", Text: "s.Payment.Providers.Named(e.Provider).Gateway.Refund(ctx, e.TrackingID, 0)", Instead: "nil"},
	}, []string{"reconcile.compared", "reconcile.comparing"}, []act{elsewhere}},
	{"what was agreed and lost is forgotten", []blackbox.Edit{
		{File: "server/money/payment/card.go", Text: `if provider.Approvals != nil && method.Reference == "" {`, Instead: "if false {"},
	}, []string{"method.agreed"}, []act{joinPayPal}},
	{"what is agreed too late is forgotten", []blackbox.Edit{
		{File: "server/money/payment/authenticate.go", Text: "errors.Join(err, s.Store.Enqueue(ctx, ForgetArgs{MethodID: row.PaymentMethodID}, nil))", Instead: "err"},
		{File: "server/money/payment/join.go", Text: "return s.Store.Enqueue(ctx, ForgetArgs{MethodID: method.ID}, nil)", Instead: "return nil"},
	}, []string{"notice.acting", "method.linked"}, []act{joinLate}},
	{"a notice is kept once", []blackbox.Edit{
		{File: "server/money/payment/notice.go", Text: "if first = key != \"\"; err != nil || !first {", Instead: "if first = true; key == \"\" {\n\t\t\tkey = now.String()\n\t\t}\n\t\tif err != nil {"},
	}, []string{"notice.kept"}, []act{joinCarrier, joinPayPal, endThere}},
	{"a line of an imported file is kept once", []blackbox.Edit{
		{File: "server/money/providerbilling/told.go", Text: "\t\t\tcontinue", Instead: "\t\t\tkey += time.Now().String()"},
	}, []string{"month.applying", "month.booked"}, byMonth},
	{"a month is applied once", []blackbox.Edit{
		{File: "server/money/providerbilling/apply.go", Text: "err != nil || m.e.AppliedAt != nil {", Instead: "err != nil {"},
	}, []string{"month.applied"}, byMonth},
}

// Guards that the killing does not find missing, since there is another one behind each, or because
// what they keep apart hardly ever meets in so few processes. The tests named here find them:
//
//	charges_bill_key (one live charge a bill)           payment TestBillIsChargedOnce; a bill is charged only while it is open
//	a tracking id is kept only while a charge is open   payment TestManyExecuteOneCharge; the provider takes an order id once
//	the account's lock at purchase and withdrawal       withdrawal TestPurchaseAgainstWithdrawal
//	the contract's lock                                 subscription TestManyWorkersOneBill; a bill is charged only while it is open
//	the lock of the due scans                           app TestTwoScansShareWhatIsDue; a job of a contract waits once
//	nothing is settled that was given up                payment TestGivenUpWhileCharging; what is settled is wanted or goes back
//	an outcome is applied once                          payment TestManyApplyOneOutcome; an order takes an outcome only while it waits for one
//	a notice is taken up again                          payment TestANoticeThatIsFasterThanOurCommit; hardly any is so fast here
//	a use of a campaign comes back                      purchase TestARefusedOrderGivesTheUseBack
//	the campaign's lock                                 purchase TestLastUseOfACode; the database counts no use above the limit

// CONTROL names the guards to be taken out one after the other, by a part of the name; "all" are
// all. By itself it is the first.
func TestWithoutAGuardTheBookIsWrong(t *testing.T) {
	t.Parallel()
	for i, g := range chosen(t, os.Getenv("CONTROL")) {
		t.Run(g.name, func(t *testing.T) {
			program, err := blackbox.BuildEdited("kaiin-without-"+strings.ReplaceAll(g.name, " ", "-"), g.edits...)
			blackbox.Must(t, err)
			// Few deaths are enough in most rounds; where nothing is wrong after them, another
			// round begins.
			for round := range uint64(number(t, "ROUNDS", 6)) {
				d := newDriver(t, program, uint64(i)+round*100, g.points)
				d.acts, d.pointsOnly = g.acts, true
				d.untilAtPoints(3, 60)
				d.rest()
				if wrong := d.wrong(); len(wrong) > 0 {
					t.Logf("after %d deaths: %s", d.nodes.killed(), strings.SplitN(wrong[0], "\n{", 2)[0])
					return
				}
			}
			t.Error("nothing is wrong with the book: these tests would not notice that the guard is missing")
		})
	}
}

func chosen(t *testing.T, control string) []guard {
	t.Helper()
	switch control {
	case "":
		return guards[:1]
	case "all":
		return guards
	}
	i := slices.IndexFunc(guards, func(g guard) bool { return strings.Contains(g.name, control) })
	if i < 0 {
		t.Fatalf("CONTROL=%s is part of no guard's name", control)
	}
	return guards[i : i+1]
}

// Every guard can still be taken out: what is in the code is what the list says.
func TestTheGuardsAreInTheCode(t *testing.T) {
	t.Parallel()
	for _, g := range guards {
		if _, err := blackbox.Edited(g.edits...); err != nil {
			t.Errorf("%s: %v", g.name, err)
		}
		for _, point := range g.points {
			if !slices.Contains(points, point) {
				t.Errorf("%s: there is no failpoint %s", g.name, point)
			}
		}
	}
}
