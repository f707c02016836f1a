package purchase

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/base/words"
	"kaiin/server/money/payment"
	"kaiin/server/money/subscription"
)

// PlanChange is what a member sends to change the plan of a contract.
type PlanChange struct {
	PlanID string
	Shown  string // stands for the conditions that the member was shown (PlanChangePage.Shown)
}

// PlanChangePage is a page of the change of a contract's plan. What a page does not show is empty.
type PlanChangePage struct {
	subscription.SwitchPage
	Next    step.Step    // go there instead
	Options []PlanOption // choose: the plans that it may be changed to
	Plan    *ent.Plan    // confirm: the one that was chosen
	First   subscription.Term
	Terms   Terms  // confirm: what is agreed on
	Shown   string // confirm: stands for Terms
}

// PlanOption is a plan to which a contract may be changed, and its first term.
type PlanOption struct {
	Plan  *ent.Plan
	First subscription.Term
}

// PlanChangePage is where another plan is chosen for the member's contract. Another's contract, or
// an ended one, is not found.
func (s *Service) PlanChangePage(ctx context.Context, a actor.Actor, id string) (*PlanChangePage, error) {
	contract, err := s.Subscription.SwitchPage(ctx, a, id)
	if err != nil {
		return nil, err
	}
	page := &PlanChangePage{SwitchPage: *contract}
	if page.Blocked != nil {
		return page, nil
	}
	plans, err := s.Subscription.SwitchOptions(ctx, &page.View)
	for _, p := range plans {
		page.Options = append(page.Options, PlanOption{p, page.Changed(p)})
	}
	return page, err
}

// PlanChangeConfirmPage shows what the change to the plan means, and is agreed on. Where it is not
// possible it leads to where a plan is chosen, which says why.
func (s *Service) PlanChangeConfirmPage(ctx context.Context, a actor.Actor, id, planID string) (*PlanChangePage, error) {
	contract, err := s.Subscription.SwitchPage(ctx, a, id)
	if err != nil {
		return nil, err
	}
	page := &PlanChangePage{SwitchPage: *contract}
	holdings, err := s.Subscription.Holdings(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	p, err := s.Catalog.FindPlan(ctx, planID)
	switch {
	case fault.Is(err, fault.CodeNotFound), err == nil && (page.Blocked != nil || s.Subscription.Unfit(&page.View, holdings, p) != ""):
		return &PlanChangePage{SwitchPage: *contract, Next: step.ChangePlan(contract.Row.ID.String())}, nil
	case err != nil:
		return nil, err
	}
	page.Plan, page.First = p, page.Changed(p)
	page.Terms, page.Shown, err = s.changeTerms(ctx, &page.View, p, a.Locale)
	return page, err
}

// PlanChangedPage says that the contract is going to be of another plan. One without such a choice
// leads to its own page.
func (s *Service) PlanChangedPage(ctx context.Context, a actor.Actor, id string) (*PlanChangePage, error) {
	contract, err := s.Subscription.SwitchPage(ctx, a, id)
	if err != nil {
		return nil, err
	}
	page := &PlanChangePage{SwitchPage: *contract, Plan: contract.Coming, First: contract.View.Next}
	if contract.Coming == nil {
		page.Next = step.Contract(contract.Row.ID.String())
	}
	return page, nil
}

// ChangePlan has the member's contract be of another plan of its group from the next payment day
// on. Nothing is charged before. What the member was shown is kept as evidence and is what will be
// charged. Called once more with the same, it changes nothing. Next is the page that says so.
//
// Faults: those of subscription.Choose; on planId PLAN_NOT_SELECTED, PRODUCT_UNAVAILABLE for a plan
// that cannot be had now or is of another group, PAYMENT_METHOD_NOT_FOR_PLAN; PRICE_CHANGED when
// what was shown is not what it would be now.
func (s *Service) ChangePlan(ctx context.Context, a actor.Actor, id string, in PlanChange) (next step.Step, err error) {
	if in.PlanID == "" {
		return next, fault.Invalid(fault.PlanNotSelected, "planId")
	}
	if err := s.prepare(ctx); err != nil {
		return next, err
	}
	err = s.tx(ctx, func(ctx context.Context) error {
		if _, err := s.Account.Lock(ctx, a.AccountID); err != nil {
			return err
		}
		v, err := s.Subscription.ForSwitch(ctx, a, id)
		if err != nil {
			return err
		}
		next = step.PlanChanged(v.Row.ID.String())
		p, err := s.Catalog.LockPlan(ctx, in.PlanID)
		if fault.Is(err, fault.CodeNotFound) {
			err = fault.Invalid(fault.ProductUnavailable, "planId")
		}
		if err != nil {
			return err
		}
		if v.Chose(p) {
			return nil
		}
		holdings, err := s.Subscription.Holdings(ctx, a.AccountID)
		if err != nil {
			return err
		}
		if code := s.Subscription.Unfit(v, holdings, p); code != "" {
			return fault.Invalid(code, "planId")
		}
		locale, _, _ := strings.Cut(in.Shown, " ") // of the page, which another tab may have left
		terms, shown, err := s.changeTerms(ctx, v, p, locale)
		if err != nil {
			return err
		}
		if shown != in.Shown {
			return fault.Precondition(fault.PriceChanged)
		}
		return s.Subscription.Choose(ctx, v, p, func(ctx context.Context, change uuid.UUID) error {
			return s.keepShown(ctx, v.Row.AccountID, change, p.VersionID, terms)
		})
	})
	if err != nil {
		return step.Step{}, notKept(err)
	}
	failpoint.Reached(pointPlanChosen)
	return next, nil
}

// changeTerms writes what a member agrees to who changes the plan, and what stands for it: their
// language and a digest, which is the same for the same conditions.
func (s *Service) changeTerms(ctx context.Context, v *subscription.View, p *ent.Plan, locale string) (t Terms, shown string, err error) {
	all, err := s.Settings.Get(ctx)
	if err != nil {
		return t, "", err
	}
	first := v.Changed(p)
	deal := Deal{PlanType: p.PlanType, Basis: subscription.BasisOf(p, first.Start, 0)}
	w := writer{phrases: phrasesIn(locale), deal: deal, plan: p, seller: all.Seller, method: payment.Label(v.Method, locale)}
	w.name = words.Text(p.Name).In(w.Locale)
	t = Terms{Locale: w.Locale, PlanName: w.name, Method: w.method, Deal: deal, Button: w.Say("button.change", "day", w.day(first.Start), "rates", w.rates())}
	add := func(key, text string) {
		if text != "" {
			t.Items = append(t.Items, Item{Key: key, Title: w.Say(key), Text: text})
		}
	}
	add("change", w.change(v, first.Start))
	add("quantity", w.quantity())
	add("price", w.price())
	add("payment", w.join(w.Say("payment.method", "method", w.method), w.changePayment(first.Start)))
	add("renewal", w.renewal())
	add("delivery", w.Say("delivery.change", "day", w.day(first.Start)))
	add("cancellation", w.Say("cancellation.change", "deadline", w.day(first.Start.AddDays(-1)), "next", w.day(first.Start)))
	add("withdrawal", w.Say("withdrawal.change", "until", w.day(first.Start.AddDays(-1))))
	add("period", w.period())
	add("seller", w.contact())
	written, err := json.Marshal(t)
	sum := sha256.Sum256(written)
	return t, t.Locale + " " + hex.EncodeToString(sum[:]), err
}

// change is what the member has now, and what becomes of it.
func (w writer) change(v *subscription.View, from clock.Day) string {
	key := "change.text"
	if v.Status().Group() == subscription.GroupTrial {
		key = "change.trial"
	}
	now := words.Text(v.Plan.Name).In(w.Locale)
	sentences := []string{w.Say(key, "from", now, "plan", w.name, "day", w.day(from), "until", w.day(from.AddDays(-1)))}
	if v.Coming != nil && v.Coming.ID != w.plan.ID {
		sentences = append(sentences, w.Say("change.instead", "plan", words.Text(v.Coming.Name).In(w.Locale)))
	}
	if v.Discounted() {
		sentences = append(sentences, w.Say("change.campaign", "from", now))
	}
	return w.join(sentences...)
}

// changePayment is the first charges of the plan, and what comes after them.
func (w writer) changePayment(from clock.Day) string {
	keys := [shown]string{"payment.first", "payment.next", "payment.later"}
	schedule := w.deal.Schedule()
	var charges []string
	for i, term := range schedule {
		charges = append(charges, w.Say(keys[i], "day", w.day(term.Start), "price", w.yen(term.Amount)))
	}
	sentences := []string{w.list(charges)}
	if len(schedule) == shown && w.deal.Basis.Charged(shown+1) {
		sentences = append(sentences, w.onward())
	}
	if _, _, day := from.Date(); w.deal.Basis.Span.Unit == "months" && day > 28 {
		sentences = append(sentences, w.Say("payment.monthEnd"))
	}
	return w.join(sentences...)
}
