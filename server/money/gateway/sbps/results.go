package sbps

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

// columnCode is in result files alone.
const columnCode = "エラーコード"

var (
	resultKinds = map[string]gateway.ProviderChargeResult{
		"売上": gateway.ProviderChargeSettled, "失敗": gateway.ProviderChargeDeclined, "解約": gateway.ProviderChargeEnded, "返金": gateway.ProviderChargeRefunded,
	}
	resultCode = regexp.MustCompile(`^([0-9]{3}[0-9A-Z]{2}[0-9]{3})?$`)
	orderForm  = regexp.MustCompile(`^[!-~]{1,38}$`)
)

// ReadResults reads a file of what became of the months that the carrier charges by itself, row by
// row and from its beginning each time it is ranged over: CSV in Shift_JIS, whose columns are
// listed in the package comment. Rows of the merchant's other services are left out. Anything else
// that is not understood is an error, with which the reading ends, and which tells the row's number
// and nothing of the text.
func ReadResults(in io.ReadSeeker, cfg config.SBPS) iter.Seq2[gateway.ProviderCharge, error] {
	return func(yield func(gateway.ProviderCharge, error) bool) {
		failed := func(err error) { yield(gateway.ProviderCharge{}, fmt.Errorf("sbps: %w", err)) }
		if _, err := in.Seek(0, io.SeekStart); err != nil {
			failed(fmt.Errorf("the file cannot be read from its beginning: %w", err))
			return
		}
		rows, err := openTable(in, columnMerchant, columnService, columnOrder, columnTracking, columnMonth, columnKind, columnAmount, columnCode, columnTime)
		if err != nil {
			failed(err)
			return
		}
		for {
			value, err := rows.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				failed(err)
				return
			}
			if value(columnMerchant) == cfg.MerchantID && value(columnService) != cfg.ServiceID {
				continue
			}
			r, ok := readResult(value)
			switch {
			case value(columnMerchant) != cfg.MerchantID:
				failed(fmt.Errorf("row %d is another merchant's", rows.row))
				return
			case !ok:
				failed(fmt.Errorf("row %d is no result of a month", rows.row))
				return
			case !yield(r, nil):
				return
			}
		}
	}
}

func readResult(value func(column string) string) (r gateway.ProviderCharge, ok bool) {
	r = gateway.ProviderCharge{
		Provider: NameAuSimple, Reference: value(columnTracking), OrderID: value(columnOrder), Month: value(columnMonth),
		Result: resultKinds[value(columnKind)], Code: value(columnCode),
	}
	r.TrackingID = monthly(r.Reference, r.Month)
	r.Amount, ok = readYen(value(columnAmount))
	at, err := time.ParseInLocation("2006/01/02 15:04:05", value(columnTime), clock.Tokyo)
	r.At = at.UTC()
	return r, ok && err == nil && r.Result != "" && (r.Amount != 0 || r.Result == gateway.ProviderChargeEnded) &&
		orderForm.MatchString(r.OrderID) && trackingForm.MatchString(r.Reference) && monthForm.MatchString(r.Month) && resultCode.MatchString(r.Code)
}
