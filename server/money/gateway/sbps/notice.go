package sbps

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
)

// noticeOrder are the fields of a result notice in the order in which the hash runs over them:
// those of the form that it repeats, and those of the result. They arrive in any order.
var noticeOrder = []string{
	"pay_method", "merchant_id", "service_id", "cust_code", "sps_cust_no", "sps_payment_no", "order_id", "item_id", "pay_item_id", "item_name", "tax", "amount",
	"pay_type", "auto_charge_type", "service_type", "div_settele", "last_charge_month", "camp_type", "tracking_id", "terminal_type", "free1", "free2", "free3",
	"request_date", "res_pay_method", "res_result", "res_tracking_id", "res_sps_cust_no", "res_sps_payment_no", "res_payinfo_key", "res_payment_date",
	"res_err_code", "res_date", "limit_second",
}

// noticeForms are how values look. What has none here may be any text.
var noticeForms = map[string]*regexp.Regexp{
	"tracking_id": optionalTracking, "res_tracking_id": optionalTracking, "tax": optionalYen, "amount": optionalYen,
	"request_date": fullDate, "res_date": fullDate, "res_payment_date": regexp.MustCompile(`^([0-9]{8}([0-9]{6})?)?$`),
	"limit_second": regexp.MustCompile(`^[0-9]{0,4}$`), "res_result": regexp.MustCompile(`^(OK|NG|PY|CN)$`),
	"res_sps_cust_no": regexp.MustCompile(`^[0-9]*$`), "res_sps_payment_no": regexp.MustCompile(`^[0-9]*$`),
	"res_err_code": regexp.MustCompile(`^[0-9A-Z]{0,8}$`), "order_id": regexp.MustCompile(`^[!-~]{1,38}$`),
}

var (
	optionalTracking = regexp.MustCompile(`^[0-9]{0,14}$`)
	optionalYen      = regexp.MustCompile(`^[0-9]{0,7}$`)
	fullDate         = regexp.MustCompile(`^[0-9]{14}$`)
)

// maxNoticeFields bounds the fields of a notice. Real ones have about forty.
const maxNoticeFields = 200

// Notice verifies and reads the result of a form, or of a month that the carrier charged by itself.
func (c *Carrier) Notice(_ context.Context, header http.Header, body []byte) (gateway.Notice, error) {
	values, err := readNotice(header, body)
	if err != nil {
		return gateway.Notice{}, err
	}
	if err := c.verify(values); err != nil {
		return gateway.Notice{}, err
	}
	n := gateway.Notice{
		OrderID: values["order_id"], Code: values["res_err_code"],
		Key: strings.Join([]string{
			values["order_id"], values["res_tracking_id"], values["res_result"], values["res_payment_date"], values["res_err_code"],
		}, "/"),
	}
	n.Amount, _ = readYen(values["amount"])
	if n.At, err = noticeTime(values); err != nil {
		return gateway.Notice{}, err
	}
	if err := c.tell(&n, values); err != nil {
		return gateway.Notice{}, err
	}
	n.Body, err = json.Marshal(without(values, "cust_code", "item_name", "sps_cust_no", "sps_payment_no", "res_sps_cust_no", "res_sps_payment_no", "res_payinfo_key", "sps_hashcode"))
	return n, err
}

// tell reads what a notice is about.
func (c *Carrier) tell(n *gateway.Notice, values map[string]string) error {
	id, result := values["res_tracking_id"], values["res_result"]
	if result == resultOK && id == "" {
		return forged("names no transaction")
	}
	ending, month := values["service_type"] == serviceEnd, c.simple && values["tracking_id"] != ""
	switch {
	case result == "PY":
		n.Kind = gateway.NoticePending
	case ending && (result == resultOK || errCodeForm.MatchString(n.Code) && classOf(n.Code) == ended):
		n.Kind, n.Reference = gateway.NoticeEnded, values["tracking_id"]
	case ending: // it stays, and the member can try again
		n.Kind = gateway.NoticeOther
	case month:
		n.Kind, n.Reference = gateway.NoticeDeclined, values["tracking_id"]
		if result == resultOK {
			n.Kind = gateway.NoticeSettled
		}
		n.TrackingID = monthly(n.Reference, n.At.In(clock.Tokyo).Format("200601"))
	case result != resultOK:
		n.Kind = gateway.NoticeRefused
	default:
		n.Kind, n.Reference = gateway.NoticeAgreed, id
		if c.simple {
			n.TrackingID = monthly(id, n.At.In(clock.Tokyo).Format("200601"))
		}
	}
	return nil
}

// Answer is what the service reads: OK when the notice was kept, else that it was not.
func (c *Carrier) Answer(err error) (status int, body string) {
	switch {
	case err == nil:
		return http.StatusOK, "OK,"
	case errors.Is(err, gateway.ErrForged):
		return http.StatusOK, "NG,the notice cannot be verified"
	}
	return http.StatusOK, "NG,the notice cannot be taken now"
}

func forged(why string) error { return fmt.Errorf("sbps notice: it %s: %w", why, gateway.ErrForged) }

// readNotice reads a notice's fields, trimmed, in UTF-8. One whose encoding, fields or values are
// not what the service sends is not the service's.
func readNotice(header http.Header, body []byte) (map[string]string, error) {
	media, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	switch {
	case err != nil || media != "application/x-www-form-urlencoded":
		return nil, forged("is no form")
	case len(body) > gateway.MaxNotice:
		return nil, forged("is too long")
	case bytes.Count(body, []byte("&")) >= maxNoticeFields:
		return nil, forged("has too many fields")
	}
	values := map[string]string{}
	for pair := range strings.SplitSeq(string(body), "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name, nameErr := url.QueryUnescape(name)
		raw, valueErr := url.QueryUnescape(value)
		if nameErr != nil || valueErr != nil {
			return nil, forged("is no form")
		}
		if _, twice := values[name]; twice {
			return nil, forged("has a field twice")
		}
		decoded, err := japanese.ShiftJIS.NewDecoder().String(raw)
		if err != nil || !legible([]byte(decoded)) {
			return nil, forged("is not in Shift_JIS")
		}
		if decoded = trimmed(decoded); strings.ContainsFunc(decoded, func(r rune) bool { return r < ' ' }) {
			return nil, forged("has characters that no value has")
		}
		values[name] = decoded
	}
	for name, form := range noticeForms {
		if !form.MatchString(values[name]) {
			return nil, forged("has no proper " + name)
		}
	}
	return values, nil
}

// verify checks that the service sent the notice, to us, about a form of ours.
func (c *Carrier) verify(values map[string]string) error {
	var hashed []byte
	for _, name := range noticeOrder {
		hashed = append(hashed, values[name]...)
	}
	want := hashcode(hashed, c.client.cfg.HashKey)
	ending := ""
	if values["service_type"] == serviceEnd {
		ending = values["tracking_id"]
	}
	seal := c.seal(values["order_id"], values["cust_code"], values["item_id"], values["amount"], values["service_type"], ending)
	switch {
	case subtle.ConstantTimeCompare([]byte(strings.ToLower(values["sps_hashcode"])), []byte(want)) != 1:
		return forged("has another hash")
	case values["merchant_id"] != c.client.cfg.MerchantID, values["service_id"] != c.client.cfg.ServiceID:
		return forged("is for another merchant or service")
	case !strings.EqualFold(values["pay_method"], c.cfg.PayMethod), values["free2"] != c.name:
		return forged("is about another way to pay")
	case subtle.ConstantTimeCompare([]byte(values["free1"]), []byte(seal)) != 1:
		return forged("is about no form of ours")
	}
	return nil
}

// noticeTime is when it happened: the date of the payment where it is told to the second, else that
// of the notice.
func noticeTime(values map[string]string) (time.Time, error) {
	text := values["res_payment_date"]
	if len(text) != len(stampForm) {
		text = values["res_date"]
	}
	at, err := time.ParseInLocation(stampForm, text, clock.Tokyo)
	if err != nil {
		return time.Time{}, forged("has a date that is none")
	}
	return at.UTC(), nil
}

// without leaves names, and what is empty, out.
func without(values map[string]string, names ...string) map[string]string {
	kept := map[string]string{}
	for _, name := range noticeOrder {
		if values[name] != "" {
			kept[name] = values[name]
		}
	}
	for _, name := range names {
		delete(kept, name)
	}
	return kept
}
