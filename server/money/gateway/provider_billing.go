package gateway

import "time"

// ProviderCharge is a line of what a provider that charges each month by itself tells of one month.
type ProviderCharge struct {
	Provider   string // its name in our tables
	Reference  string // of the method, as Agreement has it
	TrackingID string // of the charge; empty where the provider names none
	OrderID    string // of the form by which the method was joined; ours
	Month      string // YYYYMM
	Amount     int    // yen
	Result     ProviderChargeResult
	Code       string    // the provider's own, of a refusal
	At         time.Time // when it happened
}

// ProviderChargeResult is what came of a month.
type ProviderChargeResult string

const (
	ProviderChargeSettled  ProviderChargeResult = "settled"
	ProviderChargeDeclined ProviderChargeResult = "declined" // the provider could not take the money
	ProviderChargeEnded    ProviderChargeResult = "ended"    // the agreement is over: no month is charged any more
	ProviderChargeRefunded ProviderChargeResult = "refunded" // given back
)
