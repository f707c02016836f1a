package graph

import (
	"time"

	"kaiin/ent"
	"kaiin/server/graph/model"
	"kaiin/server/payment"
)

// methodView is a payment method as a page shows it.
func methodView(m *ent.PaymentMethod, now time.Time, used bool) *model.PaymentMethod {
	view := &model.PaymentMethod{
		AccountPaymentMethodID: orNull(m.ID.String()), PaymentMethodType: string(m.PaymentMethodType), IsContractUsed: used,
	}
	if payment.Chargeable(m) {
		view.SbpsCreditInfo = &model.SbpsCreditInfo{
			CardbrandCode: m.CardBrand, CardNumberSuffix: m.CardSuffix, ExpireDate: m.CardExpire, IsExpired: payment.Expired(m, now),
		}
	}
	return view
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
