package paypal

import (
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"net/url"
	"strings"
)

// pair is a name with its value, in the order in which they are answered.
type pair struct{ name, value string }

// encodeNVP writes pairs as PayPal does: every byte but letters and digits is percent-encoded with
// small letters, a space as "%20".
func encodeNVP(pairs []pair) []byte {
	const digits = "0123456789abcdef"
	var b strings.Builder
	write := func(text string) {
		for _, c := range []byte(text) {
			if c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' {
				b.WriteByte(c)
				continue
			}
			b.WriteString("%" + string(digits[c>>4]) + string(digits[c&15]))
		}
	}
	for i, p := range pairs {
		if i > 0 {
			b.WriteByte('&')
		}
		write(p.name)
		b.WriteByte('=')
		write(p.value)
	}
	return []byte(b.String())
}

// nvpRequest is a call of the Classic API. The service is locked while it is worked on.
type nvpRequest struct {
	url.Values
	script string
}

// nvpMethod carries a call out and answers the method's own pairs. subject names what the call
// is about.
type nvpMethod struct {
	subject string
	perform func(s *Service, r nvpRequest) ([]pair, *fault)
}

var nvpMethods = map[string]nvpMethod{
	nvpSet:       {"RETURNURL", (*Service).setCheckout},
	nvpGet:       {"TOKEN", (*Service).getCheckout},
	nvpCreate:    {"TOKEN", (*Service).createAgreement},
	nvpUpdate:    {"REFERENCEID", (*Service).updateAgreement},
	nvpReference: {"INVNUM", (*Service).chargeReference},
	nvpCapture:   {"AUTHORIZATIONID", (*Service).captureNVP},
	nvpVoid:      {"AUTHORIZATIONID", (*Service).voidNVP},
	nvpRefund:    {"TRANSACTIONID", (*Service).refundNVP},
	nvpDetails:   {"TRANSACTIONID", (*Service).detailsNVP},
	nvpSearch:    {"INVNUM", (*Service).searchNVP},
}

// serveNVP answers POST /nvp. An answer is status 200 whether it says Success or Failure.
func (s *Service) serveNVP(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "the form cannot be read", http.StatusBadRequest)
		return
	}
	form := r.PostForm
	name := form.Get("METHOD")
	method, known := nvpMethods[name]
	call := Call{Function: name, Subject: form.Get(method.subject)}
	same := subtle.ConstantTimeCompare([]byte(form.Get("USER")), []byte(s.Merchant.User)) &
		subtle.ConstantTimeCompare([]byte(form.Get("PWD")), []byte(s.Merchant.Password)) &
		subtle.ConstantTimeCompare([]byte(form.Get("SIGNATURE")), []byte(s.Merchant.Signature))
	switch {
	case same != 1:
		s.answer(w, s.nvpRefusal(&fault{code: "10002", message: "Security header is not valid"}), call)
		return
	case !known || form.Get("VERSION") == "":
		s.answer(w, s.nvpRefusal(&fault{code: "81002", message: "Method Specified is not Supported"}), call)
		return
	}
	key := form.Get("MSGSUBID")
	if len(key) > 38 {
		s.answer(w, s.nvpRefusal(missing("MSGSUBID")), call)
		return
	}
	s.serve(w, r, exchange{
		function: name, subject: call.Subject, key: key, life: moneyLife, sent: form.Encode(), refuse: s.nvpRefusal,
		perform: func(script string) (reply, *fault) {
			pairs, refusal := method.perform(s, nvpRequest{form, script})
			if refusal != nil {
				return reply{}, refusal
			}
			return s.nvpReply("Success", "", pairs), nil
		},
	})
}

// nvpReply is an answer with what every answer has.
func (s *Service) nvpReply(ack, code string, pairs []pair) reply {
	pairs = append(pairs,
		pair{"TIMESTAMP", stamp(s.Clock.Now())}, pair{"CORRELATIONID", strings.ToLower(rand.Text()[:13])}, pair{"ACK", ack},
		pair{"VERSION", "124.0"}, pair{"BUILD", "46549960"})
	return reply{Status: http.StatusOK, Type: "text/plain; charset=utf-8", Body: encodeNVP(pairs), result: ack, code: code}
}

func (s *Service) nvpRefusal(f *fault) reply {
	return s.nvpReply("Failure", f.code, []pair{
		{"L_ERRORCODE0", f.code}, {"L_SHORTMESSAGE0", "Transaction refused"}, {"L_LONGMESSAGE0", f.message}, {"L_SEVERITYCODE0", "Error"},
	})
}

// setCheckout begins an agreement without a payment.
func (s *Service) setCheckout(r nvpRequest) ([]pair, *fault) {
	switch billing := r.Get("L_BILLINGTYPE0"); {
	case billing != "MerchantInitiatedBilling" && billing != "MerchantInitiatedBillingSingleAgreement":
		return nil, missing("L_BILLINGTYPE0")
	case r.Get("PAYMENTREQUEST_0_AMT") != "0" || r.Get("PAYMENTREQUEST_0_CURRENCYCODE") != "JPY":
		return nil, missing("PAYMENTREQUEST_0_AMT")
	case !usable(r.Get("RETURNURL")) || !usable(r.Get("CANCELURL")):
		return nil, missing("RETURNURL")
	}
	t := &setup{
		ID: "EC-" + s.number(), NVP: true, Status: setupOpen, Description: r.Get("L_BILLINGAGREEMENTDESCRIPTION0"), Brand: r.Get("BRANDNAME"),
		Return: r.Get("RETURNURL"), Cancel: r.Get("CANCELURL"), At: s.Clock.Now(),
	}
	s.state.Setups[t.ID] = t
	return []pair{{"TOKEN", t.ID}}, nil
}

func (s *Service) getCheckout(r nvpRequest) ([]pair, *fault) {
	t, ok := s.state.Setups[r.Get("TOKEN")]
	switch {
	case !ok || !t.NVP:
		return nil, noSetup
	case s.Clock.Now().After(t.At.Add(setupLife)):
		return nil, setupOver
	}
	pairs := []pair{{"TOKEN", t.ID}, {"BILLINGAGREEMENTACCEPTEDSTATUS", "0"}, {"CHECKOUTSTATUS", "PaymentActionNotInitiated"}}
	if t.Status == setupApproved || t.Status == setupKept {
		p := payerOf(t.Payer)
		pairs[1].value = "1"
		pairs = append(pairs, pair{"EMAIL", p.Email}, pair{"PAYERID", p.ID}, pair{"PAYERSTATUS", "verified"}, pair{"FIRSTNAME", p.Name}, pair{"COUNTRYCODE", "JP"})
	}
	return pairs, nil
}

func (s *Service) createAgreement(r nvpRequest) ([]pair, *fault) {
	w, refusal := s.keep(r.Get("TOKEN"), true)
	if refusal != nil {
		return nil, refusal
	}
	return []pair{{"BILLINGAGREEMENTID", w.ID}}, nil
}

// updateAgreement ends an agreement; doing it again is refused with 10201.
func (s *Service) updateAgreement(r nvpRequest) ([]pair, *fault) {
	w, ok := s.state.Wallets[r.Get("REFERENCEID")]
	switch {
	case !ok || !w.NVP:
		return nil, noWallet
	case r.Get("BILLINGAGREEMENTSTATUS") != "Canceled":
		return nil, missing("BILLINGAGREEMENTSTATUS")
	case w.Ended:
		return nil, walletEnded
	}
	s.end(w)
	p := payerOf(w.Payer)
	return []pair{{"BILLINGAGREEMENTID", w.ID}, {"BILLINGAGREEMENTSTATUS", "Canceled"}, {"EMAIL", p.Email}, {"PAYERID", p.ID}}, nil
}
