package sbps

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/transform"

	"kaiin/server/base/clock"
	"kaiin/server/base/outbound"
	"kaiin/server/money/gateway"
)

// maxList bounds what is read of a list: some hundred thousand rows.
const maxList = 64 << 20

// fnList is no function of the XML API: its id is only told in errors.
var fnList = function{"list", false}

// Settlements reads the list of a day's sales and refunds of cards. Rows of the merchant's other
// services and of other methods are left out; anything else that is not understood makes the whole
// list an error.
func (c *Client) Settlements(ctx context.Context, day clock.Day) ([]gateway.Settlement, error) {
	return c.settlements(ctx, day, func(method, _ string) bool { return method == "" || method == methodCard })
}

// methodCard are the digits of cards in function ids.
const methodCard = "101"

// Settlements reads what the list of a day has of the carrier. Where two kinds share a method,
// free2 tells them apart: we send the provider's name in it.
func (c *Carrier) Settlements(ctx context.Context, day clock.Day) ([]gateway.Settlement, error) {
	return c.client.settlements(ctx, day, func(method, free2 string) bool {
		another := free2 == NameAuSimple || free2 == NameSoftbankYahoo
		return method == c.method && (free2 == c.name || !c.alias && !another)
	})
}

// settlements reads the rows of a list whose method, and free2, are ours.
func (c *Client) settlements(ctx context.Context, day clock.Day, ours func(method, free2 string) bool) ([]gateway.Settlement, error) {
	if c.cfg.ListURL == nil {
		return nil, fnList.refused(gateway.ReasonRejected, "no address")
	}
	text, err := c.fetch(ctx, day)
	if err != nil {
		return nil, err
	}
	list, err := c.readList(text, day, ours)
	if err != nil {
		return nil, fnList.unclear("", "%v", err)
	}
	return list, nil
}

func (c *Client) fetch(ctx context.Context, day clock.Day) ([]byte, error) {
	address := *c.cfg.ListURL
	query := address.Query()
	query.Set("date", strings.ReplaceAll(day.String(), "-", ""))
	address.RawQuery = query.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, fnList.badRequest(errors.New("the address of the list is not usable"))
	}
	req.SetBasicAuth(c.cfg.BasicUser, c.cfg.BasicPassword)
	res, err := c.lists.Do(req)
	if err != nil {
		return nil, fnList.unreachable(outbound.Bare(err))
	}
	defer func() { _ = res.Body.Close() }()
	switch {
	case turnedAway(res.StatusCode), res.StatusCode == http.StatusBadRequest:
		return nil, fnList.turnedAway(res.StatusCode)
	case res.StatusCode != http.StatusOK:
		return nil, fnList.unclear(fmt.Sprintf("HTTP %d", res.StatusCode), "not a list")
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fnList.unclear("", "the list broke off: %v", outbound.Bare(err))
	}
	return text, nil
}

// The columns we read, in any order.
const (
	columnMerchant = "マーチャントID"
	columnService  = "サービスID"
	columnOrder    = "受注ID"
	columnTracking = "トラッキングID"
	columnKind     = "処理区分"
	columnAmount   = "金額"
	columnTime     = "処理日時"
	columnMethod   = "決済手段" // the three digits of the method; a list without it is of cards alone
	columnFree2    = "自由欄2"
	columnMonth    = "対象年月" // of what a carrier charges by itself, empty for all else
)

var listKinds = map[string]gateway.SettlementKind{"売上": gateway.SettlementSale, "返金": gateway.SettlementRefund}

// readList reads a list in Shift_JIS. Its errors tell the row's number and nothing of the text.
func (c *Client) readList(text []byte, day clock.Day, ours func(method, free2 string) bool) ([]gateway.Settlement, error) {
	in, err := openTable(bytes.NewReader(text), columnMerchant, columnService, columnOrder, columnTracking, columnKind, columnAmount, columnTime)
	if err != nil {
		return nil, err
	}
	var list []gateway.Settlement
	for {
		value, err := in.next()
		if errors.Is(err, io.EOF) {
			slices.SortStableFunc(list, func(a, b gateway.Settlement) int {
				return cmp.Or(a.At.Compare(b.At), strings.Compare(a.TrackingID, b.TrackingID))
			})
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		if value(columnMerchant) == c.cfg.MerchantID && value(columnService) != c.cfg.ServiceID {
			continue
		}
		if value(columnMerchant) == c.cfg.MerchantID && !ours(value(columnMethod), value(columnFree2)) {
			continue
		}
		s := gateway.Settlement{Kind: listKinds[value(columnKind)], OrderID: value(columnOrder), TrackingID: value(columnTracking)}
		amount, ok := readYen(value(columnAmount))
		s.Amount = amount
		month := value(columnMonth)
		s.At, err = time.ParseInLocation("2006/01/02 15:04:05", value(columnTime), clock.Tokyo)
		if value(columnMerchant) != c.cfg.MerchantID || s.Kind == "" || s.OrderID == "" || !trackingForm.MatchString(s.TrackingID) ||
			month != "" && !monthForm.MatchString(month) || !ok || amount == 0 || err != nil || !clock.DayOf(s.At).Equal(day) {
			return nil, fmt.Errorf("row %d of the list is none of the day's sales and refunds", in.row)
		}
		s.TrackingID = monthly(s.TrackingID, month)
		list = append(list, s)
	}
}

// table is a CSV in Shift_JIS whose first row names the columns, read row by row. Its errors tell
// the row's number and nothing of the text.
type table struct {
	rows *csv.Reader
	in   *bounded
	at   map[string]int
	row  int // that was read last
}

// openTable reads the names of a table, which has to have the columns, and others as it likes.
func openTable(in io.Reader, columns ...string) (*table, error) {
	t := &table{in: &bounded{from: in}, at: map[string]int{}, row: 1}
	t.rows = csv.NewReader(transform.NewReader(t.in, japanese.ShiftJIS.NewDecoder())) // every row must have as many values as the first
	t.rows.ReuseRecord = true
	names, err := t.rows.Read()
	switch {
	case t.in.err != nil:
		return nil, t.in.err
	case err != nil:
		return nil, errors.New("the list has no row of names")
	case !allLegible(names):
		return nil, errors.New("the list is not in Shift_JIS")
	}
	for i, name := range names {
		if _, twice := t.at[name]; twice {
			return nil, errors.New("the list has a column twice")
		}
		t.at[name] = i
	}
	for _, name := range columns {
		if _, ok := t.at[name]; !ok {
			return nil, fmt.Errorf("the list has no column %s, or is not in Shift_JIS", name)
		}
	}
	return t, nil
}

// next reads a row, whose values hold until the next one is read: that of a column which the table
// has not is empty. io.EOF: there is none.
func (t *table) next() (value func(column string) string, err error) {
	t.row++
	row, err := t.rows.Read()
	switch {
	case t.in.err != nil:
		return nil, t.in.err
	case errors.Is(err, io.EOF) && t.in.last != '\n':
		return nil, errors.New("the list ends within a row")
	case errors.Is(err, io.EOF):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("row %d of the list is not CSV, or has another number of values", t.row)
	case !allLegible(row):
		return nil, fmt.Errorf("row %d of the list is not in Shift_JIS", t.row)
	}
	return func(column string) string {
		if i, ok := t.at[column]; ok {
			return row[i]
		}
		return ""
	}, nil
}

func allLegible(values []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { return !legible([]byte(v)) })
}

// bounded is a list as it comes in: not longer than maxList.
type bounded struct {
	from io.Reader
	read int
	last byte
	err  error // for which reading ended early
}

func (b *bounded) Read(p []byte) (n int, err error) {
	n, err = b.from.Read(p)
	if b.read += n; n > 0 {
		b.last = p[n-1]
	}
	switch {
	case b.read > maxList:
		b.err = fmt.Errorf("the list is longer than %d bytes", maxList)
	case err != nil && !errors.Is(err, io.EOF):
		b.err = fmt.Errorf("the list cannot be read: %w", err)
	}
	if b.err != nil {
		return 0, b.err
	}
	return n, err
}
