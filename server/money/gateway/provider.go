package gateway

import (
	"context"
	"fmt"
	"slices"
)

// Providers are those the store takes money through.
type Providers []Provider

// Has is whether there is a provider of the name.
func (ps Providers) Has(name string) bool {
	return slices.ContainsFunc(ps, func(p Provider) bool { return p.Name == name })
}

// Comparable is an error for a provider that gives us no way to find out what it took: one by which
// we charge needs lists, one that charges by itself has to answer for its months. Without them a
// charge that a restored database has forgotten would be made once more.
func (ps Providers) Comparable() error {
	for _, p := range ps {
		if p.Bills && p.Months == nil || !p.Bills && p.Lists == nil {
			return fmt.Errorf("%s cannot be offered: nothing tells what it has taken", p.Name)
		}
	}
	return nil
}

// Listing are the providers whose lists are compared with the book: what one charges by itself
// comes by package providerbilling instead.
func (ps Providers) Listing() (listing []Provider) {
	for _, p := range ps {
		if p.Lists != nil && !p.Bills {
			listing = append(listing, p)
		}
	}
	return listing
}

// Billing are the names of the providers that charge by themselves.
func (ps Providers) Billing() (names []string) {
	for _, p := range ps {
		if p.Bills {
			names = append(names, p.Name)
		}
	}
	return names
}

// EndingByForm are the names of the providers whose agreements their members alone can end.
func (ps Providers) EndingByForm() (names []string) {
	for _, p := range ps {
		if p.EndsByForm {
			names = append(names, p.Name)
		}
	}
	return names
}

// Named is the provider with the name. One that is configured no more does nothing: whatever it is
// asked ends in trouble.
func (ps Providers) Named(name string) Provider {
	for _, p := range ps {
		if p.Name == name {
			return p
		}
	}
	return Provider{Name: name, Gateway: absent{}, Cards: absent{}, Approvals: absent{}, Months: absent{}}
}

// Joins is the provider of a kind, and how its methods come to be; not found for a kind that
// members may not join.
func (ps Providers) Joins(kind MethodType) (p Provider, by Joining, found bool) {
	return ps.With(kind, false)
}

// With is Joins for the providers that charge each month by themselves (bills), or for the others.
func (ps Providers) With(kind MethodType, bills bool) (p Provider, by Joining, found bool) {
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

// Ordered are the ways to pay by which a provider then charges each month by itself: a member
// chooses them with an order.
func (ps Providers) Ordered() []Kind { return ps.kinds(true) }

func (ps Providers) kinds(bills bool) (kinds []Kind) {
	for _, p := range ps {
		if p.Bills == bills {
			kinds = append(kinds, p.Kinds...)
		}
	}
	return kinds
}

// Sells reports whether a method of the kind can pay for something: monthly is what is paid once
// a month.
func (ps Providers) Sells(kind MethodType, monthly bool) bool {
	return monthly || !slices.ContainsFunc(ps.Kinds(), func(k Kind) bool { return k.Type == kind && k.Monthly })
}

// absent is a provider that is not configured: nothing is sent.
type absent struct{}

// ErrAbsent is how every call to a provider ends that is not configured.
var ErrAbsent = &Error{Reason: ReasonTrouble, Code: "not configured"}

func (absent) Forget(context.Context, Kept) error                    { return ErrAbsent }
func (absent) Charge(context.Context, ChargeRequest) (string, error) { return "", ErrAbsent }
func (absent) Commit(context.Context, string) error                  { return ErrAbsent }
func (absent) Refund(context.Context, string, int) error             { return ErrAbsent }
func (absent) Lookup(context.Context, string, string) (Transaction, error) {
	return Transaction{}, ErrAbsent
}
func (absent) Month(context.Context, string, string) (Transaction, error) {
	return Transaction{}, ErrAbsent
}
func (absent) SaveCard(context.Context, string, CardToken) (Card, error) { return Card{}, ErrAbsent }
func (absent) Authenticate(context.Context, Authenticate) (Authentication, error) {
	return Authentication{}, ErrAbsent
}
func (absent) Verdict(context.Context, string) (Verdict, error)       { return "", ErrAbsent }
func (absent) Ask(context.Context, Approval) (Asked, error)           { return Asked{}, ErrAbsent }
func (absent) Agreed(context.Context, string) (Agreement, error)      { return Agreement{}, ErrAbsent }
func (absent) Revoke(context.Context, string, string) (string, error) { return "", ErrAbsent }

// Lookup tells what the named provider knows of the order, as Gateway does.
func (ps Providers) Lookup(ctx context.Context, provider, orderID, trackingID string) (Transaction, error) {
	return ps.Named(provider).Gateway.Lookup(ctx, orderID, trackingID)
}

// Month tells what the named provider knows of a month, as Months does.
func (ps Providers) Month(ctx context.Context, provider, reference, month string) (Transaction, error) {
	months := ps.Named(provider).Months
	if months == nil {
		return Transaction{}, ErrAbsent
	}
	return months.Month(ctx, reference, month)
}
