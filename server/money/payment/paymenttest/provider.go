package paymenttest

import (
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/gatewaytest"
)

// Provider is the one that keeps cards, with this gateway.
func Provider(g gatewaytest.CardGateway) gateway.Provider {
	return gateway.Provider{
		Name: "sbps", Gateway: g, Cards: g, Lists: g,
		Kinds: []gateway.Kind{{Type: gateway.SbpsCredit, Joins: gateway.JoinsByCard}},
	}
}
