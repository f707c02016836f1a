package sbps

// refusal is an NG answer: the type and the field digits of its error code, and the reason in
// words, which the real service keeps to itself and the sandbox shows in its list of calls.
type refusal struct{ kind, field, reason string }

func (r *refusal) Error() string { return r.reason }

func refuse(kind, field, reason string) error { return &refusal{kind, field, reason} }

// Types of error: digits four and five of a code.
const (
	errMalformed       = "00"
	errFunction        = "02"
	errRequired        = "03"
	errCharset         = "04"
	errTooLong         = "05"
	errFormat          = "06"
	errUndefined       = "07"
	errHash            = "09"
	errLate            = "10"
	errUnknownCharge   = "12"
	errNotAllowed      = "13"
	errMerchant        = "14"
	errLimitExceeded   = "22"
	errCardUnusable    = "23"
	errNotAccepted     = "26"
	errNumberOrExpiry  = "27"
	errCaptureUnneeded = "37"
	errCaptureAfterEnd = "40"
	errRefundNoSale    = "44"
	errRefundCancelled = "45"
	errRefundAlready   = "46"
	errCommitState     = "60"
	errSecurityCode    = "61"
	errCardReported    = "70"
	errAboveAuthorised = "79"
	errSystem          = "90"
	errSavedCard       = "95"
	errDuplicate       = "96"
	errPartialRefund   = "K1"
	errNoSaleInMonth   = "27" // of carriers, as those below
	errRefunded        = "30"
	errAlreadyEnded    = "32"
	errMaintenance     = "35"
	errNoApplication   = "L0"
	errOtherCustomer   = "L1"
	errContractEnded   = "L2"
	errEndedByCarrier  = "L3"
	errCarrierDeclined = "L4"
	errTokenUnreadable = "T1"
	errTokenExpired    = "T2"
)

// Field digits: the last three of a code. Those of ordinary fields are in fields.go.
const (
	fieldFunction = "000"
	fieldNone     = "999"
)

const (
	methodCard   = "101"
	methodCommon = "999"
)
