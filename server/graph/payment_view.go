package graph

import (
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/actor"
	"kaiin/server/graph/model"
	"kaiin/server/payment"
	"kaiin/server/subscription"
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

// defaultID is the id of the wallet's default; null for an empty wallet.
func defaultID(w payment.Wallet) *string {
	method, ok := w.Default()
	if !ok {
		return nil
	}
	return orNull(method.ID.String())
}

func walletView(w payment.Wallet, s *payment.Service, holdings subscription.Holdings, member actor.Actor) *model.PaymentMethodsScreen {
	view := &model.PaymentMethodsScreen{
		PaymentMethods: methodViews(w, s.Clock.Now(), holdings), DefaultPaymentMethodID: defaultID(w),
		CardScripts: scriptsView(s.Scripts, member.Email), Joinable: joinable(s.Providers.Kinds()),
	}
	if !w.FailedAt.IsZero() {
		view.Failure = failureView(w.Failure, member.Locale)
	}
	return view
}

// joinable are the kinds that members may add beside cards.
func joinable(kinds []payment.Kind) []string {
	types := []string{}
	for _, k := range kinds {
		if k.Joins != payment.JoinsByCard {
			types = append(types, string(k.Type))
		}
	}
	return types
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
