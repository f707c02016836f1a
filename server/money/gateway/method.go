package gateway

// MethodType is a way to pay, as the tables and the wire name it.
type MethodType string

// The ways to pay. CampaignCode is what pays for an order that costs nothing.
const (
	CampaignCode      MethodType = "CampaignCode"
	PaypalNvp         MethodType = "PaypalNvp"
	PaypalRest        MethodType = "PaypalRest"
	SbpsCredit        MethodType = "SbpsCredit"
	SbpsAuone         MethodType = "SbpsAuone"
	SbpsAuSimple      MethodType = "SbpsAuSimple"
	SbpsDocomo        MethodType = "SbpsDocomo"
	SbpsPaypay        MethodType = "SbpsPaypay"
	SbpsSoftbank      MethodType = "SbpsSoftbank"
	SbpsSoftbankYahoo MethodType = "SbpsSoftbankYahoo"
)

// Values are all of them, for the table of payment methods.
func (MethodType) Values() []string {
	all := []MethodType{CampaignCode, PaypalNvp, PaypalRest, SbpsCredit, SbpsAuone, SbpsAuSimple, SbpsDocomo, SbpsPaypay, SbpsSoftbank, SbpsSoftbankYahoo}
	values := make([]string, len(all))
	for i, one := range all {
		values[i] = string(one)
	}
	return values
}
