// Package gatewaytest is the contract of gateway.Gateway as tests: what every provider's adapter
// must do, asked of the adapter in front of a provider, real wire format included.
//
//	func TestContract(t *testing.T) {
//		gatewaytest.Run(t, func(t *testing.T) gatewaytest.Provider { … })
//	}
//
// Run asks a provider that keeps cards, RunWallets one on whose page members agree, and RunCarrier
// one that members join by a form and whose notices tell. PayPal gives the hands at the sandbox for
// both of PayPal's wires. The provider in memory of package paymenttest is asked the part about
// money, so that tests against it hold for real ones. Each case has a Provider of its own: cases
// run at the same time.
package gatewaytest
