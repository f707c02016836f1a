package sbps

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"kaiin/server/clock"
	"kaiin/server/config"
	"kaiin/server/payment"
)

// columnCode is in result files alone.
const columnCode = "エラーコード"

var (
	resultKinds = map[string]payment.ProviderChargeResult{
		"売上": payment.ProviderChargeSettled, "失敗": payment.ProviderChargeDeclined, "解約": payment.ProviderChargeEnded, "返金": payment.ProviderChargeRefunded,
	}
	resultCode = regexp.MustCompile(`^([0-9]{3}[0-9A-Z]{2}[0-9]{3})?$`)
	orderForm  = regexp.MustCompile(`^[!-~]{1,38}$`)
)

// ReadResults reads a file of what became of the months that the carrier charges by itself: CSV in Shift_JIS, whose columns stand in the
// package comment. Rows of the merchant's other services are left out. Anything else that is not understood makes the whole file an
// error, which tells the row's number and nothing of the text.
func ReadResults(in io.Reader, cfg config.SBPS) ([]payment.ProviderCharge, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxList+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("sbps: the file cannot be read: %w", err)
	case len(text) > maxList:
		return nil, fmt.Errorf("sbps: the file is longer than %d bytes", maxList)
	}
	rows, at, err := openList(text, columnMerchant, columnService, columnOrder, columnTracking, columnMonth, columnKind, columnAmount, columnCode, columnTime)
	if err != nil {
		return nil, fmt.Errorf("sbps: %w", err)
	}
	var results []payment.ProviderCharge
	for n := 2; ; n++ {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return results, nil
		}
		if err != nil {
			return nil, fmt.Errorf("sbps: row %d is not CSV, or has another number of values", n)
		}
		value := func(name string) string { return row[at[name]] }
		switch {
		case value(columnMerchant) != cfg.MerchantID:
			return nil, fmt.Errorf("sbps: row %d is another merchant's", n)
		case value(columnService) != cfg.ServiceID:
			continue
		}
		r := payment.ProviderCharge{
			Provider: NameAuSimple, Reference: value(columnTracking), OrderID: value(columnOrder), Month: value(columnMonth),
			Result: resultKinds[value(columnKind)], Code: value(columnCode),
		}
		r.TrackingID = monthly(r.Reference, r.Month)
		amount, ok := readYen(value(columnAmount))
		r.Amount = amount
		when, err := time.ParseInLocation("2006/01/02 15:04:05", value(columnTime), clock.Tokyo)
		r.At = when.UTC()
		if r.Result == "" || !ok || err != nil || !orderForm.MatchString(r.OrderID) || !trackingForm.MatchString(r.Reference) || !monthForm.MatchString(r.Month) || !resultCode.MatchString(r.Code) ||
			amount == 0 && r.Result != payment.ProviderChargeEnded {
			return nil, fmt.Errorf("sbps: row %d is no result of a month", n)
		}
		results = append(results, r)
	}
}
