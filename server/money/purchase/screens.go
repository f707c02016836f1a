package purchase

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// Page is a page of the checkout. What a page does not show is empty.
type Page struct {
	Next     step.Step // go there instead
	Plan     *ent.Plan
	Offer    catalog.Offer
	Deal     Deal
	Holdings subscription.Holdings // which methods they use is shown
	Failure  fault.Code            // code of why the last try did not complete; empty when it did
	Signup   bool
	Scripts  payment.Scripts
	Kinds    []gateway.Kind       // form: which may be added
	Ordered  []gateway.Kind       // form: which new ones may also be chosen with the order
	Awaited  []*ent.PaymentMethod // form: those whose agreement is not known yet
	Email    string               // of the member, for 3-D Secure; empty where there is none
	Now      time.Time

	Conditions []Item // form, of a visitor: what an order of today would be agreed on; nil for a member

	// Sibling is the contract of another plan of its group, which the member may change instead;
	// nil: none. Beside is one that goes on beside the plan and is not changed, since one of the
	// two plans asks questions; nil: none.
	Sibling *subscription.SwitchPage
	Beside  *subscription.View

	Own *subscription.View // form: the member's contract of this very plan; nil: none

	Methods  []*ent.PaymentMethod // form: what the member may pay with
	Selected string               // form: id of the method to preselect

	Method              *ent.PaymentMethod // confirm
	Token               string             // confirm
	Terms               Terms              // confirm
	NeedsAuthentication bool               // confirm
	AfterTerms          bool               // confirm: the button comes after the terms

	OrderID        uuid.UUID  // complete
	Abandon        step.Step  // complete: gives up what was not agreed to on the provider's page; none where no such page is waited for
	SubscriptionID *uuid.UUID // complete
	Pending        bool       // complete
}

// latest is the newest order of the plan in the member's session; nil when there is none.
func (s *Service) latest(ctx context.Context, a actor.Actor, planID string) (*ent.Order, error) {
	o, err := s.Store.Client(ctx).Order.Query().
		Where(order.SessionID(a.SessionID), order.PlanID(planID), order.AccountID(a.AccountID)).
		Order(ent.Desc(order.FieldCreatedAt, order.FieldID)).First(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return o, err
}

// stage is how far an order is, as the pages see it.
type stage int

const (
	stageNone    stage = iota // nothing was begun, or it has expired
	stageOpen                 // it can be confirmed
	stageRefused              // it did not complete, and no money moved
	stageBought               // it completed, or its charge is being looked up
)

func (s *Service) stage(o *ent.Order) stage {
	switch {
	case o == nil, o.State == order.StateFailed && o.Failure == fault.OrderReplaced:
		return stageNone
	case o.State == order.StateDeclined, o.State == order.StateFailed:
		return stageRefused
	case o.State == order.StateConfirming, o.State == order.StateAuthenticating:
		if s.Clock.Now().Before(o.ExpiresAt) {
			return stageOpen
		}
		return stageNone
	default:
		return stageBought
	}
}

// FormPage is the page of a plan: its purchase form, or what a visitor is told of it. methodID
// preselects, else the member's default. A member whose order is being charged is sent to its
// result. Fault: not found.
func (s *Service) FormPage(ctx context.Context, a actor.Actor, planID, methodID string) (*Page, error) {
	p, err := s.Catalog.ShownPlan(ctx, planID)
	if err != nil {
		return nil, err
	}
	if !a.SignedIn() {
		return s.visitorPage(ctx, p, a.Locale)
	}
	holdings, err := s.Subscription.Shown(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	st, err := s.planStatusWith(ctx, holdings, a.AccountID, p)
	if err != nil {
		return nil, err
	}
	sibling, beside, err := s.siblings(ctx, st)
	if err != nil {
		return nil, err
	}
	own, err := s.Subscription.Own(ctx, st.holdings, p)
	if err != nil {
		return nil, err
	}
	if c, err := s.campaign(ctx, a.AccountID, st, ""); err != nil {
		return nil, err
	} else if c != nil {
		st.deal = st.deal.with(c)
	}
	wallet, err := s.Payment.Wallet(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	last, err := s.latest(ctx, a, planID)
	if err != nil {
		return nil, err
	}
	page := &Page{
		Plan: p, Offer: st.offer, Deal: st.deal, Holdings: st.holdings, Methods: s.Payment.Free(wallet).Methods, Selected: methodID,
		Scripts: s.Payment.Scripts, Kinds: s.Payment.Providers.Kinds(), Awaited: wallet.Awaited, Email: a.Email, Now: s.Clock.Now(),
		Sibling: sibling, Beside: beside, Own: own,
	}
	if sibling != nil {
		page.Offer = catalog.ChangeOffer(p, s.Clock.Now())
	}
	if st.deal.Monthly() {
		page.Ordered = s.Payment.Providers.Ordered()
	}
	if last != nil {
		page.Signup = last.Signup
		s.recall(page, last)
	}
	if !wallet.FailedAt.IsZero() && (last == nil || wallet.FailedAt.After(last.CreatedAt)) {
		page.Failure = wallet.Failure
	}
	if method, ok := s.Payment.Free(wallet).Default(); ok && page.Selected == "" && !isDeclined(page.Failure) {
		page.Selected = method.ID.String()
	}
	return page, nil
}

// siblings are the member's contracts of other plans of the group: one that may be changed to the
// plan, with whether it can be now, and one that goes on beside it.
func (s *Service) siblings(ctx context.Context, st planStatus) (excluding *subscription.SwitchPage, beside *subscription.View, err error) {
	if st.siblings.Excluding != nil {
		excluding, err = s.excluding(ctx, st)
		return excluding, nil, err
	}
	if st.siblings.Beside != nil {
		beside, err = s.Subscription.Of(ctx, st.siblings.Beside)
	}
	return nil, beside, err
}

// excluding is the member's contract of another plan of the group, and whether that can be changed.
func (s *Service) excluding(ctx context.Context, st planStatus) (*subscription.SwitchPage, error) {
	page, err := s.Subscription.SwitchPageOf(ctx, st.siblings.Excluding)
	if err != nil || page.Blocked != nil || page.Chose(st.plan) {
		return page, err
	}
	switch code := s.Subscription.Unfit(&page.View, st.holdings, st.plan); code {
	case "":
	case fault.ProductUnavailable: // of an order it says what was charged
		page.Blocked = fault.Precondition(fault.PlanChangeImpossible)
	default:
		page.Blocked = fault.Precondition(code)
	}
	return page, nil
}

// visitorPage is the page of a plan for everybody who has not logged in: what an order of today
// would cost and be agreed on, if the plan can be had.
func (s *Service) visitorPage(ctx context.Context, p *ent.Plan, locale string) (*Page, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	st := newPlanStatus(p, nil, false, settings, s.Clock)
	page := &Page{Plan: p, Offer: st.offer, Deal: st.deal, Conditions: []Item{}, Now: s.Clock.Now()}
	if st.offer.Open() {
		page.Conditions = newTerms(st, nil, locale).Items
	}
	return page, nil
}

// recall shows the form what became of the order it last began. The card of an order is chosen when
// the member comes back, but not one that was just declined: to try the same card again is up to
// the member.
func (s *Service) recall(page *Page, last *ent.Order) {
	if s.stage(last) == stageRefused {
		page.Failure = last.Failure
	}
	if last.PaymentMethodID != nil {
		used := last.PaymentMethodID.String()
		switch declined := isDeclined(page.Failure); {
		case declined && page.Selected == used:
			page.Selected = ""
		case !declined && page.Selected == "":
			page.Selected = used
		}
	}
	if last.State == order.StateCharging || last.State == order.StateUnknown {
		page.Next = complete(last)
	}
}

// isDeclined reports whether what the order was to be paid with was refused: it is not chosen again
// for the member.
func isDeclined(failure fault.Code) bool {
	return failure == fault.CardDeclined || failure == fault.PaymentDeclined
}

// ConfirmPage shows the order that the form has kept, with its terms as they will be agreed on and
// its token. Someone who comes back to it after buying is sent to the complete page, after a
// refusal to the form, which shows the reason. Faults: INVALID_SESSION_FLOW as a broken flow
// without an order that can be confirmed; not found.
func (s *Service) ConfirmPage(ctx context.Context, a actor.Actor, planID string) (*Page, error) {
	o, err := s.latest(ctx, a, planID)
	if err != nil {
		return nil, err
	}
	switch s.stage(o) {
	case stageNone:
		return nil, brokenFlow(planID)
	case stageRefused:
		return &Page{Next: step.PlanForm(o.PlanID)}, nil
	case stageBought:
		return &Page{Next: complete(o)}, nil
	}
	page, err := s.ordered(ctx, o)
	if err != nil {
		return nil, err
	}
	if page.Holdings, err = s.Subscription.Holdings(ctx, a.AccountID); err != nil {
		return nil, err
	}
	st := planStatus{plan: page.Plan, holdings: page.Holdings}
	if st.siblings, err = s.Subscription.Siblings(ctx, page.Holdings, page.Plan); err != nil {
		return nil, err
	}
	if page.Sibling, page.Beside, err = s.siblings(ctx, st); err != nil {
		return nil, err
	}
	if page.Method, err = s.paidWith(ctx, o); err != nil {
		return nil, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	page.AfterTerms, page.Token = settings.OrderAfterTerms, s.token(o.ID)
	page.NeedsAuthentication = o.State == order.StateConfirming && page.Deal.Authenticated() > 0 && s.Payment.Authenticates(page.Method)
	if page.NeedsAuthentication {
		page.Email = a.Email
	}
	return page, nil
}

// CompletePage shows the result of the order. Pending says that its charge is still being looked
// up. Faults as ConfirmPage.
func (s *Service) CompletePage(ctx context.Context, a actor.Actor, planID string) (*Page, error) {
	o, err := s.latest(ctx, a, planID)
	if err != nil {
		return nil, err
	}
	switch s.stage(o) {
	case stageNone, stageOpen:
		return nil, brokenFlow(planID)
	case stageRefused:
		return &Page{Next: step.PlanForm(o.PlanID)}, nil
	}
	page, err := s.ordered(ctx, o)
	if err != nil {
		return nil, err
	}
	page.OrderID, page.SubscriptionID, page.Pending = o.ID, o.SubscriptionID, o.State != order.StateCompleted
	if page.Pending {
		page.Abandon, err = s.abandon(ctx, o)
	}
	return page, err
}

// ordered is a page about an order: the plan, and the terms as they were shown.
func (s *Service) ordered(ctx context.Context, o *ent.Order) (*Page, error) {
	terms, err := termsOf(o)
	if err != nil {
		return nil, err
	}
	p, err := s.Catalog.PlanOfContract(ctx, o.PlanID)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	return &Page{
		Plan: p, Offer: catalog.NewOffer(p, now, false, terms.Deal.ReContract), Deal: terms.Deal, Terms: terms,
		Signup: o.Signup, Scripts: s.Payment.Scripts, Now: now,
	}, nil
}
