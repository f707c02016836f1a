package payment

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cardauthentication"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/predicate"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/step"
	"kaiin/server/money/gateway"
	"kaiin/server/staff/acts"
)

// What a member agreed on with a provider outlives the method here where the provider has no call
// that ends it (Provider.EndsByForm). We charge it no more. Its member alone can end it, on the
// provider's page, to which the form leads (Ending); the provider's notice tells that they did
// (ended). Until then it is on their wallet's page and in the list of the staff.

// Ending is the form by which its member ends what was agreed on through a method that they
// deleted; method is nil when nothing is to be ended, or it is over. Each form has an order
// id of its own, so that it may be asked for and posted again. Fault: not found, also for
// another member's.
func (s *Service) Ending(ctx context.Context, a actor.Actor, id string) (method *ent.PaymentMethod, form gateway.Form, err error) {
	methodID, err := uuid.Parse(id)
	if err != nil {
		return nil, form, fault.NotFound()
	}
	method, err = s.Store.Client(ctx).PaymentMethod.Query().
		Where(paymentmethod.ID(methodID), paymentmethod.AccountID(a.AccountID)).Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, form, fault.NotFound()
	case err != nil || !s.stillAgreed(method):
		return nil, form, err
	}
	back := s.BankReturn + endingKey + method.ID.String()
	form, err = s.Providers.Named(method.Provider).Forms.Form(gateway.FormRequest{
		OrderID: strings.ReplaceAll(uuid.NewString(), "-", ""), Kind: method.PaymentMethodType, CustomerCode: method.CustomerCode, ItemID: linkItem,
		ItemName: linkItemNames[a.Locale], Ends: method.Reference, ReturnURL: back + "/ok", CancelURL: back + "/ok", ErrorURL: back + "/ok",
		NoticeURL: s.NoticeBase + method.Provider,
	})
	if err != nil {
		return nil, gateway.Form{}, fault.Unavailable(fault.PaymentUnavailable, err)
	}
	return method, form, nil
}

// Remove deletes the method as Delete does, and answers the form of Ending. Where there is one, it
// may be said again, for another one.
// Faults: those of Delete.
func (s *Service) Remove(ctx context.Context, a actor.Actor, id string) (ending gateway.Form, err error) {
	deleted := s.Delete(ctx, a, id)
	if deleted != nil && !fault.Is(deleted, fault.CodeNotFound) {
		return ending, deleted
	}
	_, ending, err = s.Ending(ctx, a, id)
	switch {
	case ending.URL == "" && deleted != nil:
		return ending, deleted
	case err != nil: // it is deleted, and its page offers the form again
		slog.ErrorContext(ctx, "there is no form to end an agreement by", "alarm", logs.AgreementWithoutForm, "method", id, "error", err)
	}
	return ending, nil
}

// endingKey is what the keys begin with by which browsers come back from the form of an ending.
// They are no secret: coming back says nothing, and the page to which it leads is for the method's
// member alone.
const endingKey = "ending-"

// BackFromEnding is where a browser goes on that comes back with the key; found is false for any
// other key.
func (s *Service) BackFromEnding(key string) (next step.Step, found bool) {
	id, found := strings.CutPrefix(key, endingKey)
	if _, err := uuid.Parse(id); !found || err != nil {
		return next, false
	}
	return step.AgreementToEnd(id), true
}

// stillAgreed reports whether the member has to end what was agreed on through the deleted method.
func (s *Service) stillAgreed(m *ent.PaymentMethod) bool {
	return m.State == paymentmethod.StateDeleted && m.Reference != "" && m.EndedAt == nil && s.EndsByForm(m)
}

// stillAgreed holds for the deleted methods whose agreement is open.
func stillAgreed(ps gateway.Providers) predicate.PaymentMethod {
	return paymentmethod.And(paymentmethod.StateEQ(paymentmethod.StateDeleted), paymentmethod.ReferenceNEQ(""), paymentmethod.EndedAtIsNil(),
		paymentmethod.ProviderIn(ps.EndingByForm()...))
}

// EndsByForm reports whether the member alone can end what was agreed on through the method.
func (s *Service) EndsByForm(m *ent.PaymentMethod) bool {
	return s.Providers.Named(m.Provider).EndsByForm
}

// Outliving are the account's methods, deleted ones included, whose agreements do not end with the
// membership: their member alone can end them.
func (s *Service) Outliving(ctx context.Context, accountID uuid.UUID) ([]*ent.PaymentMethod, error) {
	w, err := s.Wallet(ctx, accountID)
	kept := slices.DeleteFunc(slices.Clone(w.Methods), func(m *ent.PaymentMethod) bool { return !s.EndsByForm(m) })
	return append(kept, w.Open...), err
}

// OpenAgreements are the deleted methods whose members have not ended what they agreed on with the
// provider, oldest first.
func (s *Service) OpenAgreements(ctx context.Context) ([]*ent.PaymentMethod, error) {
	return s.Store.Client(ctx).PaymentMethod.Query().Where(stillAgreed(s.Providers)).
		Order(paymentmethod.ByDeletedAt(), paymentmethod.ByID()).All(ctx)
}

// CloseAgreement notes that the agreement behind a deleted method is over, as the staff found out
// at the provider or saw to there. It is an error when there is none to be ended. Fault: not found.
func (s *Service) CloseAgreement(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	return by.Do(ctx, acts.Act{Kind: acts.AgreementClosed, Target: acts.Target{Type: "paymentMethod", ID: id.String()}}, func(ctx context.Context, act *acts.Act) error {
		m, err := s.Store.Client(ctx).PaymentMethod.Query().Where(paymentmethod.ID(id)).ForUpdate().Only(ctx)
		switch {
		case err != nil:
			return notFound(err)
		case !s.stillAgreed(m):
			return already(fmt.Errorf("payment method %s has no agreement that its member has to end", id), "closed")
		}
		act.AccountID = m.AccountID
		return s.ended(ctx, id)
	})
}

// ended notes that the agreement behind the method is over at the provider.
func (s *Service) ended(ctx context.Context, id uuid.UUID) error {
	return s.Store.Client(ctx).PaymentMethod.Update().Where(paymentmethod.ID(id), paymentmethod.EndedAtIsNil()).
		SetEndedAt(s.Clock.Now()).Exec(ctx)
}

// revoke ends what the member of a method may have agreed to without our knowledge: they never came
// back, or the process died between the provider's answer and the commit. The method keeps the
// reference, by which the provider's notice of the end is known.
func (s *Service) revoke(ctx context.Context, m *ent.PaymentMethod, p gateway.Provider) error {
	asked, err := s.Store.Client(ctx).CardAuthentication.Query().Where(cardauthentication.ID(m.ID)).Only(ctx)
	switch {
	case ent.IsNotFound(err): // nothing was asked, or it is purged by now
		asked = &ent.CardAuthentication{}
	case err != nil:
		return err
	}
	var reference string
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		reference, err = p.Approvals.Revoke(ctx, m.CustomerCode, asked.ProviderID)
		return err
	})
	if err != nil || reference == "" {
		return err
	}
	return m.Update().SetReference(reference).Exec(ctx)
}
