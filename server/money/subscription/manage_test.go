package subscription

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

// held is a contract of the standard plan, begun on 2026-05-15, whose renewal on 2026-06-15 was
// refused for good.
func (w *world) held(t *testing.T, change func(*Agreement)) (*ent.Subscription, actor.Actor) {
	t.Helper()
	row, member := w.contract(t, "standard", change)
	w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
	w.at(t, "2026-06-15")
	w.work(t)
	if row = w.row(t, row.ID); Status(row.Status) != Hold {
		t.Fatalf("not on hold: %s", row.Status)
	}
	return row, member
}

func TestRetrying(t *testing.T) { // S-084 X-024 A-132
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.held(t, nil)
	w.at(t, "2026-06-20")
	page, err := w.Page(t.Context(), member, row.ID.String())
	o := page.Outlook
	if err != nil || o.Course != CourseHeld || o.Day.String() != "2026-07-14" || o.Start.String() != "2026-06-20" || o.End.String() != "2026-07-19" || o.Amount != 1100 || o.Tax != 100 || page.NoRetry != nil {
		t.Errorf("%+v, %v", page, err)
	}
	w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	if _, err := w.Retry(t.Context(), member, row.ID.String()); said(err) != "CARD_DECLINED" || Status(w.row(t, row.ID).Status) != Hold {
		t.Errorf("declined: %v, %s", err, w.row(t, row.ID).Status)
	}
	next, err := w.Retry(t.Context(), member, row.ID.String())
	if err != nil || paths.Of(next) != "/mypage/subscription/"+row.ID.String() {
		t.Errorf("%s, %v", paths.Of(next), err)
	}
	after := w.row(t, row.ID)
	if Status(after.Status) != HoldReleased || after.NextSettlementDay.String() != "2026-07-20" || after.TermStart.String() != "2026-06-20" || !w.watchableUntil(t, row.ID).After(w.Clock.Now()) {
		t.Errorf("%+v", after)
	}
	if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
		t.Errorf("once more: %v", err)
	}
	if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 || w.story(t, row.ID) != "Contract RenewalFailed RetryFailed Retried" {
		t.Errorf("%d charges of %d yen, %s", count, yen, w.story(t, row.ID))
	}
	page, err = w.Page(t.Context(), member, row.ID.String())
	if o := page.Outlook; err != nil || o.Course != CourseCharged || o.Day.String() != "2026-07-20" || o.Start != o.Day || o.End.String() != "2026-08-19" {
		t.Errorf("%+v, %v", o, err)
	}
	w.at(t, "2026-07-20")
	w.work(t)
	if after := w.row(t, row.ID); Status(after.Status) != OngoingContract || after.NextSettlementDay.String() != "2026-08-20" {
		t.Errorf("renewed after the hold: %+v", after)
	}
}

// It is not known yet whether money moved: nothing is charged a second time, and the page says that
// it is being checked.
func TestRetryingIntoTheUnknown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outcome paymenttest.Outcome
		want    Status
	}{{paymenttest.TimeoutAfter, HoldReleased}, {paymenttest.TimeoutBefore, HoldReleased}, {paymenttest.Trouble, HoldReleased}} {
		t.Run(string(c.outcome), func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.held(t, nil)
			card := w.Card(t, member)
			w.Gateway.Next(paymenttest.Charge, c.outcome)
			next, err := w.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String())
			if err != nil || paths.Of(next) != "/mypage/subscription/"+row.ID.String() {
				t.Errorf("%s, %v", paths.Of(next), err)
			}
			if _, err := w.Retry(t.Context(), member, row.ID.String()); said(err) != "PAYMENT_PENDING" {
				t.Errorf("once more: %v", err)
			}
			if _, err := w.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String()); said(err) != "PAYMENT_PENDING" {
				t.Errorf("changed once more: %v", err)
			}
			page, err := w.MethodChangedPage(t.Context(), member, row.ID.String(), "")
			if err != nil || page.Outlook.Course != CourseChecking || page.NoRetry == nil || paths.Of(page.Next) != "/mypage/subscription/"+row.ID.String() {
				t.Errorf("%+v, %v", page, err)
			}
			w.Clock.Advance(10 * time.Minute)
			w.work(t)
			if count, yen := w.Gateway.Settled(); Status(w.row(t, row.ID).Status) != c.want || count != 1 || yen != 1100 {
				t.Errorf("%s, %d charges of %d yen", w.row(t, row.ID).Status, count, yen)
			}
		})
	}
}

func TestWhatIsNotRetried(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*Agreement)
		before func(*world, *ent.Subscription, actor.Actor)
		want   string
	}{
		{name: "the plan has stopped", change: stopOn("2026-06-16"), before: func(w *world, _ *ent.Subscription, _ actor.Actor) { w.at(t, "2026-06-17") }, want: "SUBSCRIPTION_ENDING"},
		{name: "the last day of the plan", change: stopOn("2026-06-16"), before: func(w *world, _ *ent.Subscription, _ actor.Actor) { w.at(t, "2026-06-16") }},
		{name: "the last day of the hold", before: func(w *world, _ *ent.Subscription, _ actor.Actor) { w.at(t, "2026-07-14") }},
		{name: "the hold is over", before: func(w *world, _ *ent.Subscription, _ actor.Actor) { w.at(t, "2026-07-15") }, want: "SUBSCRIPTION_ENDING"},
		{name: "ended", before: func(w *world, _ *ent.Subscription, _ actor.Actor) { w.at(t, "2026-07-15"); w.work(t) }, want: "NOT_FOUND"},
		{name: "no method is left", before: func(w *world, _ *ent.Subscription, a actor.Actor) {
			w.Store.Client(context.Background()).PaymentMethod.Update().Where(paymentmethod.AccountID(a.AccountID)).
				SetState(paymentmethod.StateDeleted).SetDeletedAt(w.Clock.Now()).ExecX(context.Background())
		}, want: "PAYMENT_METHOD_NOT_REGISTERED"},
		{name: "too often", before: func(w *world, row *ent.Subscription, a actor.Actor) {
			for range retriesAnHour {
				w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
				_, _ = w.Retry(context.Background(), a, row.ID.String())
			}
		}, want: "TOO_MANY_REQUESTS"},
		{name: "an hour later", before: func(w *world, row *ent.Subscription, a actor.Actor) {
			for range retriesAnHour {
				w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
				_, _ = w.Retry(context.Background(), a, row.ID.String())
			}
			w.Clock.Advance(time.Hour)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.held(t, c.change)
			c.before(w, row, member)
			if _, err := w.Retry(t.Context(), w.Member(t), row.ID.String()); said(err) != "NOT_FOUND" {
				t.Errorf("a stranger: %v", err)
			}
			_, err := w.Retry(t.Context(), member, row.ID.String())
			count, _ := w.Gateway.Settled()
			if said(err) != c.want || (count == 1) != (c.want == "") {
				t.Errorf("%v, %d charges", err, count)
			}
		})
	}
}

func TestChangingTheMethod(t *testing.T) {
	t.Parallel()
	const renewing = "SUBSCRIPTION_RENEWING_METHOD"
	for _, c := range []struct {
		name   string
		before func(*testing.T, *world, *ent.Subscription, actor.Actor)
		want   string
	}{
		{name: "any day"},
		{name: "the day before the charge", before: func(t *testing.T, w *world, _ *ent.Subscription, _ actor.Actor) { w.at(t, "2026-06-14") }},
		{name: "the billing day", want: renewing, // S-071
			before: func(t *testing.T, w *world, _ *ent.Subscription, _ actor.Actor) { w.at(t, "2026-06-15") }},
		{name: "while it is charged", want: renewing,
			before: func(t *testing.T, w *world, row *ent.Subscription, _ actor.Actor) { w.charging(t, row) }},
		{name: "on the day of a refusal", before: func(t *testing.T, w *world, _ *ent.Subscription, _ actor.Actor) {
			w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
			w.at(t, "2026-06-15")
			w.work(t)
		}},
		{name: "on a day on which it is tried again", before: func(t *testing.T, w *world, _ *ent.Subscription, _ actor.Actor) {
			w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
			w.at(t, "2026-06-15")
			w.work(t)
			w.at(t, "2026-06-16")
		}},
		{name: "scheduled to cancel", want: "PAYMENT_METHOD_NOT_CHANGEABLE", // E-073
			before: func(t *testing.T, w *world, row *ent.Subscription, a actor.Actor) {
				if err := w.cancelled(t, a, row.ID); err != nil {
					t.Fatal(err)
				}
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, "standard", nil)
			card := w.Card(t, member)
			if c.before != nil {
				c.before(t, w, row, member)
			}
			page, err := w.MethodPage(t.Context(), member, row.ID.String())
			if err != nil || len(page.Methods) != 2 || (page.NoChange != nil) != (c.want != "") {
				t.Errorf("%+v, %v", page, err)
			}
			next, err := w.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String())
			if said(err) != c.want || (err == nil) != (*w.row(t, row.ID).PaymentMethodID == card.ID) {
				t.Errorf("%v, paid with %s", err, w.row(t, row.ID).PaymentMethodID)
			}
			if count, _ := w.Gateway.Settled(); count != 0 {
				t.Errorf("%d charges", count)
			}
			if err != nil {
				return
			}
			if paths.Of(next) != "/mypage/subscription/"+row.ID.String()+"/payment-method/complete" {
				t.Error(paths.Of(next))
			}
			if page, err := w.MethodChangedPage(t.Context(), member, row.ID.String(), ""); err != nil || !page.Next.None() || page.Method.ID != card.ID {
				t.Errorf("%+v, %v", page, err)
			}
			w.Clock.Advance(31 * 24 * time.Hour)
			w.work(t)
			for _, e := range w.Gateway.Ledger() {
				if e.CustomerCode != card.CustomerCode && e.Kept() > 0 {
					t.Error("the old card was charged")
				}
			}
		})
	}
}

// What sells monthly plans alone takes over a monthly contract, and no other.
func TestMethodsThatSellMonthlyPlansAlone(t *testing.T) { // E-071
	t.Parallel()
	for plan, want := range map[string]string{"standard": "", "annual": "paymentMethodId:PAYMENT_METHOD_NOT_FOR_PLAN", "weekly": "paymentMethodId:PAYMENT_METHOD_NOT_FOR_PLAN"} {
		t.Run(plan, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, plan, nil)
			card := w.Card(t, member)
			w.Env.Payment.Providers[0].Kinds[0].Monthly = true
			if _, err := w.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String()); said(err) != want && (want != "" || err != nil) {
				t.Errorf("%v instead of %q", err, want)
			}
			if changed := *w.row(t, row.ID).PaymentMethodID == card.ID; changed != (want == "") {
				t.Errorf("changed: %t", changed)
			}
		})
	}
}

func TestMethodsThatAreNotTaken(t *testing.T) { // E-054 E-071
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	other, expired, deleted := w.Card(t, w.Member(t)), w.Card(t, member), w.Card(t, member)
	expired.Update().SetCardExpire("202604").ExecX(t.Context())
	deleted.Update().SetState(paymentmethod.StateDeleted).SetDeletedAt(w.Clock.Now()).ExecX(t.Context())
	for id, want := range map[string]string{
		"": "paymentMethodId:PAYMENT_METHOD_NOT_SELECTED", other.ID.String(): "NOT_FOUND", deleted.ID.String(): "NOT_FOUND", "x": "NOT_FOUND",
		expired.ID.String(): "paymentMethodId:PAYMENT_METHOD_UNAVAILABLE",
	} {
		if _, err := w.ChangeMethod(t.Context(), member, row.ID.String(), id); said(err) != want {
			t.Errorf("%q: %v instead of %s", id, said(err), want)
		}
	}
	if _, err := w.ChangeMethod(t.Context(), w.Member(t), row.ID.String(), other.ID.String()); said(err) != "NOT_FOUND" {
		t.Errorf("a stranger: %v", err)
	}
	if *w.row(t, row.ID).PaymentMethodID != *row.PaymentMethodID {
		t.Error("the method has changed")
	}
}

// A contract on hold is charged to its new method at once. A refusal leaves the method and the hold
// in place.
func TestChangingTheMethodOfAHeldContract(t *testing.T) { // S-084
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.held(t, nil)
	card := w.Card(t, member)
	w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	if _, err := w.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String()); said(err) != "CARD_DECLINED" {
		t.Errorf("declined: %v", err)
	}
	if after := w.row(t, row.ID); Status(after.Status) != Hold || *after.PaymentMethodID != card.ID {
		t.Errorf("%+v", after)
	}
	next, err := w.ChangeMethod(t.Context(), member, row.ID.String(), row.PaymentMethodID.String())
	if path, paid, _ := strings.Cut(paths.Of(next), "?earningsId="); err != nil || path != "/mypage/subscription/"+row.ID.String()+"/payment-method/complete" || paid == "" {
		t.Errorf("%s, %v", paths.Of(next), err)
	}
	if count, yen := w.Gateway.Settled(); Status(w.row(t, row.ID).Status) != HoldReleased || count != 1 || yen != 1100 || w.Mails(t, member, "renewed") != 1 {
		t.Errorf("%s, %d charges of %d yen", w.row(t, row.ID).Status, count, yen)
	}
}

func TestOutlook(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, plan, today string
		change            func(*Agreement)
		refused           bool

		course     Course
		day, last  string
		start, end string
		amount     int
	}{
		{name: "goes on", plan: "standard", today: "2026-05-15", course: CourseCharged, day: "2026-06-15", start: "2026-06-15", end: "2026-07-14", amount: 1100},
		{name: "trial", plan: "trial", today: "2026-05-15", course: CourseCharged, day: "2026-05-29", start: "2026-05-29", end: "2026-06-28", amount: 980},
		{name: "stops", plan: "standard", today: "2026-05-15", change: stopOn("2026-06-14"), course: CourseEnds, day: "2026-06-14"},
		{name: "refused", plan: "standard", today: "2026-06-15", refused: true, course: CourseRetried, day: "2026-06-16", last: "2026-06-18",
			start: "2026-06-15", end: "2026-07-14", amount: 1100},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, c.plan, c.change)
			if c.refused {
				w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
				w.at(t, c.today)
				w.work(t)
			}
			page, err := w.Page(t.Context(), member, row.ID.String())
			if err != nil {
				t.Fatal(err)
			}
			o := page.Outlook
			for got, want := range map[string]string{o.Day.String(): c.day, o.Last.String(): c.last, o.Start.String(): c.start, o.End.String(): c.end} {
				if got != want && want != "" {
					t.Errorf("%s instead of %s", got, want)
				}
			}
			if o.Course != c.course || o.Amount != c.amount || o.Last.IsZero() != (c.last == "") || o.Start.IsZero() != (c.start == "") {
				t.Errorf("%+v", o)
			}
		})
	}
}

// Fifty tabs press the button, change the method, or both: one charge.
func TestFiftyRetry(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.held(t, nil)
	card := w.Card(t, member)
	outcomes := faulttest.Races(50, func(i int) (err error) {
		if i%2 == 0 {
			_, err = w.Retry(t.Context(), member, row.ID.String())
		} else {
			_, err = w.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String())
		}
		return err
	})
	for outcome := range outcomes {
		if outcome != "" && outcome != "PAYMENT_PENDING" {
			t.Error(outcome)
		}
	}
	if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 || outcomes[""] == 0 || Status(w.row(t, row.ID).Status) != HoldReleased {
		t.Errorf("%v, %d charges of %d yen, %s", outcomes, count, yen, w.row(t, row.ID).Status)
	}
}

// Retrying against the end of the hold: either it was paid and goes on, or it has ended and nothing
// was kept.
func TestRetryingAgainstTheEndOfTheHold(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.held(t, nil)
	w.at(t, "2026-07-14")
	w.Clock.Advance(11*time.Hour + 59*time.Minute + 59*time.Second)
	outcomes := faulttest.Races(50, func(i int) (err error) {
		switch {
		case i == 25:
			w.Clock.Advance(time.Second)
		case i%2 == 0:
			err = w.Renew(t.Context(), row.ID)
		default:
			_, err = w.Retry(t.Context(), member, row.ID.String())
		}
		return err
	})
	w.work(t)
	count, _ := w.Gateway.Settled()
	if status := Status(w.row(t, row.ID).Status); count > 1 || (count == 1) != (status == HoldReleased) || count == 0 && status != HoldCancelled {
		t.Errorf("%v, %d charges, %s", outcomes, count, status)
	}
}

// The process dies between the payment of a held contract and what follows from it, and the hold
// would end meanwhile: what was paid in time counts. Cancelled in between, it goes back, and the
// member is told so.
func TestPaidAtTheEndOfTheHold(t *testing.T) {
	t.Parallel()
	for _, cancels := range []bool{false, true} {
		w := setup(t, "2026-05-15")
		row, member := w.held(t, nil)
		w.at(t, "2026-07-14")
		w.Env.Payment.Ledger = paymenttest.Applies{Ledger: w.Env.Billing, By: func(context.Context, payment.Outcome) (bool, error) { return false, errors.New("the process dies") }}
		if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
			t.Fatal(err)
		}
		w.at(t, "2026-07-15")
		if err := w.Renew(t.Context(), row.ID); err != nil || Status(w.row(t, row.ID).Status) != Hold {
			t.Errorf("paid, and ended: %s, %v", w.row(t, row.ID).Status, err)
		}
		if cancels {
			if err := w.cancelled(t, member, row.ID); err != nil {
				t.Fatal(err)
			}
			if mail := accounttest.Mail[notify.ContractCancelled](t, w.Env.Account, member.Email); !mail.Open {
				t.Errorf("%+v", mail)
			}
			if page, err := w.CancelledPage(t.Context(), member, row.ID.String(), ""); err != nil || !page.Open || page.Undoable {
				t.Errorf("%+v, %v", page, err)
			}
		}
		w.Env.Payment.Ledger = w.Env.Billing
		w.hours(t, 2)
		count, yen := w.Gateway.Settled()
		switch status := Status(w.row(t, row.ID).Status); {
		case !cancels && (status != HoldReleased || count != 1 || yen != 1100), cancels && (status != HoldCancelRequest || yen != 0):
			t.Errorf("%v: %d charges, %d yen, %s", cancels, count, yen, status)
		}
	}
}

// Deleting a card against choosing it: a contract is never paid with a card that is gone.
func TestChangingAgainstDeleting(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	for range 5 {
		first, card := *w.row(t, row.ID).PaymentMethodID, w.Card(t, member)
		outcomes := faulttest.Races(10, func(i int) (err error) {
			if i%2 == 0 {
				return w.Env.Payment.Delete(t.Context(), member, card.ID.String())
			}
			_, err = w.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String())
			return err
		})
		gone := w.Store.Client(t.Context()).PaymentMethod.GetX(t.Context(), card.ID).State == paymentmethod.StateDeleted
		used := *w.row(t, row.ID).PaymentMethodID
		if gone == (used == card.ID) || gone != (used == first) {
			t.Errorf("%v, deleted %v, paid with it %v", outcomes, gone, used == card.ID)
		}
	}
}
