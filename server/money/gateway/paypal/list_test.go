package paypal

import (
	"testing"

	"kaiin/server/money/gateway"
)

// M-21: of all that moves on an account, payments, refunds and what PayPal took back count; not
// holds, fees, transfers, refusals, other currencies and what was paid by the Classic API.
func TestTheLinesThatCount(t *testing.T) {
	t.Parallel()
	const at = "2026-05-15T03:00:00+0000"
	for name, c := range map[string]struct {
		line transactionInfo
		want gateway.Settlement // of a line that counts
	}{
		"a payment":       {transactionInfo{ID: "A", Code: "T0006", At: at, Amount: yen(1100), Status: "S", Invoice: "i"}, gateway.Settlement{Kind: gateway.SettlementSale, Ref: "A", OrderID: "i", Amount: 1100}},
		"by the vault":    {transactionInfo{ID: "A", Code: "T0003", At: at, Amount: money{"JPY", "1100.00"}, Status: "V", Invoice: "i"}, gateway.Settlement{Kind: gateway.SettlementSale, Ref: "A", OrderID: "i", Amount: 1100}},
		"a refund":        {transactionInfo{ID: "B", Reference: "A", Code: "T1107", At: at, Amount: money{"JPY", "-300"}, Status: "S"}, gateway.Settlement{Kind: gateway.SettlementRefund, Ref: "B", Of: "A", Amount: 300}},
		"a reversal":      {transactionInfo{ID: "B", Reference: "A", Code: "T1106", At: at, Amount: money{"JPY", "-300"}, Status: "S"}, gateway.Settlement{Kind: gateway.SettlementRefund, Ref: "B", Of: "A", Amount: 300, Reversed: true}},
		"a chargeback":    {transactionInfo{ID: "B", Reference: "A", Code: "T1201", At: at, Amount: money{"JPY", "-300"}, Status: "S"}, gateway.Settlement{Kind: gateway.SettlementRefund, Ref: "B", Of: "A", Amount: 300, Reversed: true}},
		"a hold":          {line: transactionInfo{ID: "A", Code: "T1300", At: at, Amount: yen(1100), Status: "S"}},
		"what we paid":    {line: transactionInfo{ID: "A", Code: "T0006", At: at, Amount: money{"JPY", "-1100"}, Status: "S"}},
		"a refusal":       {line: transactionInfo{ID: "A", Code: "T0006", At: at, Amount: yen(1100), Status: "D"}},
		"not yet":         {line: transactionInfo{ID: "A", Code: "T0006", At: at, Amount: yen(1100), Status: "P"}},
		"to a bank":       {line: transactionInfo{ID: "A", Code: "T0400", At: at, Amount: money{"JPY", "-99999"}, Status: "S"}},
		"in dollars":      {line: transactionInfo{ID: "A", Code: "T0006", At: at, Amount: money{"USD", "11.00"}, Status: "S"}},
		"the other API's": {line: transactionInfo{ID: "A", Code: "T0003", At: at, Amount: yen(1100), Status: "S", Custom: "nvp-renewal"}},
	} {
		got, counts, err := c.line.settlement()
		if err != nil || counts != (c.want.Kind != "") {
			t.Errorf("%s: %v, %v", name, counts, err)
			continue
		}
		if got.At = c.want.At; counts && got != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for _, wrong := range []transactionInfo{
		{ID: "A", Code: "T0006", At: at, Amount: money{"JPY", "1.5"}, Status: "S"}, {Code: "T0006", At: at, Amount: yen(1100), Status: "S"},
		{ID: "A", Code: "T0006", At: "yesterday", Amount: yen(1100), Status: "S"},
	} {
		if _, _, err := wrong.settlement(); err == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
}
