package sbps

import (
	"crypto/rand"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"kaiin/server/base/clock"
)

// The two forms, by the fields that each must have, all of them and in this order.
var (
	agreementFields = strings.Fields(`pay_method merchant_id service_id cust_code order_id item_id item_name service_type tracking_id terminal_type
		success_url cancel_url error_url pagecon_url free1 free2 free3 request_date limit_second sps_hashcode`)
	purchaseFields = strings.Fields(`pay_method merchant_id service_id cust_code sps_cust_no sps_payment_no order_id item_id pay_item_id item_name tax amount
		pay_type auto_charge_type service_type div_settele last_charge_month camp_type tracking_id terminal_type
		success_url cancel_url error_url pagecon_url free1 free2 free3 free_csv request_date limit_second sps_hashcode`)
)

// application is a form that a browser posted and that waits for the member.
type application struct {
	ID       string            `json:"id"`
	Purchase bool              `json:"purchase"` // A01-1
	Values   map[string]string `json:"values"`
	Answered bool              `json:"answered"`
	At       time.Time         `json:"at"`
}

// applicationKept is how long a form can be answered.
const applicationKept = 24 * time.Hour

func (a *application) ends() bool { return a.Values["service_type"] == "1" }

func (a *application) method() string { return payMethods[strings.ToLower(a.Values["pay_method"])] }

func (s *Service) linkRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /f01/FepBuyInfoReceive.do", func(w http.ResponseWriter, r *http.Request) { s.serveForm(w, r, true) })
	mux.HandleFunc("POST /f02/agreement.do", func(w http.ResponseWriter, r *http.Request) { s.serveForm(w, r, false) })
	mux.HandleFunc("GET /sbps/link/{id}", s.serveLink)
	mux.HandleFunc("POST /sbps/link/{id}", s.answerLink)
	mux.HandleFunc("POST /sbps/contracts/{id}/end", s.endAtCarrier)
	mux.HandleFunc("POST /sbps/notices/{n}/resend", s.resend)
	mux.HandleFunc("GET /sbps/results.csv", s.serveResults)
	mux.HandleFunc("GET /sbps/contracts.json", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, s.Contracts()) })
	mux.HandleFunc("GET /sbps/notices.json", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, s.Notices()) })
}

// serveForm takes a form from a browser and shows the carrier's page, or why the form is refused:
// then nothing is told to the product.
func (s *Service) serveForm(w http.ResponseWriter, r *http.Request, purchase bool) {
	a, err := s.readForm(w, r, purchase)
	call := Call{Function: map[bool]string{true: "A01-1", false: "D01-1"}[purchase], Result: "OK"}
	if a != nil {
		call.OrderID, call.TrackingID = a.Values["order_id"], a.Values["tracking_id"]
	}
	if err != nil {
		call.Result, call.ErrCode, call.Reason = "NG", "5101", err.Error()
		s.record(call)
		showLink(w, http.StatusBadRequest, "refused", linkPage{Code: call.ErrCode, Reason: call.Reason})
		return
	}
	s.mu.Lock()
	s.state.Applications[a.ID] = a
	s.mu.Unlock()
	s.record(call)
	s.Changed()
	http.Redirect(w, r, "/sbps/link/"+a.ID, http.StatusSeeOther)
}

func (s *Service) readForm(w http.ResponseWriter, r *http.Request, purchase bool) (*application, error) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/x-www-form-urlencoded" {
		return nil, errors.New("not a form")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, errors.New("the form cannot be read")
	}
	fields := agreementFields
	if purchase {
		fields = purchaseFields
	}
	a := &application{ID: rand.Text(), Purchase: purchase, Values: map[string]string{}, At: s.Clock.Now()}
	var names []string
	var hashed strings.Builder
	for pair := range strings.SplitSeq(string(body), "&") {
		name, escaped, _ := strings.Cut(pair, "=")
		raw, err := url.QueryUnescape(escaped)
		if err != nil {
			return a, errors.New("not a form")
		}
		text, ok := fromShiftJIS([]byte(raw))
		if !ok {
			return a, fmt.Errorf("%s is not in Shift_JIS", name)
		}
		if name != hashcode.name {
			hashed.WriteString(strings.TrimSpace(text))
		}
		names, a.Values[name] = append(names, name), text
	}
	if !slices.Equal(names, fields) {
		return a, fmt.Errorf("the elements are not those of the form, all of them and in order: %v", names)
	}
	sum := sha1.Sum([]byte(hashed.String() + s.Merchant.HashKey))
	switch {
	case a.Values["merchant_id"] != s.Merchant.MerchantID || a.Values["service_id"] != s.Merchant.ServiceID:
		return a, errors.New("unknown merchant or service id")
	case subtle.ConstantTimeCompare([]byte(a.Values["sps_hashcode"]), []byte(hex.EncodeToString(sum[:]))) != 1:
		return a, errors.New("sps_hashcode is not the hash of the values in UTF-8")
	}
	return a, s.refusesForm(a)
}

// refusesForm checks the values of a form whose elements are right.
func (s *Service) refusesForm(a *application) error {
	v := a.Values
	for name, max := range map[string]int{"cust_code": 64, "order_id": 38, "item_id": 32, "item_name": 40, "free1": 20, "free2": 20, "free3": 20} {
		if len([]rune(v[name])) > max || v[name] == "" && !strings.HasPrefix(name, "free") && name != "item_name" {
			return fmt.Errorf("%s is missing or too long", name)
		}
	}
	for _, name := range []string{"success_url", "cancel_url", "error_url", "pagecon_url"} {
		if u, err := url.Parse(v[name]); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return fmt.Errorf("%s is not an absolute http address", name)
		}
	}
	req := &request{values: map[string]string{requestDate.name: v["request_date"], limitSecond.name: v["limit_second"]}}
	if err := req.alive(s.Clock.Slowest()); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chargeMonths()
	_, used := s.state.Orders[v["order_id"]]
	c := s.state.Contracts[v["tracking_id"]]
	yen := (&request{values: v}).yen("amount")
	switch {
	case a.method() == "":
		return errors.New("unknown pay_method")
	case used:
		return errors.New("the order id was used before")
	case a.Purchase && (a.method() != methodAu && a.method() != methodDocomo || v["pay_type"] != "1" || yen == 0 || v["amount"] != fmt.Sprint(yen) || v["tracking_id"] != ""):
		return errors.New("the values of the purchase do not fit: pay_type 1, an amount, and a carrier that charges by itself")
	case a.Purchase && v["service_type"] != "0", v["service_type"] != "0" && v["service_type"] != "1":
		return errors.New("service_type is none that is offered here")
	case a.ends() && (c == nil || c.Method != a.method() || c.CustCode != v["cust_code"] || c.State != contractOpen):
		return errors.New("tracking_id names no agreement of the customer that is not over")
	}
	s.state.Orders[v["order_id"]] = ""
	return nil
}

// agree makes of an approved form an agreement, and with a purchase its first charge, or ends one.
// It tells the tracking id.
func (s *Service) agree(a *application, payer string) string {
	now := s.Clock.Now()
	if a.ends() {
		if c := s.state.Contracts[a.Values["tracking_id"]]; c.State == contractOpen {
			c.State, c.EndedAt = contractEnded, now
		}
		return a.Values["tracking_id"]
	}
	c := &contract{
		TrackingID: zeros(s.number(), 14), OrderID: a.Values["order_id"], CustCode: a.Values["cust_code"], Method: a.method(), Payer: payer,
		Free2: a.Values["free2"], State: contractOpen, At: now, Simple: a.Purchase,
	}
	s.state.Contracts[c.TrackingID] = c
	if c.Simple {
		c.Amount = (&request{values: a.Values}).yen("amount")
		s.state.Orders[c.OrderID] = s.chargeMonth(c, now, c.Amount).TrackingID
		c.NextAt = nextMonth(now)
	}
	return c.TrackingID
}

func (s *Service) endAtCarrier(w http.ResponseWriter, r *http.Request) {
	if foreign(w, r) {
		return
	}
	s.mu.Lock()
	s.chargeMonths()
	c, ok := s.state.Contracts[r.PathValue("id")]
	if ok && c.State == contractOpen {
		c.State, c.EndedAt = contractEndedByPayer, s.Clock.Now()
		if c.Simple {
			c.Results = append(c.Results, result{Month: c.EndedAt.In(clock.Tokyo).Format("200601"), Kind: resultEnded, Code: c.Method + errEndedByCarrier + fieldNone, At: c.EndedAt})
		}
	}
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	s.Changed()
	http.Redirect(w, r, "/carriers", http.StatusSeeOther)
}

// foreign turns away what another site's page sends.
func foreign(w http.ResponseWriter, r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		http.Error(w, "another site's page cannot do this", http.StatusForbidden)
		return true
	}
	return false
}
