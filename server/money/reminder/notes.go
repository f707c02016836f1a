package reminder

import (
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/money/payment"
	"kaiin/server/money/subscription"
)

// notesOn is what there is to say about the contract today.
func notesOn(v subscription.View, today clock.Day, ahead settings.Reminders) []note {
	var notes []note
	for _, of := range []func(subscription.View, clock.Day, settings.Reminders) (note, bool){trial, yearly, card, stop, end, price, discount} {
		if n, ok := of(v, today, ahead); ok {
			n.view = v
			notes = append(notes, n)
		}
	}
	return notes
}

// trial is said ahead of the first charge after a free trial; in a trial with fewer days, on its
// second one.
func trial(v subscription.View, today clock.Day, ahead settings.Reminders) (note, bool) {
	charge := v.Next
	day, second := charge.Start.AddDays(-ahead.Trial()), clock.DayOf(v.Row.CreatedAt).AddDays(1)
	if day.Before(second) {
		day = second
	}
	ok := v.Status() == subscription.NewTrialContract && today.Equal(day) && today.Before(charge.Start) && v.Basis.Renews(charge.Start) && !ended(v)
	return coming(v, kindTrial), ok
}

// yearly is said ahead of the payment that follows on a year, or is for a year.
func yearly(v subscription.View, today clock.Day, ahead settings.Reminders) (note, bool) {
	charge := v.Next
	ok := v.Status().Group() == subscription.GroupContract && (v.Basis.Span.Annual() || subscription.SpanOf(v.Row).Annual()) &&
		today.Equal(charge.Start.AddDays(-ahead.Yearly())) && v.Basis.Renews(charge.Start) && !ended(v)
	return coming(v, kindRenewal), ok
}

// ended reports that the method of the contract is in the wallet no more, because it was ended at
// the provider: nothing is charged to it, and the member was told so then.
func ended(v subscription.View) bool {
	return v.Method != nil && v.Method.State == paymentmethod.StateDeleted
}

func coming(v subscription.View, kind noteKind) note {
	charge := v.Next
	return note{occasion: occasion{v.Row.ID, kind, charge.Start}, amount: charge.Amount, write: func(about notify.Contract, locale string) notify.Message {
		return notify.PaymentComing{
			Contract: about, Trial: kind == kindTrial, Changed: v.Coming != nil, Amount: charge.Amount, Tax: charge.Tax,
			Method: payment.Label(v.Method, locale), Day: charge.Start, LeaveBy: charge.Start.AddDays(-1),
		}
	}}
}

// card is said ahead of the last day of a card that pays the contract, once for all that it pays.
func card(v subscription.View, today clock.Day, ahead settings.Reminders) (note, bool) {
	if v.Method == nil || ended(v) || len(v.Method.CardExpire) != len("YYYYMM") || !v.Basis.Renews(v.Next.Start) {
		return note{}, false
	}
	month, err := clock.ParseDay(v.Method.CardExpire[:4] + "-" + v.Method.CardExpire[4:] + "-01")
	if err != nil {
		return note{}, false
	}
	last := month.AddMonths(1).AddDays(-1)
	write := func(about notify.Contract, locale string) notify.Message {
		return notify.CardExpires{
			Contract: about, Method: payment.Label(v.Method, locale), Last: last, NextPayment: v.Next.Start,
		}
	}
	return note{occasion: occasion{v.Method.ID, kindCard, last}, write: write}, today.Equal(last.AddDays(-ahead.Card()))
}

// stop is said once for each day after which the store decides to renew the contract no more.
func stop(v subscription.View, _ clock.Day, _ settings.Reminders) (note, bool) {
	day := v.Stopped()
	return ending(v, kindStop, day), !day.IsZero()
}

// end is said ahead of the last day of a contract that the store renews no more.
func end(v subscription.View, today clock.Day, ahead settings.Reminders) (note, bool) {
	last, _, ok := v.Ends()
	return ending(v, kindEnd, last), ok && today.Equal(last.AddDays(-ahead.End()))
}

func ending(v subscription.View, kind noteKind, day clock.Day) note {
	return note{occasion: occasion{v.Row.ID, kind, day}, write: func(about notify.Contract, locale string) notify.Message {
		last, charge, _ := v.Ends()
		return notify.RenewalStops{Contract: about, LastPayment: charge, Until: last, CodeOnly: v.Row.PaymentMethodID == nil}
	}}
}

// price is said when the store has decided on a new price for running contracts; the contract then
// gets it.
func price(v subscription.View, today clock.Day, _ settings.Reminders) (note, bool) {
	r, ok := v.Repricing(today)
	if !ok {
		return note{}, false
	}
	write := func(about notify.Contract, locale string) notify.Message {
		mail := notify.PriceChanges{
			Contract: about, Was: r.Was, Amount: r.From.Amount, From: r.From.Start,
			LeaveBy: r.From.Start.AddDays(-1), Replaces: r.Replaces,
		}
		if v.ByProvider() { // it takes the same amount every month
			mail.Method, mail.ChangeBy = payment.Label(v.Method, locale), subscription.ChargedOn(r.From.Start).AddDays(-1)
		}
		return mail
	}
	return note{occasion: occasion{subject: v.Row.ID, kind: kindPrice, day: r.From.Start}, amount: r.From.Amount, reprice: &r, write: write}, true
}

// discount is said ahead of the first charge that the contract's campaign makes cheaper no more;
// where there are fewer days, on the second one of those that are counted from the same anchor.
func discount(v subscription.View, today clock.Day, ahead settings.Reminders) (note, bool) {
	charge, was, ok := v.DiscountEnd(today)
	if !ok {
		return note{}, false
	}
	day, second := charge.Start.AddDays(-ahead.Discount()), v.Basis.Anchor().AddDays(1)
	if day.Before(second) {
		day = second
	}
	write := func(about notify.Contract, locale string) notify.Message {
		return notify.DiscountEnds{
			Contract: about, CampaignName: v.Campaign.In(locale), Was: was,
			Amount: charge.Amount, Tax: charge.Tax, Method: payment.Label(v.Method, locale), From: charge.Start, LeaveBy: charge.Start.AddDays(-1),
		}
	}
	return note{occasion: occasion{v.Row.ID, kindDiscount, charge.Start}, amount: charge.Amount, write: write},
		today.Equal(day) && today.Before(charge.Start)
}
