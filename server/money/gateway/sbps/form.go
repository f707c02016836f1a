package sbps

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
)

// fnForm is no function of the XML API: its id is only told in errors.
var fnForm = function{"form", false}

// What a form asks for (service_type).
const (
	serviceApply = "0"
	serviceEnd   = "1"
)

// Form is D01-1, by which a member agrees to later charges or ends that agreement, or A01-1, by
// which they buy what the carrier then charges each month by itself.
func (c *Carrier) Form(in gateway.FormRequest) (gateway.Form, error) {
	if err := c.refuses(in); err != nil {
		return gateway.Form{}, fnForm.badRequest(err)
	}
	fields := c.agreement(in)
	if c.simple {
		fields = c.purchase(in)
	}
	fields = append(fields,
		gateway.Param{Name: "request_date", Value: c.client.clock.Now().In(clock.Tokyo).Format(stampForm)},
		gateway.Param{Name: "limit_second", Value: strconv.Itoa(int(requestLife / time.Second))})
	fields = append(fields, gateway.Param{Name: "sps_hashcode", Value: c.client.linkHash(fields)})
	return gateway.Form{URL: c.page.String(), Charset: "Shift_JIS", Params: fields}, nil
}

const stampForm = "20060102150405"

// refuses tells why the service would refuse the form.
func (c *Carrier) refuses(in gateway.FormRequest) error {
	switch {
	case in.Kind != c.kind:
		return errors.New("the form is for another way to pay")
	case in.OrderID == "", in.CustomerCode == "", in.ItemID == "":
		return &badField{"order_id, cust_code or item_id", "is empty"}
	case c.simple && in.Ends != "":
		return &badField{"tracking_id", "of a purchase is ended by the XML API alone"}
	case c.simple != (in.Amount > 0), in.Amount < 0, in.Tax < 0, in.Tax > in.Amount:
		return &badField{"amount", "does not fit the form"}
	case in.Ends != "" && !trackingForm.MatchString(in.Ends):
		return &badField{"tracking_id", "is none"}
	}
	for _, f := range []field{
		text("cust_code", in.CustomerCode, 64), text("order_id", in.OrderID, 38), text("item_id", in.ItemID, 32), yen("amount", in.Amount), yen("tax", in.Tax),
		text("success_url", in.ReturnURL, maxAddress), text("cancel_url", in.CancelURL, maxAddress),
		text("error_url", in.ErrorURL, maxAddress), text("pagecon_url", in.NoticeURL, maxAddress),
	} {
		if _, err := f.bytes(); err != nil {
			return err
		}
		if !strings.HasSuffix(f.name, "_url") {
			if strings.Contains(f.value, " ") {
				return &badField{f.name, "has a space"}
			}
			continue
		}
		if u, err := url.Parse(f.value); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return &badField{f.name, "is no address"}
		}
	}
	return nil
}

// maxAddress is of an address in a form, in characters; the service's own limit is not published.
const maxAddress = 1024

// agreement are the fields of D01-1 before the date, all of them, also where they are empty.
func (c *Carrier) agreement(in gateway.FormRequest) []gateway.Param {
	service := serviceApply
	if in.Ends != "" {
		service = serviceEnd
	}
	return []gateway.Param{
		{Name: "pay_method", Value: c.cfg.PayMethod},
		{Name: "merchant_id", Value: c.client.cfg.MerchantID},
		{Name: "service_id", Value: c.client.cfg.ServiceID},
		{Name: "cust_code", Value: in.CustomerCode},
		{Name: "order_id", Value: in.OrderID},
		{Name: "item_id", Value: in.ItemID},
		{Name: "item_name", Value: itemName(in.ItemName)},
		{Name: "service_type", Value: service},
		{Name: "tracking_id", Value: in.Ends},
		{Name: "terminal_type", Value: "0"},
		{Name: "success_url", Value: in.ReturnURL},
		{Name: "cancel_url", Value: in.CancelURL},
		{Name: "error_url", Value: in.ErrorURL},
		{Name: "pagecon_url", Value: in.NoticeURL},
		{Name: "free1", Value: c.seal(in.OrderID, in.CustomerCode, in.ItemID, "", service, in.Ends)},
		{Name: "free2", Value: c.name},
		{Name: "free3", Value: ""},
	}
}

// purchase are the fields of A01-1 before the date, all of them, also where they are empty.
func (c *Carrier) purchase(in gateway.FormRequest) []gateway.Param {
	amount := strconv.Itoa(in.Amount)
	return []gateway.Param{
		{Name: "pay_method", Value: c.cfg.PayMethod},
		{Name: "merchant_id", Value: c.client.cfg.MerchantID},
		{Name: "service_id", Value: c.client.cfg.ServiceID},
		{Name: "cust_code", Value: in.CustomerCode},
		{Name: "sps_cust_no", Value: ""},
		{Name: "sps_payment_no", Value: ""},
		{Name: "order_id", Value: in.OrderID},
		{Name: "item_id", Value: in.ItemID},
		{Name: "pay_item_id", Value: ""},
		{Name: "item_name", Value: itemName(in.ItemName)},
		{Name: "tax", Value: strconv.Itoa(in.Tax)},
		{Name: "amount", Value: amount},
		{Name: "pay_type", Value: c.cfg.PayType},
		{Name: "auto_charge_type", Value: c.cfg.AutoCharge},
		{Name: "service_type", Value: serviceApply},
		{Name: "div_settele", Value: c.cfg.DivSettle},
		{Name: "last_charge_month", Value: ""},
		{Name: "camp_type", Value: c.cfg.CampType},
		{Name: "tracking_id", Value: ""},
		{Name: "terminal_type", Value: "0"},
		{Name: "success_url", Value: in.ReturnURL},
		{Name: "cancel_url", Value: in.CancelURL},
		{Name: "error_url", Value: in.ErrorURL},
		{Name: "pagecon_url", Value: in.NoticeURL},
		{Name: "free1", Value: c.seal(in.OrderID, in.CustomerCode, in.ItemID, amount, serviceApply, "")},
		{Name: "free2", Value: c.name},
		{Name: "free3", Value: ""},
		{Name: "free_csv", Value: ""},
	}
}

// linkHash is the hash of a form: over the values in their order, in UTF-8.
func (c *Client) linkHash(fields []gateway.Param) string {
	var values []byte
	for _, f := range fields {
		values = append(values, trimmed(f.Value)...)
	}
	return hashcode(values, c.cfg.HashKey)
}

func trimmed(value string) string { return strings.Trim(value, " \t\r\n") }

// seal is what a form carries in free1 and its notice repeats. The hash of the service runs over
// values without anything between them, so that two notices whose values are cut in other places
// have the same: with the seal, only what we sent does.
func (c *Carrier) seal(values ...string) string {
	sum := hmac.New(sha256.New, []byte(c.client.cfg.HashKey))
	for _, v := range append([]string{c.name}, values...) {
		_, _ = fmt.Fprintf(sum, "%d:%s", len(v), v)
	}
	return hex.EncodeToString(sum.Sum(nil))[:20]
}
