package sbps

import (
	"maps"
	"slices"
)

// function is one thing the API does: the fields it takes, in the order in which the hash runs
// over them.
type function struct {
	id         string
	fields     []field
	run        func(*Service, *request) ([]*element, error) // called with the service locked
	moves      bool                                         // it moves money: timeouts and the like may be scripted for it
	authorises bool                                         // it asks the issuer: declines and duplicates too
}

const (
	fnAuthorize     = "ST01-00131-101"
	fnAuthorizeTDS  = "ST01-00118-101"
	fnCommit        = "ST02-00101-101"
	fnCapture       = "ST02-00201-101"
	fnCancel        = "ST02-00303-101"
	fnPartialRefund = "ST02-00307-101"
	fnLookup        = "MG01-00101-101"
	fnSaveCard      = "MG02-00131-101"
	fnUpdateCard    = "MG02-00132-101"
	fnDeleteCard    = "MG02-00103-101"
	fnLookupCard    = "MG02-00104-101"
	fnTDSRequest    = "TA02-00101-101"
	fnTDSResult     = "TA02-00201-101"
	fnList          = "list.csv" // no function of the API: list.go
	fnMonthly       = "monthly"  // nor is this: monthly.go
	fnNotice        = "notice"   // nor this: linknotice.go

	// Of carriers; the method's digits follow.
	fnChargeContract  = "ST01-00104"
	fnCaptureContract = "ST02-00201"
	fnCancelContract  = "ST02-00303"
	fnLookupContract  = "MG01-00101"
	fnEndContract     = "ST02-00309"
	fnEndSimple       = "ST02-00302"
)

var functions = table(
	function{id: fnAuthorize, run: (*Service).authorize, moves: true, authorises: true, fields: []field{
		merchantID, serviceID, custCode, orderID.need(), itemID, itemName, tax, amount, free1, free2, free3, orderRowNo, custInfoReturn,
		details, payMethod, options(token, tokenKey, custManage, brandReturn), encryptedFlag, requestDate, limitSecond, hashcode,
	}},
	function{id: fnAuthorizeTDS, run: (*Service).authorizeAuthenticated, moves: true, authorises: true, fields: []field{
		merchantID, serviceID, custCode, orderID.need(), itemID, itemName, tax, amount, free1, free2, free3, custInfoReturn,
		details, payMethod, options(custManage, brandReturn, tdsID), encryptedFlag, requestDate, limitSecond, hashcode,
	}},
	function{id: fnCommit, run: (*Service).commit, moves: true, fields: onCharge()},
	function{id: fnCapture, run: (*Service).capture, moves: true, fields: onCharge(field{name: amount.name, code: amount.code, kind: numeric, max: amount.max})},
	function{id: fnCancel, run: (*Service).cancel, moves: true, fields: onCharge()},
	function{id: fnPartialRefund, run: (*Service).refundPart, moves: true, fields: onCharge(amount)},
	function{id: fnLookup, run: (*Service).lookup, fields: []field{
		merchantID, serviceID, transactionID, trackingID, orderID, responseInfo, options(brandReturn), encryptedFlag, requestDate, limitSecond, hashcode,
	}},
	function{id: fnSaveCard, run: (*Service).saveCard, fields: savedCard(reserved, options(token.need(), tokenKey.need(), brandReturn))},
	function{id: fnUpdateCard, run: (*Service).updateCard, fields: savedCard(reserved, options(token.need(), tokenKey.need(), brandReturn))},
	function{id: fnDeleteCard, run: (*Service).deleteCard, fields: savedCard()},
	function{id: fnLookupCard, run: (*Service).lookupCard, fields: savedCard(responseInfo, options(brandReturn))},
	function{id: fnTDSRequest, run: (*Service).requestTDS, fields: []field{
		merchantID, serviceID, custCode, amount,
		options(token, tokenKey, tdsToken, tdsTokenKey, okReturnURL, ngReturnURL), encryptedFlag, requestDate, limitSecond, hashcode,
	}},
	function{id: fnTDSResult, run: (*Service).resultTDS, fields: []field{
		merchantID, serviceID, tdsID, encryptedFlag, requestDate, limitSecond, hashcode,
	}},
)

func init() {
	for _, method := range []string{methodPaypay, methodDocomo, methodAu, methodSoftbank} {
		for _, f := range ofCarrier(method) {
			functions[f.id] = f
		}
	}
}

// ofCarrier are the functions of a carrier's method.
func ofCarrier(method string) []function {
	month := field{name: "cancel_target_month", code: "200", kind: numeric, max: 6}
	back := field{name: amount.name, code: amount.code, kind: numeric, max: amount.max}
	cancel := onCharge(back, month)
	if method == methodPaypay {
		cancel = slices.Insert(cancel, len(cancel)-3, encryptedFlag)
	}
	list := []function{
		{id: fnChargeContract + "-" + method, run: (*Service).chargeContract, moves: true, authorises: true, fields: []field{
			merchantID, serviceID, trackingID.need(), custCode, orderID.need(), itemID, itemName, tax, amount, free1, free2, free3, orderRowNo,
			requestDate, limitSecond, hashcode,
		}},
		{id: fnCaptureContract + "-" + method, run: (*Service).captureOfCarrier, moves: true, fields: onCharge(back)},
		{id: fnCancelContract + "-" + method, run: (*Service).cancelOfCarrier, moves: true, fields: cancel},
		{id: fnLookupContract + "-" + method, run: (*Service).lookupOfCarrier, fields: []field{
			merchantID, serviceID, transactionID, trackingID, orderID, responseInfo, options(month), encryptedFlag, requestDate, limitSecond, hashcode,
		}},
	}
	if method == methodDocomo || method == methodAu {
		ending := []field{merchantID, serviceID, trackingID.need(), requestDate, limitSecond, hashcode}
		list = append(list, function{id: fnEndContract + "-" + method, run: (*Service).endContract, fields: ending},
			function{id: fnEndSimple + "-" + method, run: (*Service).endContract, fields: ending})
	}
	return list
}

// FunctionIDs lists what the API answers, and what is no function of it but for which outcomes can
// be scripted too: the list of a day, the charges that a carrier makes by itself, and the notices
// of forms.
func FunctionIDs() []string {
	return append(slices.Sorted(maps.Keys(functions)), fnList, fnMonthly, fnNotice)
}

// CarrierFunctionIDs are those of them that carriers have.
func CarrierFunctionIDs() []string {
	return slices.DeleteFunc(FunctionIDs(), func(id string) bool { return methodOf(id) == methodCard || id == fnList })
}

func table(list ...function) map[string]function {
	byID := make(map[string]function, len(list))
	for _, f := range list {
		byID[f.id] = f
	}
	return byID
}

// onCharge is the field list of what is done to an existing charge.
func onCharge(option ...field) []field {
	fields := []field{merchantID, serviceID, transactionID, trackingID.need(), processedAt}
	if len(option) > 0 {
		fields = append(fields, options(option...))
	}
	return append(fields, requestDate, limitSecond, hashcode)
}

// savedCard is the field list of what is done to a saved card.
func savedCard(between ...field) []field {
	fields := append([]field{merchantID, serviceID, custCode, custInfoReturn}, between...)
	return append(fields, encryptedFlag, requestDate, limitSecond, hashcode)
}
