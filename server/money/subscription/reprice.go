package subscription

import (
	"context"
	"slices"

	"kaiin/ent"
	"kaiin/ent/subscriptionprice"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/shop/catalog"
)

// Repricing is a price that a running contract is going to cost and that its member has to be told
// of first.
type Repricing struct {
	From     Term // the first term at the new price
	Was      int  // yen a term: the present price
	Replaces bool // another price was told before and has not begun: it is withdrawn

	prices []Price // all that the contract then costs
}

// Repricing is the store's new price for the contract, from the first term that begins on the
// plan's day or after it, and late enough that a member who is told today can leave. ok is false
// when it costs that already, or keeps its price.
func (v View) Repricing(today clock.Day) (r Repricing, ok bool) {
	from := v.Plan.RepriceFrom
	if from.IsZero() || v.Coming != nil { // another plan comes at the price that was shown
		return r, false
	}
	if soonest := today.AddDays(catalog.Notice); from.Before(soonest) {
		from = soonest
	}
	n := v.Row.Period + 1
	for v.Basis.Term(n).Start.Before(from) || v.Basis.discounted(n) {
		n++
	}
	if !v.Basis.Renews(v.Basis.Term(n).Start) || v.Basis.lists(n, v.Plan.Price) {
		return r, false
	}
	now := v.Basis.current(v.Row.Period)
	for _, p := range v.Basis.Prices {
		r.Replaces = r.Replaces || p.Term > v.Row.Period && p.List != now.List
	}
	r.prices = v.Basis.repriced(v.Row.Period, n, v.Plan.Price)
	if v.Basis.discounted(max(v.Row.Period, now.Term)) {
		r.Was = now.List
	} else {
		r.Was = now.Amount()
	}
	after := v.Basis
	after.Prices = r.prices
	r.From = after.Term(n)
	return r, true
}

// discounted reports whether term n belongs to those that a campaign makes cheaper for a while:
// they keep the price that was agreed on with it.
func (b Basis) discounted(n int) bool {
	return b.PriceOf(n).Discount > 0 && slices.ContainsFunc(b.Prices, func(p Price) bool { return p.Term > n && p.Discount == 0 })
}

// DiscountEnd is the first term, of those that are still to come, that the contract's campaign
// makes cheaper no more, and the yen of the one before it. It costs what the member is told today,
// if that is a new price. ok is false when no discount ends, or when nothing is charged after it.
func (v View) DiscountEnd(today clock.Day) (from Term, was int, ok bool) {
	if v.Coming != nil { // its member was told what comes when they chose another plan
		return from, was, false
	}
	b := v.Basis
	if r, reprices := v.Repricing(today); reprices {
		b.Prices = r.prices
	}
	for _, p := range b.Prices {
		before := b.PriceOf(p.Term - 1)
		if p.Term > max(v.Row.Period, 1) && before.Discount > 0 && p.Discount == 0 && !p.Agreed {
			from, was = b.Term(p.Term), before.Amount()
			return from, was, b.Renews(from.Start)
		}
	}
	return from, was, false
}

// lists reports whether term n and all later ones have the list price.
func (b Basis) lists(n, list int) bool {
	if b.PriceOf(n).List != list {
		return false
	}
	for _, p := range b.Prices {
		if p.Term > n && p.List != list {
			return false
		}
	}
	return true
}

// repriced are the prices with another list price from term n on; discounts stay. What was told
// before for terms between the present one and n is withdrawn where it was more than the present
// price, and kept where it was less: it was promised.
func (b Basis) repriced(present, n, list int) []Price {
	now := b.current(present).List
	var all []Price
	add := func(p Price) {
		if len(all) == 0 || !p.continues(all[len(all)-1]) {
			all = append(all, p)
		}
	}
	relist := func(p Price) Price {
		p.List, p.Discount, p.Agreed = list, min(p.Discount, list), false
		return p
	}
	for _, p := range b.Prices {
		if p.Term >= n {
			continue
		}
		if p.Term > present && p.Term > 1 && !p.Agreed && p.List > now {
			p.List, p.Discount = now, min(p.Discount, now)
		}
		add(p)
	}
	first := b.PriceOf(n)
	first.Term = n
	add(relist(first))
	for _, p := range b.Prices {
		if p.Term > n {
			add(relist(p))
		}
	}
	return all
}

// continues reports whether p is the price before it, which holds on.
func (p Price) continues(before Price) bool {
	before.Term, before.Agreed = p.Term, p.Agreed
	return !p.Agreed && before == p
}

// Reprice makes the contract, which the caller has locked, cost what the repricing says. The caller
// tells the member in the same transaction. Prices of terms that have begun are never changed.
func (s *Service) Reprice(ctx context.Context, row *ent.Subscription, r Repricing) error {
	client := s.Store.Client(ctx).SubscriptionPrice
	_, err := client.Delete().Where(subscriptionprice.SubscriptionID(row.ID), subscriptionprice.FromPeriodGT(row.Period)).Exec(ctx)
	if err != nil {
		return err
	}
	var rows []*ent.SubscriptionPriceCreate
	for i, p := range r.prices {
		var to *int
		if i+1 < len(r.prices) {
			last := r.prices[i+1].Term - 1
			to = &last
		}
		if p.Term > row.Period {
			rows = append(rows, client.Create().SetSubscriptionID(row.ID).SetFromPeriod(p.Term).SetNillableToPeriod(to).
				SetListAmount(p.List).SetDiscount(p.Discount).SetCampaign(p.Campaign).SetAgreed(p.Agreed).SetCreatedAt(s.Clock.Now()))
			continue
		}
		until := client.Update().Where(subscriptionprice.SubscriptionID(row.ID), subscriptionprice.FromPeriod(p.Term))
		if to == nil {
			until.ClearToPeriod()
		} else {
			until.SetToPeriod(*to)
		}
		if err := until.Exec(ctx); err != nil {
			return err
		}
	}
	return client.CreateBulk(rows...).Exec(ctx)
}

// takenBack are the contract's prices without those that were told and that the store has withdrawn
// before their day: more than the present price, of a plan that says no day of a new price any more
// and sells for another one. told is the first of them. A lower price that was told stays: it was
// promised. What was agreed on with another plan was not told: it stays, too.
func (b Basis) takenBack(present int, p *ent.Plan) (prices []Price, told Price, ok bool) {
	if !p.RepriceFrom.IsZero() {
		return nil, told, false
	}
	now := b.current(present).List
	for _, price := range b.Prices {
		if price.Term > max(present, 1) && !price.Agreed && price.List > now && price.List != p.Price {
			if !ok {
				told, ok = price, true
			}
			price.List, price.Discount = now, min(price.Discount, now)
		}
		if n := len(prices); n == 0 || !price.continues(prices[n-1]) {
			prices = append(prices, price)
		}
	}
	return prices, told, ok
}

// TakeBack makes the contract, which the caller has locked, cost its present price where the store
// has withdrawn a higher one that its member was told of, and tells them, once. The biller asks
// before it charges, so that no such price is charged however late it was withdrawn. It answers the
// schedule as it is then.
func (s *Service) TakeBack(ctx context.Context, row *ent.Subscription, b Basis, p *ent.Plan) (Basis, error) {
	prices, told, ok := b.takenBack(row.Period, p)
	if !ok || chose(row) {
		return b, nil
	}
	if err := s.Reprice(ctx, row, Repricing{prices: prices}); err != nil {
		return b, err
	}
	b.Prices = prices
	err := s.notify(ctx, row, func(about notify.Contract, _ *ent.Plan, _ string) notify.Message {
		return notify.PriceKept{Contract: about, Told: told.Amount(), Amount: b.PriceOf(told.Term).Amount()}
	})
	return b, err
}
