package sbps

import "strings"

// kind is a field's type of character, as the service's tables give it.
type kind int

const (
	numeric kind = iota + 1 // 9: digits
	single                  // X: single-byte characters
	multi                   // M: Shift_JIS, written in Base64
)

// field is one field of a request, or a group of fields.
type field struct {
	name     string
	code     string // the field digits of an error code
	kind     kind
	max      int // characters
	required bool
	secret   bool   // 3DES when encrypted_flg is 1
	values   string // the values allowed, parted by spaces; empty: any
	fields   []field
	repeats  bool // a group that may come several times
}

func (f field) need() field { f.required = true; return f }

func (f field) allows(v string) bool {
	for allowed := range strings.FieldsSeq(f.values) {
		if v == allowed {
			return true
		}
	}
	return f.values == ""
}

// The fields of all functions, with the digits under which errors speak of them.
var (
	merchantID = field{name: "merchant_id", code: "001", kind: numeric, max: 5, required: true}
	serviceID  = field{name: "service_id", code: "002", kind: numeric, max: 3, required: true}
	custCode   = field{name: "cust_code", code: "003", kind: single, max: 64, required: true}
	orderID    = field{name: "order_id", code: "004", kind: single, max: 38}
	itemID     = field{name: "item_id", code: "005", kind: single, max: 32, required: true}
	itemName   = field{name: "item_name", code: "006", kind: multi, max: 40}
	tax        = field{name: "tax", code: "007", kind: numeric, max: 7}
	amount     = field{name: "amount", code: "008", kind: numeric, max: 7, required: true}
	free1      = field{name: "free1", code: "010", kind: multi, max: 20}
	free2      = field{name: "free2", code: "011", kind: multi, max: 20}
	free3      = field{name: "free3", code: "012", kind: multi, max: 20}
	orderRowNo = field{name: "order_rowno", code: "013", kind: numeric, max: 5}

	details = field{name: "dtls", fields: []field{{name: "dtl", repeats: true, fields: []field{
		{name: "dtl_rowno", code: "014", kind: numeric, max: 5},
		{name: "dtl_item_id", code: "015", kind: single, max: 32},
		{name: "dtl_item_name", code: "016", kind: multi, max: 40},
		{name: "dtl_item_count", code: "017", kind: numeric, max: 5},
		{name: "dtl_tax", code: "018", kind: numeric, max: 7},
		{name: "dtl_amount", code: "019", kind: numeric, max: 7},
	}}}}

	payMethod = field{name: "pay_method_info", fields: []field{
		{name: "dealings_type", code: "202", kind: numeric, max: 2, secret: true, values: "10 21 61 80"},
		{name: "divide_times", code: "203", kind: numeric, max: 3, secret: true},
	}}
	reserved = field{name: "pay_method_info", fields: []field{
		{name: "resrv1", code: "206", kind: multi, max: 24, secret: true},
		{name: "resrv2", code: "207", kind: multi, max: 24, secret: true},
		{name: "resrv3", code: "208", kind: multi, max: 24, secret: true},
	}}

	token       = field{name: "token", code: "227", kind: single, max: 64}
	tokenKey    = field{name: "token_key", code: "228", kind: single, max: 64}
	custManage  = field{name: "cust_manage_flg", code: "205", kind: numeric, max: 1, values: "0 1"}
	brandReturn = field{name: "cardbrand_return_flg", code: "217", kind: numeric, max: 1, values: "0 1"}
	tdsID       = field{name: "tds_authentication_id", code: fieldNone, kind: single, max: 64, required: true}
	tdsToken    = field{name: "tds_info_token", code: fieldNone, kind: single, max: 64, required: true}
	tdsTokenKey = field{name: "tds_info_token_key", code: fieldNone, kind: single, max: 64, required: true}
	okReturnURL = field{name: "ok_return_url", code: fieldNone, kind: single, max: 1024, required: true}
	ngReturnURL = field{name: "ng_return_url", code: fieldNone, kind: single, max: 1024, required: true}

	custInfoReturn = field{name: "sps_cust_info_return_flg", code: "030", kind: numeric, max: 1, values: "0 1"}
	responseInfo   = field{name: "response_info_type", code: "216", kind: numeric, max: 1, values: "0 1 2"}
	transactionID  = field{name: "sps_transaction_id", code: "026", kind: single, max: 32}
	trackingID     = field{name: "tracking_id", code: "027", kind: numeric, max: 14}
	processedAt    = field{name: "processing_datetime", code: "029", kind: numeric, max: 14}

	encryptedFlag = field{name: "encrypted_flg", code: "028", kind: numeric, max: 1, values: "0 1"}
	requestDate   = field{name: "request_date", code: "023", kind: numeric, max: 14, required: true}
	limitSecond   = field{name: "limit_second", code: "024", kind: numeric, max: 4}
	hashcode      = field{name: "sps_hashcode", code: "025", kind: single, max: 40, required: true}
)

// options is the group of options that belong to the way of paying.
func options(fields ...field) field { return field{name: "pay_option_manage", fields: fields} }
