package purchase

import "strconv"

// campaign says what the campaign gives: every amount and day that it changes.
func (w writer) campaign() string {
	c, b := w.deal.Campaign, w.deal.Basis
	if c == nil {
		return ""
	}
	name := c.Name.In(w.Locale)
	first := b.PriceOf(1)
	prices := []string{"name", name, "price", w.yen(first.Amount()), "list", w.yen(first.List)}
	var sentences []string
	switch count := w.deal.DiscountedPayments(); {
	case c.Free:
		sentences = append(sentences, w.Say("campaign.free", "name", name, "days", strconv.Itoa(b.TrialDays), "until", w.day(b.Anchor().AddDays(-1))))
	case !w.deal.Subscription():
		sentences = append(sentences, w.Say("campaign.once", prices...))
	case count == 1:
		sentences = append(sentences, w.Say("campaign.first", append(prices, "day", w.day(b.Term(1).Start))...))
	case count > 1:
		sentences = append(sentences, w.Say("campaign.payments", append(prices, "count", strconv.Itoa(count),
			"first", w.day(b.Term(1).Start), "last", w.day(b.Term(count).Start))...))
	default: // the contract ends before its first payment
		return ""
	}
	if regular, ok := w.deal.Regular(); ok {
		sentences = append(sentences, w.Say("campaign.after", "day", w.day(regular.Start), "price", w.yen(regular.Amount), "every", w.every(b.Span)))
	}
	if w.deal.CodeOnly {
		if end, ends := w.deal.SubscriptionExpiration(); ends {
			sentences = append(sentences, w.Say("campaign.codeOnly", "end", w.day(end)))
		}
	}
	return w.join(sentences...)
}

// rates is what a term costs, and what it costs once a discount is over.
func (w writer) rates() string {
	b := w.deal.Basis
	count := w.deal.DiscountedPayments()
	first := w.Say("rates", "price", w.yen(b.PriceOf(1).Amount()), "every", w.every(b.Span))
	regular, ok := w.deal.Regular()
	if !ok {
		return first
	}
	after := w.Say("rates", "price", w.yen(regular.Amount), "every", w.every(b.Span))
	if count == 1 {
		return w.Say("rates.first", "price", w.yen(b.PriceOf(1).Amount()), "after", after)
	}
	return w.Say("rates.discounted", "count", strconv.Itoa(count), "first", first, "after", after)
}

// onward says what is paid after the charges that are named one by one.
func (w writer) onward() string {
	b := w.deal.Basis
	every := w.every(b.Span)
	regular, ok := w.deal.Regular()
	if !ok || regular.Number <= shown {
		return w.Say("payment.onward", "every", every)
	}
	change := w.Say("payment.change", "day", w.day(regular.Start), "price", w.yen(regular.Amount), "every", every)
	if regular.Number == shown+1 {
		return change
	}
	last := b.Term(regular.Number - 1)
	return w.join(w.Say("payment.until", "day", w.day(last.Start), "price", w.yen(last.Amount), "every", every), change)
}
