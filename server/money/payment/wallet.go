package payment

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/predicate"
	"kaiin/server/base/actor"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
)

// Wallet is what a member may pay with, newest first.
type Wallet struct {
	Methods []*ent.PaymentMethod
	// Awaited are those whose agreement the provider has not confirmed or refused yet: of each kind
	// the newest.
	Awaited []*ent.PaymentMethod
	// FailedAt is when the last method was given up because its owner did not authenticate, or
	// agree, if that was recent and none was added since; else the zero time.
	FailedAt time.Time
	// Open are deleted ones whose agreement their member has not ended at the provider yet, where
	// they alone can (Ending).
	Open []*ent.PaymentMethod
	// Failure says how it failed: TDS_CARD_NOT_SAVED, or PAYMENT_METHOD_REGISTER_FAILED of what is
	// no card. Empty when none failed.
	Failure fault.Code
}

// recent is how long the member is told of a failed registration.
const recent = 10 * time.Minute

// Wallet reads the member's payment methods.
func (s *Service) Wallet(ctx context.Context, accountID uuid.UUID) (Wallet, error) {
	var w Wallet
	rows, err := s.Store.Client(ctx).PaymentMethod.Query().Where(paymentmethod.AccountID(accountID),
		paymentmethod.Or(paymentmethod.StateNEQ(paymentmethod.StateDeleted), stillAgreed(s.Providers),
			paymentmethod.And(failedSince(s.Clock.Now().Add(-recent)), paymentmethod.ProviderNotIn(s.Providers.Billing()...)))).
		Order(ent.Desc(paymentmethod.FieldCreatedAt, paymentmethod.FieldID)).All(ctx)
	newest := true
	for _, row := range rows {
		switch {
		case row.State == paymentmethod.StateActive:
			w.Methods, newest = append(w.Methods, row), false
		case row.State == paymentmethod.StatePending:
			if s.joinedByForm(row) && !s.Bills(row) {
				newest = false
				sameKind := func(m *ent.PaymentMethod) bool { return m.PaymentMethodType == row.PaymentMethodType }
				if !slices.ContainsFunc(w.Awaited, sameKind) {
					w.Awaited = append(w.Awaited, row)
				}
			}
		case s.stillAgreed(row):
			w.Open = append(w.Open, row)
		case newest:
			newest = false
			w.FailedAt, w.Failure = *row.DeletedAt, fault.PaymentMethodRegisterFailed
			if s.Authenticates(row) {
				w.Failure = fault.TDSCardNotSaved
			}
			again := func(m *ent.PaymentMethod) bool { return m.State == paymentmethod.StateActive && sameCard(m, row) }
			if slices.ContainsFunc(rows, again) {
				w.Failure = fault.CardAlreadyRegistered
			}
		}
	}
	return w, err
}

// Free is the wallet without the methods that a provider charges by itself, for the one contract
// that was bought with each.
func (s *Service) Free(w Wallet) Wallet {
	w.Methods = slices.DeleteFunc(slices.Clone(w.Methods), s.Bills)
	return w
}

func failedSince(at time.Time) predicate.PaymentMethod {
	return paymentmethod.And(paymentmethod.StateEQ(paymentmethod.StateDeleted),
		paymentmethod.AuthenticatedAtIsNil(), paymentmethod.DeletedAtGT(at))
}

// Find is the method of the wallet with the id.
func (w Wallet) Find(id string) (*ent.PaymentMethod, bool) {
	for _, m := range w.Methods {
		if m.ID.String() == id {
			return m, true
		}
	}
	return nil, false
}

// Default is the method that forms choose at first: the one the member preferred last, else the
// newest. An empty wallet has none. So what was preferred before follows when the default is
// deleted, and no other row has to change.
func (w Wallet) Default() (*ent.PaymentMethod, bool) {
	var found *ent.PaymentMethod
	for _, m := range w.Methods {
		switch {
		case found == nil:
			found = m
		case m.PreferredAt != nil && (found.PreferredAt == nil || m.PreferredAt.After(*found.PreferredAt)):
			found = m
		}
	}
	return found, found != nil
}

// Prefer makes the method the member's default. Faults: not found, for what is not in the member's
// wallet; PAYMENT_METHOD_UNAVAILABLE when it cannot be charged, or pays for one contract alone.
func (s *Service) Prefer(ctx context.Context, a actor.Actor, id string) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		method, err := s.own(ctx, a, id)
		if err != nil {
			return err
		}
		if !s.Usable(method) {
			return fault.Precondition(fault.PaymentMethodUnavailable)
		}
		return method.Update().SetPreferredAt(s.Clock.Now()).Exec(ctx)
	})
}

// Delete takes the method out of the member's wallet and has the provider forget it. It is decided
// under the account's lock, which every purchase takes before it chooses a method: of a purchase
// and a deletion at once one comes first, and the other sees it.
//
// Faults: not found, for what is not in the member's wallet; PAYMENT_METHOD_IN_USE when a running
// contract is paid with it, also one that is scheduled to cancel; PAYMENT_PENDING while it
// is not known whether money was taken through it.
func (s *Service) Delete(ctx context.Context, a actor.Actor, id string) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		method, err := s.own(ctx, a, id)
		if err != nil {
			return err
		}
		contracted, err := s.Contracts.PaidWith(ctx, a.AccountID, method.ID)
		if err != nil {
			return err
		}
		if contracted {
			return fault.Precondition(fault.PaymentMethodInUse)
		}
		open, err := s.Store.Client(ctx).Charge.Query().Where(charge.PaymentMethodID(method.ID), unfinished()).Exist(ctx)
		if err != nil {
			return err
		}
		if open {
			return fault.Precondition(fault.PaymentPending)
		}
		if err := method.Update().SetState(paymentmethod.StateDeleted).SetDeletedAt(s.Clock.Now()).Exec(ctx); err != nil {
			return err
		}
		return s.Store.Enqueue(ctx, ForgetArgs{MethodID: method.ID}, nil)
	})
}

// own is a method of the member's wallet, under the account's lock. Another member's is as unknown
// as one that never was.
func (s *Service) own(ctx context.Context, a actor.Actor, id string) (*ent.PaymentMethod, error) {
	methodID, err := uuid.Parse(id)
	if err != nil {
		return nil, fault.NotFound()
	}
	if _, err := s.Account.Lock(ctx, a.AccountID); err != nil {
		return nil, err
	}
	row, err := s.Store.Client(ctx).PaymentMethod.Query().Where(paymentmethod.ID(methodID), paymentmethod.AccountID(a.AccountID),
		paymentmethod.StateEQ(paymentmethod.StateActive)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	return row, err
}

// UnderWay reports whether money of the account is being taken today, it is not known yet whether
// it was, or what it bought has not been handed over yet. What a former day has left open keeps no
// member from leaving: what is settled of it goes back.
func (s *Service) UnderWay(ctx context.Context, accountID uuid.UUID) (bool, error) {
	return s.Store.Client(ctx).Charge.Query().Where(charge.AccountID(accountID), charge.CreatedAtGTE(s.Clock.Today().Start()), unfinished()).Exist(ctx)
}

// LeftOpen reports whether it is not known what became of a charge of the account.
func (s *Service) LeftOpen(ctx context.Context, accountID uuid.UUID) (bool, error) {
	return s.Store.Client(ctx).Charge.Query().Where(charge.AccountID(accountID), charge.StateIn(live...)).Exist(ctx)
}

// unfinished holds for charges whose outcome is open, or concluded and not applied yet: an order or
// a contract still waits for it.
func unfinished() predicate.Charge {
	return charge.Or(charge.StateIn(live...), charge.And(charge.StateIn(concluded...), charge.AppliedAtIsNil()))
}

// Leave deletes every payment method of the account, because its member leaves, and has the
// provider forget the cards. It joins the caller's transaction, which holds the account's lock.
// Charges stay.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	client := s.Store.Client(ctx)
	ids, err := client.PaymentMethod.Query().
		Where(paymentmethod.AccountID(accountID), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).IDs(ctx)
	if err != nil {
		return err
	}
	err = client.PaymentMethod.Update().Where(paymentmethod.IDIn(ids...)).
		SetState(paymentmethod.StateDeleted).SetDeletedAt(s.Clock.Now()).Exec(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.Store.Enqueue(ctx, ForgetArgs{MethodID: id}, nil); err != nil {
			return err
		}
	}
	return nil
}

// end takes out of the wallet a method whose agreement is over at the provider: it is never charged
// again. Ended tells the contracts that are paid with it, once. It is decided under the account's
// lock, as Delete is.
func (s *Service) end(ctx context.Context, id uuid.UUID) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		client := s.Store.Client(ctx)
		m, err := client.PaymentMethod.Get(ctx, id)
		if err != nil {
			return err
		}
		if m.State == paymentmethod.StateDeleted {
			return s.ended(ctx, id)
		}
		if _, err := s.Account.LockAny(ctx, m.AccountID); err != nil { // of a blocked member, too
			return err
		}
		n, err := client.PaymentMethod.Update().Where(paymentmethod.ID(id), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).
			SetState(paymentmethod.StateDeleted).SetDeletedAt(s.Clock.Now()).SetEndedAt(s.Clock.Now()).Save(ctx)
		if err != nil || n == 0 {
			return err
		}
		slog.InfoContext(ctx, "a payment method was ended at its provider", "method", id, "provider", m.Provider)
		if err := s.Contracts.MethodEnded(ctx, m.AccountID, id); err != nil {
			return err
		}
		failpoint.Reached(pointEnding)
		return nil
	})
}

// EndArgs is the job that ends a method after a refusal has told that its agreement is over.
type EndArgs struct {
	MethodID uuid.UUID `json:"method_id"`
}

var endJob = store.Job[EndArgs]{Queue: store.QueueMoney, Unique: store.AmongUnfinished}

func (EndArgs) Kind() string                 { return "payment.end" }
func (EndArgs) InsertOpts() river.InsertOpts { return endJob.InsertOpts() }
