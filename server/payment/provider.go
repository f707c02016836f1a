package payment

import (
	"context"
	"fmt"
	"slices"

	"kaiin/ent"
	"kaiin/ent/paymentmethod"
)

// Providers are those the store takes money through.
type Providers []Provider

func (ps Providers) has(name string) bool {
	return slices.ContainsFunc(ps, func(p Provider) bool { return p.Name == name })
}

// Comparable is an error for a provider of which nobody could find out what it took: one by which we charge needs lists, one that charges by
// itself has to answer for its months. Without them a charge that a restored database has forgotten would be made once more.
func (ps Providers) Comparable() error {
	for _, p := range ps {
		if p.Bills && p.Months == nil || !p.Bills && p.Lists == nil {
			return fmt.Errorf("%s cannot be offered: nothing tells what it has taken", p.Name)
		}
	}
	return nil
}

// listing are the providers whose lists are compared with the book: what one charges by itself comes by months.go instead.
func (ps Providers) listing() (listing []Provider) {
	for _, p := range ps {
		if p.Lists != nil && !p.Bills {
			listing = append(listing, p)
		}
	}
	return listing
}

// billing are the names of the providers that charge by themselves.
func (ps Providers) billing() (names []string) {
	for _, p := range ps {
		if p.Bills {
			names = append(names, p.Name)
		}
	}
	return names
}

// endingByForm are the names of the providers whose agreements their members alone can end.
func (ps Providers) endingByForm() (names []string) {
	for _, p := range ps {
		if p.EndsByForm {
			names = append(names, p.Name)
		}
	}
	return names
}

// Named is the provider with the name. One that is configured no more does nothing: whatever it is asked ends in trouble.
func (ps Providers) Named(name string) Provider {
	for _, p := range ps {
		if p.Name == name {
			return p
		}
	}
	return Provider{Name: name, Gateway: absent{}, Cards: absent{}, Approvals: absent{}, Months: absent{}}
}

// Joins is the provider of a kind, and how its methods come to be; not found for a kind that members may not join.
func (ps Providers) Joins(kind paymentmethod.PaymentMethodType) (p Provider, by Joining, found bool) {
	return ps.with(kind, false)
}

func (ps Providers) with(kind paymentmethod.PaymentMethodType, bills bool) (p Provider, by Joining, found bool) {
	for _, p := range ps {
		for _, k := range p.Kinds {
			if k.Type == kind && p.Bills == bills {
				return p, k.Joins, true
			}
		}
	}
	return Provider{}, "", false
}

// Kinds are the ways to pay that members may join, in the order in which they are offered.
func (ps Providers) Kinds() []Kind { return ps.kinds(false) }

// Ordered are the ways to pay by which a provider then charges each month by itself: a member chooses them with an order.
func (ps Providers) Ordered() []Kind { return ps.kinds(true) }

func (ps Providers) kinds(bills bool) (kinds []Kind) {
	for _, p := range ps {
		if p.Bills == bills {
			kinds = append(kinds, p.Kinds...)
		}
	}
	return kinds
}

// Sells reports whether a method of the kind can pay for something: monthly is what is paid once a month.
func (ps Providers) Sells(kind paymentmethod.PaymentMethodType, monthly bool) bool {
	return monthly || !slices.ContainsFunc(ps.Kinds(), func(k Kind) bool { return k.Type == kind && k.Monthly })
}

// gateway is that of the charge.
func (s *Service) gateway(c *ent.Charge) Gateway { return s.Providers.Named(c.Provider).Gateway }

// absent is a provider that is not configured: nothing is sent.
type absent struct{}

var errAbsent = &GatewayError{Reason: ReasonTrouble, Code: "not configured"}

func (absent) Forget(context.Context, Kept) error                    { return errAbsent }
func (absent) Charge(context.Context, ChargeRequest) (string, error) { return "", errAbsent }
func (absent) Commit(context.Context, string) error                  { return errAbsent }
func (absent) Refund(context.Context, string, int) error             { return errAbsent }
func (absent) Lookup(context.Context, string, string) (Transaction, error) {
	return Transaction{}, errAbsent
}
func (absent) Month(context.Context, string, string) (Transaction, error) {
	return Transaction{}, errAbsent
}
func (absent) SaveCard(context.Context, string, CardToken) (Card, error) { return Card{}, errAbsent }
func (absent) Authenticate(context.Context, Authenticate) (Authentication, error) {
	return Authentication{}, errAbsent
}
func (absent) Verdict(context.Context, string) (Verdict, error)       { return "", errAbsent }
func (absent) Ask(context.Context, Approval) (Asked, error)           { return Asked{}, errAbsent }
func (absent) Agreed(context.Context, string) (Agreement, error)      { return Agreement{}, errAbsent }
func (absent) Revoke(context.Context, string, string) (string, error) { return "", errAbsent }

// Lookup tells what the named provider knows of the order, as Gateway does.
func (ps Providers) Lookup(ctx context.Context, provider, orderID, trackingID string) (Transaction, error) {
	return ps.Named(provider).Gateway.Lookup(ctx, orderID, trackingID)
}

// Month tells what the named provider knows of a month, as Months does.
func (ps Providers) Month(ctx context.Context, provider, reference, month string) (Transaction, error) {
	months := ps.Named(provider).Months
	if months == nil {
		return Transaction{}, errAbsent
	}
	return months.Month(ctx, reference, month)
}
