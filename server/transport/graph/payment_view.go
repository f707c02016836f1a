package graph

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/step"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/subscription"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
)

// methodView is a payment method as a page shows it.
func methodView(m *ent.PaymentMethod, now time.Time, used bool) *model.PaymentMethod {
	view := &model.PaymentMethod{
		PaymentMethodType: string(m.PaymentMethodType), Shown: orNull(m.Shown), IsContractUsed: used,
	}
	if m.ID != uuid.Nil { // else a campaign's code, which no table keeps
		view.AccountPaymentMethodID = orNull(m.ID.String())
	}
	if m.CardSuffix != "" {
		view.SbpsCreditInfo = &model.SbpsCreditInfo{
			CardbrandCode: m.CardBrand, CardNumberSuffix: m.CardSuffix, ExpireDate: m.CardExpire, IsExpired: payment.Expired(m, now),
		}
	}
	return view
}

// methodViews are the methods of a wallet.
func methodViews(w payment.Wallet, now time.Time, holdings subscription.Holdings) []*model.PaymentMethod {
	views := []*model.PaymentMethod{}
	for _, m := range w.Methods {
		views = append(views, methodView(m, now, holdings.UsesMethod(m.ID)))
	}
	return views
}

// defaultID is the id of the wallet's default; null when nothing in it may be chosen for an order.
func defaultID(w payment.Wallet, s *payment.Service) *string {
	method, ok := s.Free(w).Default()
	if !ok {
		return nil
	}
	return orNull(method.ID.String())
}

func walletView(w payment.Wallet, s *payment.Service, holdings subscription.Holdings, member actor.Actor) *model.PaymentMethodsScreen {
	view := &model.PaymentMethodsScreen{
		PaymentMethods: methodViews(w, s.Clock.Now(), holdings), DefaultPaymentMethodID: defaultID(w, s),
		CardScripts: scriptsView(s.Scripts, member.Email), Joinable: joinable(s.Providers.Kinds()),
		Linked: linked(s.Providers.Kinds()), Awaited: awaited(w.Awaited), Ordered: joinable(s.Providers.Ordered()),
		EndedThere: endedThere(s.Providers), OpenAgreements: agreementViews(w.Open),
	}
	if !w.FailedAt.IsZero() {
		view.Failure = failureView(w.Failure, member.Locale)
	}
	return view
}

// addedView is the method with the id, or the newest one, and the newest contract that goes on and
// is paid with another one.
func addedView(w payment.Wallet, id string, holdings subscription.Holdings, now time.Time) *model.PaymentMethodCompleteScreen {
	view := &model.PaymentMethodCompleteScreen{}
	at := slices.IndexFunc(w.Methods, func(m *ent.PaymentMethod) bool { return id == "" || m.ID.String() == id })
	if at < 0 {
		return view
	}
	added := w.Methods[at]
	view.Method = methodView(added, now, holdings.UsesMethod(added.ID))
	if other := holdings.PaidOtherwise(added.ID); other != nil {
		view.OtherSubscriptionID = orNull(other.ID.String())
	}
	return view
}

// joinable are the kinds that members may add beside cards.
func joinable(kinds []gateway.Kind) []string {
	return typesOf(kinds, func(k gateway.Kind) bool { return k.Joins != gateway.JoinsByCard })
}

// linked are the kinds that members add by a form.
func linked(kinds []gateway.Kind) []string {
	return typesOf(kinds, func(k gateway.Kind) bool { return k.Joins == gateway.JoinsByForm })
}

// endedThere are the kinds whose agreements their members alone can end.
func endedThere(providers gateway.Providers) []string {
	types := []string{}
	for _, p := range providers {
		if p.EndsByForm {
			types = append(types, typesOf(p.Kinds, func(gateway.Kind) bool { return true })...)
		}
	}
	return types
}

// unusable are the kinds that cannot pay for something: monthly is what is paid once a month.
func unusable(kinds []gateway.Kind, monthly bool) []string {
	return typesOf(kinds, func(k gateway.Kind) bool { return k.Monthly && !monthly })
}

func typesOf(kinds []gateway.Kind, wanted func(gateway.Kind) bool) []string {
	types := []string{}
	for _, k := range kinds {
		if wanted(k) {
			types = append(types, string(k.Type))
		}
	}
	return types
}

// awaited are the kinds of the wallet that are not agreed to yet.
func awaited(methods []*ent.PaymentMethod) []string {
	types := []string{}
	for _, m := range methods {
		types = append(types, string(m.PaymentMethodType))
	}
	return types
}

// linkView answers a form that the browser posts.
func linkView(ctx context.Context, form gateway.Form, err error) (*payload.LinkPaymentMethodPayload, error) {
	out, failed := settle(ctx, err, step.Step{})
	if failed != nil {
		return nil, failed
	}
	view := &payload.LinkPaymentMethodPayload{Result: out, LinkURL: orNull(form.URL), Charset: orNull(form.Charset), Params: paramViews(form)}
	return view, nil
}

// deletedView answers a deletion; a method whose agreement its member has to end is named to the
// page that follows.
func deletedView(ctx context.Context, id string, ending gateway.Form, err error) (*payload.DeletePaymentMethodPayload, error) {
	next := step.MethodDeleted
	if ending.URL != "" {
		next = step.AgreementToEnd(id)
	}
	out, failed := settle(ctx, err, next)
	if failed != nil {
		return nil, failed
	}
	return &payload.DeletePaymentMethodPayload{Result: out, Ending: postedView(ending)}, nil
}

// postedView is a form that the browser posts; null where there is none.
func postedView(form gateway.Form) *model.PostedForm {
	if form.URL == "" {
		return nil
	}
	return &model.PostedForm{LinkURL: form.URL, Charset: form.Charset, Params: paramViews(form)}
}

// agreementView is a deleted method that still has an open agreement.
func agreementView(m *ent.PaymentMethod) *model.PaymentMethod {
	return &model.PaymentMethod{AccountPaymentMethodID: orNull(m.ID.String()), PaymentMethodType: string(m.PaymentMethodType)}
}

func agreementViews(methods []*ent.PaymentMethod) []*model.PaymentMethod {
	views := []*model.PaymentMethod{}
	for _, m := range methods {
		views = append(views, agreementView(m))
	}
	return views
}

func paramViews(form gateway.Form) []*model.FormParam {
	params := []*model.FormParam{}
	for _, p := range form.Params {
		params = append(params, &model.FormParam{Name: p.Name, Value: p.Value})
	}
	return params
}

func scriptsView(s payment.Scripts, email string) model.CardScripts {
	return model.CardScripts{
		MerchantID: s.MerchantID, ServiceID: s.ServiceID, TokenScriptURL: s.TokenURL, TdsScriptURL: s.TDSURL, ContactEmail: orNull(email),
	}
}

// value is what a pointer of the schema points to, empty for null.
func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
