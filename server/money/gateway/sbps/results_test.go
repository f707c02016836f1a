package sbps

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

const resultHead = "マーチャントID,サービスID,受注ID,トラッキングID,対象年月,処理区分,金額,エラーコード,処理日時\r\n"

func resultFile(t testing.TB, rows ...string) []byte {
	t.Helper()
	out, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(resultHead + strings.Join(append(rows, ""), "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestResultFiles(t *testing.T) {
	t.Parallel()
	cfg := config.SBPS{MerchantID: "12345", ServiceID: "678"}
	got, err := all(ReadResults(strings.NewReader(string(resultFile(t, "12345,678,form-1,00000000000001,202702,売上,1100,,2027/02/01 09:00:00",
		"12345,999,x,y,z,?,-,,", "12345,678,form-2,00000000000002,202702,失敗,1100,402L4999,2027/02/01 09:00:00",
		"12345,678,form-2,00000000000002,202702,解約,0,402L3999,2027/02/03 09:00:00", "12345,678,form-1,00000000000001,202701,返金,500,,2027/02/02 00:00:00"))), cfg))
	if err != nil || len(got) != 4 {
		t.Fatalf("got %+v, %v", got, err)
	}
	want := gateway.ProviderCharge{
		Provider: NameAuSimple, Reference: "00000000000001", TrackingID: "00000000000001/202702", OrderID: "form-1", Month: "202702", Amount: 1100,
		Result: gateway.ProviderChargeSettled, At: time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC),
	}
	if got[0] != want || got[1].Result != gateway.ProviderChargeDeclined || got[1].Code != "402L4999" || got[2].Result != gateway.ProviderChargeEnded ||
		got[3].Result != gateway.ProviderChargeRefunded || got[3].Month != "202701" {
		t.Errorf("got %+v", got)
	}
	good := "12345,678,form-1,00000000000001,202702,売上,1100,,2027/02/01 09:00:00"
	for name, row := range map[string]string{
		"another merchant": strings.Replace(good, "12345", "54321", 1), "no month": strings.Replace(good, "202702", "202713", 1),
		"no kind": strings.Replace(good, "売上", "売掛", 1), "no amount": strings.Replace(good, "1100", "0", 1), "a negative amount": strings.Replace(good, "1100", "-1", 1),
		"no number": strings.Replace(good, "00000000000001", "1' or '1", 1), "no date": strings.Replace(good, "02/01", "02/30", 1),
		"a column too few": "12345,678", "a quote": `12345,678,"form`, "no order": strings.Replace(good, "form-1", "", 1), "a code": strings.Replace(good, ",,2027", ",boom,2027", 1),
	} {
		if got, err := all(ReadResults(strings.NewReader(string(resultFile(t, good, row))), cfg)); err == nil || len(got) != 1 || strings.Contains(err.Error(), "form-1") {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	for name, text := range map[string]string{
		"nothing": "", "UTF-8": resultHead + good + "\r\n", "cut": string(resultFile(t, good))[:100], "no names": good + "\r\n", "bytes": strings.Repeat("\xff", 1000),
	} {
		if got, err := all(ReadResults(strings.NewReader(text), cfg)); err == nil {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// all reads to the end, or to the first error.
func all(file iter.Seq2[gateway.ProviderCharge, error]) (results []gateway.ProviderCharge, err error) {
	for r, err := range file {
		if err != nil {
			return results, err
		}
		results = append(results, r)
	}
	return results, nil
}

func FuzzReadResults(f *testing.F) {
	f.Add(resultFile(f, "12345,678,form-1,00000000000001,202702,売上,1100,,2027/02/01 09:00:00"))
	f.Add(resultFile(f, "12345,999,,,,,,,"))
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := ReadResults(strings.NewReader(string(text)), config.SBPS{MerchantID: "12345", ServiceID: "678"})
		results, err := all(file)
		if again, errAgain := all(file); !slices.Equal(again, results) || (errAgain == nil) != (err == nil) {
			t.Errorf("read again: %+v, %v, not %+v, %v", again, errAgain, results, err)
		}
		for _, r := range results {
			if r.Amount < 0 || r.Amount > 9_999_999 || r.OrderID == "" || r.Result == "" || !monthForm.MatchString(r.Month) || !trackingForm.MatchString(r.Reference) {
				t.Errorf("taken for a result: %+v", r)
			}
		}
	})
}

// rowsOf is a file of so many rows that is never there as a whole.
type rowsOf struct {
	t    *testing.T
	rows int
	next int
	left bytes.Reader
}

func (f *rowsOf) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekStart {
		return 0, fmt.Errorf("sought to %d from %d", offset, whence)
	}
	f.next = 0
	f.left.Reset(resultFile(f.t))
	return 0, nil
}

func (f *rowsOf) Read(p []byte) (int, error) {
	if f.left.Len() == 0 && f.next < f.rows {
		f.next++
		row := resultFile(f.t, fmt.Sprintf("12345,678,form-%d,%014d,202702,売上,1100,,2027/02/01 09:00:00", f.next, f.next))
		f.left.Reset(row[bytes.IndexByte(row, '\n')+1:])
	}
	return f.left.Read(p)
}

// A file of 100,000 rows takes no more memory than one of 1,000. It is not parallel: the memory is
// that of the whole process.
func TestAResultFileIsReadRowByRow(t *testing.T) {
	const rows = 100_000
	inUse := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	file := ReadResults(&rowsOf{t: t, rows: rows}, config.SBPS{MerchantID: "12345", ServiceID: "678"})
	for range 2 { // from its beginning each time
		n, first := 0, 0
		for r, err := range file {
			if err != nil {
				t.Fatal(err)
			}
			n++
			if want := fmt.Sprintf("form-%d", n); r.OrderID != want {
				t.Fatalf("row %d is %s", n, r.OrderID)
			}
			switch n {
			case 1000:
				first = inUse()
			case rows:
				if grown := inUse() - first; grown > 1<<20 {
					t.Errorf("%d bytes more are in use after %d rows than after 1,000", grown, rows)
				}
			}
		}
		if n != rows {
			t.Errorf("%d rows", n)
		}
	}
}

// What ends a file early says what is wrong, and in which row.
func TestWhatIsWrongWithAResultFile(t *testing.T) {
	t.Parallel()
	good := "12345,678,form-1,00000000000001,202702,売上,1100,,2027/02/01 09:00:00"
	file := string(resultFile(t, good))
	for _, c := range []struct{ name, text, told string }{
		{"UTF-8", resultHead + good + "\r\n", "Shift_JIS"},
		{"UTF-8 behind names in Shift_JIS", file + good + "\r\n", "row 3"},
		{"no end of the last row", strings.TrimSuffix(file, "\r\n"), "ends within a row"},
		{"no column of times", strings.Replace(file, string(resultFile(t)[strings.LastIndex(string(resultFile(t)), ",")+1:]), "x\r\n", 1), "処理日時"},
		{"a column twice", strings.Replace(file, "\r\n", ",x,x\r\n", 1), "twice"},
		{"too long", file + strings.Repeat(strings.Repeat("x", 1<<20), maxList>>20), "longer than"},
	} {
		if got, err := all(ReadResults(strings.NewReader(c.text), config.SBPS{MerchantID: "12345", ServiceID: "678"})); err == nil || !strings.Contains(err.Error(), c.told) || strings.Contains(err.Error(), "form-1") {
			t.Errorf("%s: %d rows, %v", c.name, len(got), err)
		}
	}
}
