package sbps

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"kaiin/server/config"
)

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

// A file of 100,000 rows takes no more memory than one of 1,000. It is not parallel: the memory is that of the whole process.
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
