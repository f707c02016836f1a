package paymenttest

import (
	"path"
	"strconv"
	"strings"

	"kaiin/server/money/gateway"
)

const bank = "https://bank.example/tds-"

// Agree has the bank agree to the authentication that the address leads to, and answers the key
// with which it gives the browser back. ok is false for an address that is none of the bank's.
func (g *Gateway) Agree(address string) (key string, ok bool) {
	visit, ok := strings.CutPrefix(address, bank)
	n, err := strconv.Atoi(visit)
	if !ok || err != nil || n >= len(g.Asked()) {
		return "", false
	}
	g.Decide(n, gateway.VerdictSucceeded)
	return g.Key(n), true
}

// Key is the key with which the bank gives the browser back after the n-th authentication, from 0.
func (g *Gateway) Key(n int) string { return path.Base(path.Dir(g.Asked()[n].OKURL)) }
