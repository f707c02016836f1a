package sbps

import (
	"errors"
	"net/url"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

func withCarriers(cfg *config.SBPS) {
	page := &url.URL{Scheme: "https", Host: "link.test", Path: "/D01"}
	carrier := func(method, code string) config.SBPSCarrier {
		return config.SBPSCarrier{Offered: true, PayMethod: method, Charge: "ST01-00104-" + code, PayType: "1", AutoCharge: "0", DivSettle: "0", CampType: "1"}
	}
	cfg.Carriers = config.SBPSCarriers{
		AgreementURL: page, PurchaseURL: &url.URL{Scheme: "https", Host: "link.test", Path: "/A01"},
		Docomo: carrier("docomo", "401"), Au: carrier("auone", "402"), AuSimple: carrier("auone", "402"), Softbank: carrier("softbank2", "405"),
		SoftbankYahoo: carrier("softbank2", "405"), Paypay: carrier("paypay", "311"),
	}
}

// carriers are all kinds, by their names, whose clock is at 12:34:56 in Tokyo on New Year's Day.
func carriersAt(t testing.TB, address string) map[string]*Carrier {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.SBPS{APIURL: u, MerchantID: "12345", ServiceID: "678", HashKey: "hash-key", BasicUser: "basic-user", BasicPassword: "basic-password"}
	withCarriers(&cfg)
	client, err := New(cfg, clock.At(time.Date(2027, 1, 1, 3, 34, 56, 0, time.UTC)), WithTimeouts(time.Minute, time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	all, err := client.Carriers()
	if err != nil || len(all) != 6 {
		t.Fatalf("%d carriers, %v", len(all), err)
	}
	byName := map[string]*Carrier{}
	for _, c := range all {
		byName[c.Name()] = c
	}
	return byName
}

// The hashes were computed over the values joined by hand, in Shift_JIS: 12345 678 00000000000001
// customer-1 order-1 plan プラン A 100 1100 sbps_docomo, and 12345 678 00000000000001 300 202701; then
// 20270101123456 600 hash-key.
func TestCarrierRequestsOnTheWire(t *testing.T) {
	t.Parallel()
	charge, err := carriersAt(t, "https://api.test")[NameDocomo].client.encode(function{"ST01-00104-401", true}, []field{
		text("tracking_id", "00000000000001", 14), text("cust_code", "customer-1", 64), text("order_id", "order-1", 38), text("item_id", "plan", 32),
		wide("item_name", "プラン A", 40), yen("tax", 100), yen("amount", 1100), wide("free1", "", 20), wide("free2", "sbps_docomo", 20), wide("free3", "", 20),
	})
	if err != nil {
		t.Fatal(err)
	}
	const head = `<?xml version="1.0" encoding="Shift_JIS"?>` + "\n"
	const tail = "<request_date>20270101123456</request_date>\n<limit_second>600</limit_second>\n<sps_hashcode>"
	asks := map[string]string{
		"ST01-00104-401": head + `<sps-api-request id="ST01-00104-401">
<merchant_id>12345</merchant_id>
<service_id>678</service_id>
<tracking_id>00000000000001</tracking_id>
<cust_code>customer-1</cust_code>
<order_id>order-1</order_id>
<item_id>plan</item_id>
<item_name>g3aDiYOTIEE=</item_name>
<tax>100</tax>
<amount>1100</amount>
<free2>c2Jwc19kb2NvbW8=</free2>
` + tail + "f591c6a9484efcd5b87bc1511c422571cd8321bb</sps_hashcode>\n</sps-api-request>\n",
		"ST02-00303-402": head + `<sps-api-request id="ST02-00303-402">
<merchant_id>12345</merchant_id>
<service_id>678</service_id>
<tracking_id>00000000000001</tracking_id>
<pay_option_manage>
<amount>300</amount>
<cancel_target_month>202701</cancel_target_month>
</pay_option_manage>
` + tail + "89bba80b88dd75f74ffd82775a77b6c1c11f5dbf</sps_hashcode>\n</sps-api-request>\n",
	}
	if string(charge) != asks["ST01-00104-401"] {
		t.Errorf("got\n%s\nwant\n%s", charge, asks["ST01-00104-401"])
	}
	for id, want := range asks {
		fn := function{id, true}
		address, sent := recording(t, okReply(fn, "<res_tracking_id>00000000000001</res_tracking_id>"))
		all := carriersAt(t, address)
		if id == "ST02-00303-402" {
			err = all[NameAuSimple].Refund(t.Context(), "00000000000001/202701", 300)
		} else { // the answer names the agreement and no charge
			_, err = all[NameDocomo].Charge(t.Context(), gateway.ChargeRequest{
				OrderID: "order-1", Kept: gateway.Kept{CustomerCode: "customer-1", Reference: "00000000000001"}, ItemID: "plan", ItemName: "プラン A", Amount: 1100, Tax: 100,
			})
			if !errors.Is(err, gateway.ErrUnknownOutcome) {
				t.Errorf("%s: got %v", id, err)
			}
			err = nil
		}
		if err != nil || *sent != want {
			t.Errorf("%s: %v, sent\n%s\nwant\n%s", id, err, *sent, want)
		}
	}
}

func TestErrorTableOfCarriers(t *testing.T) {
	t.Parallel()
	const unknown = gateway.Reason("unknown outcome")
	for code, want := range map[string]gateway.Reason{
		"402L3999": gateway.ReasonEnded, "401L2999": gateway.ReasonEnded, "40532999": gateway.ReasonEnded, "311L3999": gateway.ReasonEnded,
		"401L0027": gateway.ReasonNoCard, "401L1003": gateway.ReasonRejected,
		"401L4999": gateway.ReasonDeclined, "402U1999": gateway.ReasonDeclined,
		"40135999": gateway.ReasonTrouble, // closed at this hour: nothing happened
		"40136999": unknown, "402L5999": unknown, "40290999": unknown, "31185999": unknown,
		"40596999": gateway.ReasonDuplicate, "40109025": gateway.ReasonRejected, "40228999": gateway.ReasonRejected, "40230999": gateway.ReasonRejected,
		"101L3999": gateway.ReasonRejected, // nothing of the kind is known of cards
	} {
		err := function{"ST01-00104-401", true}.refuse(code)
		got := gateway.Reason("")
		if refused, ok := errors.AsType[*gateway.Error](err); ok {
			got = refused.Reason
		} else if errors.Is(err, gateway.ErrUnknownOutcome) {
			got = unknown
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

func TestStatesOfPayPay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status, amount, refunded string
		state                    gateway.TransactionState // empty: left open
		back                     int
	}{
		{"0", "1100", "0", "", 0}, {"1", "1100", "0", gateway.TransactionAuthorized, 0}, {"2", "1100", "0", "", 0}, {"3", "1100", "0", gateway.TransactionSettled, 0},
		{"4", "1100", "0", gateway.TransactionCanceled, 0}, {"5", "1100", "1100", gateway.TransactionCanceled, 1100}, {"5", "1100", "300", gateway.TransactionSettled, 300},
		{"5", "", "", "", 0}, {"5", "1100", "0", "", 0}, {"5", "1100", "1101", "", 0}, {"9", "1100", "0", "", 0}, {"", "", "", "", 0}, {"3", "1100", "1", "", 0},
	} {
		fn := function{"MG01-00101-311", false}
		address, _ := answering(t, 200, okReply(fn, "<res_tracking_id>00000000000001</res_tracking_id><res_pay_method_info><payment_status>"+
			c.status+"</payment_status><amount>"+c.amount+"</amount><refund_amount>"+c.refunded+"</refund_amount></res_pay_method_info>"))
		tx, err := carriersAt(t, address)[NamePaypay].Lookup(t.Context(), "order-1", "00000000000001")
		if tx.State != c.state || tx.Refunded != c.back || (c.state == "") != isUnclear(fn, err) {
			t.Errorf("%+v: got %+v, %v", c, tx, err)
		}
	}
}
