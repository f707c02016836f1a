package paymenttest

import (
	"kaiin/ent/paymentmethod"
	"kaiin/server/gateway/gatewaytest"
	"kaiin/server/payment"
)

// Provider is the one that keeps cards, with this gateway.
func Provider(g gatewaytest.CardGateway) payment.Provider {
	return payment.Provider{
		Name: "sbps", Gateway: g, Cards: g, Lists: g,
		Kinds: []payment.Kind{{Type: paymentmethod.PaymentMethodTypeSbpsCredit, Joins: payment.JoinsByCard}},
	}
}
