package purchase

import (
	"strconv"
	"strings"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/money/payment"
	"kaiin/server/shop/catalog"
)

// Terms is what the member is shown before the order and agrees to: everything 特定商取引法12条の6 asks
// for, in their language, with every day and amount in figures. It is stored with the order as it
// was shown.
type Terms struct {
	Locale   string `json:"locale"`
	PlanName string `json:"planName"`
	Method   string `json:"method"`
	Deal     Deal   `json:"deal"`
	Items    []Item `json:"items"`
	Button   string `json:"button"` // the words on the button that orders
}

// Item is one line of the conditions.
type Item struct {
	Key   string `json:"key"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// newTerms writes the conditions of the order; method is nil where none is chosen yet. The same
// status, method and language give the same terms to the letter.
func newTerms(st planStatus, method *ent.PaymentMethod, locale string) Terms {
	w := writer{
		phrases: phrasesIn(locale), deal: st.deal, plan: st.plan, seller: st.settings.Seller,
		method: payment.Label(method, locale),
	}
	w.name = words.Text(st.plan.Name).In(w.Locale)
	t := Terms{Locale: w.Locale, PlanName: w.name, Method: w.method, Deal: st.deal, Button: w.button()}
	add := func(key, text string) {
		if text != "" {
			t.Items = append(t.Items, Item{Key: key, Title: w.Say(key), Text: text})
		}
	}
	add("quantity", w.quantity())
	add("price", w.price())
	add("campaign", w.campaign())
	add("trial", w.trial())
	add("payment", w.payment())
	add("renewal", w.renewal())
	add("delivery", w.Say("delivery.text"))
	add("cancellation", w.cancellation())
	add("withdrawal", w.Say("withdrawal.text"))
	add("period", w.period())
	add("seller", w.contact())
	return t
}

type writer struct {
	phrases
	deal   Deal
	plan   *ent.Plan
	seller settings.Seller
	name   string
	method string
}

func (w writer) quantity() string {
	service := strings.TrimRight(words.Text(w.plan.Service).In(w.Locale), "。.")
	until, limited := w.deal.EntitlementExpiration()
	switch {
	case w.deal.Subscription():
		return w.Say("quantity.subscription", "plan", w.name, "service", service)
	case limited:
		return w.Say("quantity.rental", "plan", w.name, "service", service, "until", w.day(until))
	default:
		return w.Say("quantity.once", "plan", w.name, "service", service)
	}
}

func (w writer) price() string {
	key, b := "price.once", w.deal.Basis
	if w.deal.Subscription() {
		key = "price.subscription"
	}
	first := b.Anchor()
	sentences := []string{w.Say(key, "price", w.yen(b.Price), "tax", w.tax(first), "every", w.every(b.Span))}
	for _, later := range b.TaxRates {
		if w.deal.Subscription() && later.From.After(first) && !w.deal.CodeOnly {
			sentences = append(sentences, w.Say("price.tax", "from", w.day(later.From), "tax", w.tax(later.From)))
		}
	}
	return w.join(sentences...)
}

// tax is the tax inside the price on the day.
func (w writer) tax(day clock.Day) string {
	return w.yen(catalog.TaxInside(w.deal.Basis.Price, w.deal.Basis.TaxRateOn(day)))
}

func (w writer) trial() string {
	b := w.deal.Basis
	if b.TrialDays == 0 {
		return ""
	}
	key := "trial.text"
	switch {
	case w.deal.CodeOnly && !b.Charged(1):
		key = "trial.codeOnly"
	case !b.Charged(1):
		key = "trial.stopped"
	}
	return w.Say(key, "days", strconv.Itoa(b.TrialDays), "until", w.day(b.Anchor().AddDays(-1)), "from", w.day(b.Anchor()), "rates", w.rates())
}

func (w writer) payment() string {
	b, schedule := w.deal.Basis, w.deal.Schedule()
	if w.deal.Authenticated() == 0 {
		return w.Say("payment.none")
	}
	keys := [shown]string{"payment.now", "payment.next", "payment.later"}
	if b.TrialDays > 0 {
		keys[0] = "payment.first"
	}
	var charges []string
	for i, term := range schedule {
		charges = append(charges, w.Say(keys[i], "day", w.day(term.Start), "price", w.yen(term.Amount)))
	}
	paidWith := w.Say("payment.anyMethod")
	if w.method != "" {
		paidWith = w.Say("payment.method", "method", w.method)
	}
	sentences := []string{paidWith, w.list(charges)}
	if w.deal.ByProvider {
		return w.join(paidWith, w.list(charges[:1]), w.Say("payment.byProvider", "method", w.method, "price", w.yen(b.Term(2).Amount), "from", w.day(w.deal.ChargeDay(b.Term(2)))))
	}
	if w.deal.Subscription() && len(schedule) == shown && b.Charged(shown+1) {
		sentences = append(sentences, w.onward())
	}
	if _, _, day := b.Anchor().Date(); w.deal.Subscription() && b.Span.Unit == "months" && day > 28 {
		sentences = append(sentences, w.Say("payment.monthEnd"))
	}
	return w.join(sentences...)
}

func (w writer) renewal() string {
	b := w.deal.Basis
	if !w.deal.Subscription() {
		return ""
	}
	var sentences []string
	if end, stops := w.deal.SubscriptionExpiration(); stops && w.deal.CodeOnly {
		return w.Say("renewal.codeOnly", "start", w.day(b.Start), "end", w.day(end))
	} else if stops {
		sentences = append(sentences, w.Say("renewal.stop", "stop", w.day(b.LastRenewal), "end", w.day(end)))
	} else {
		key, first := "renewal.text", b.Term(1)
		if b.TrialDays > 0 {
			key = "renewal.trial"
		}
		sentences = append(sentences, w.Say(key, "start", w.day(first.Start), "end", w.day(first.End), "every", w.every(b.Span)))
	}
	if amount, count := w.deal.Yearly(); count > 1 && amount > 0 {
		sentences = append(sentences, w.Say("renewal.yearly", "count", strconv.Itoa(count), "amount", w.yen(amount)))
	}
	return w.join(sentences...)
}

func (w writer) cancellation() string {
	if !w.deal.Subscription() {
		return ""
	}
	key, at := "cancellation.text", w.deal.Basis.Opening()
	switch {
	case w.deal.CodeOnly:
		key = "cancellation.codeOnly"
	case w.deal.ByProvider:
		key = "cancellation.byProvider"
	case w.deal.Basis.TrialDays > 0:
		key = "cancellation.trial"
	}
	return w.Say(key, "deadline", w.day(at.NextSettlement.AddDays(-1)), "next", w.day(at.NextSettlement))
}

func (w writer) period() string {
	if w.plan.SalesEndAt == nil {
		return ""
	}
	return w.Say("period.text", "day", w.day(clock.DayOf(*w.plan.SalesEndAt)))
}

func (w writer) contact() string {
	var lines []string
	for _, part := range []string{
		w.seller.Name.In(w.Locale), w.seller.Representative.In(w.Locale), w.seller.Address.In(w.Locale), w.seller.Phone, w.seller.Email,
	} {
		if part != "" {
			lines = append(lines, part)
		}
	}
	return strings.Join(lines, " / ")
}

func (w writer) button() string {
	b := w.deal.Basis
	switch {
	case w.deal.PlanType == plan.PlanTypePurchase:
		return w.Say("button.purchase", "price", w.yen(w.deal.DueNow()))
	case w.deal.PlanType == plan.PlanTypeRental:
		return w.Say("button.rental", "price", w.yen(w.deal.DueNow()))
	case b.TrialDays > 0 && !b.Charged(1):
		return w.Say("button.trialOnly", "days", strconv.Itoa(b.TrialDays))
	case b.TrialDays > 0:
		return w.Say("button.trial", "days", strconv.Itoa(b.TrialDays), "rates", w.rates())
	case w.deal.CodeOnly:
		return w.Say("button.codeOnly")
	default:
		return w.Say("button.subscription", "rates", w.rates())
	}
}
