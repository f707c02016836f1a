package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/text/encoding/japanese"

	"kaiin/ent/gatewayevent"
	"kaiin/server/base/clock"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
)

const resultNames = "マーチャントID,サービスID,受注ID,トラッキングID,対象年月,処理区分,金額,エラーコード,処理日時\r\n"

// results is a file of them in Shift_JIS.
func results(t *testing.T, text string) (file string) {
	t.Helper()
	out, err := japanese.ShiftJIS.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return tableFile(t, out)
}

func tableFile(t *testing.T, text string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "results.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

const (
	taken   = "30132,001,form-1,00000000000001,202702,売上,1100,,2027/02/01 09:00:00\r\n"
	refused = "30132,001,form-2,00000000000002,202702,失敗,1100,402L4999,2027/02/01 09:00:00\r\n"
)

func TestSettlementUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, told string }{
		{"settlement", "import, open or answer"}, {"settlement close", "import, open or answer"}, {"settlement import", "--file"},
		{"settlement import x.csv", "not understood"}, {"settlement open now", "not understood"}, {"settlement answer", "--by and --reason"},
		{"settlement answer --as paid --by hanako --reason seen-it", "is no id"}, {"settlement answer --as paid --by hanako --reason seen-it --result 1", "is no id"},
		{"settlement answer --result 0199f1c2-7a3b-7c11-8f11-000000000001 --by hanako --reason seen-it", "--as, --by and --reason"},
		{"settlement answer --result 0199f1c2-7a3b-7c11-8f11-000000000001 --by hanako", "--by and --reason"},
	} {
		if status, out, problems := run(t, nil, strings.Fields(c.args)...); status != 2 || out != "" || !strings.Contains(problems, c.told) {
			t.Errorf("kaiin %s: %d %s %s", c.args, status, out, problems)
		}
	}
}

// A right file is imported whole and once, and of a wrong one nothing is kept.
func TestImportSettlement(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	count := func() int { return w.store.Client(t.Context()).GatewayEvent.Query().CountX(t.Context()) }
	for name, c := range map[string]struct{ file, told string }{
		"none":             {filepath.Join(t.TempDir(), "none.csv"), "no such file"},
		"a folder":         {t.TempDir(), "directory"},
		"empty":            {tableFile(t, ""), "no row of names"},
		"a picture":        {tableFile(t, "\x89PNG\r\n\x1a\n\x00\x00"), "Shift_JIS"},
		"UTF-8":            {tableFile(t, resultNames+taken), "Shift_JIS"},
		"another's":        {results(t, resultNames+taken+strings.Replace(taken, "30132", "30133", 1)), "row 3 is another merchant's"},
		"a line is wrong":  {results(t, resultNames+taken+strings.Replace(taken, "1100", "0", 1)), "row 3 is no result"},
		"cut":              {results(t, resultNames+taken+refused[:30]), "row 3"},
		"cut at the end":   {results(t, strings.TrimSuffix(resultNames+taken, "\r\n")), "ends within a row"},
		"names are absent": {results(t, taken+refused), "has no column"},
	} {
		if status, out, problems := run(t, w.env, "settlement", "import", "--file", c.file, "--by", "hanako", "--reason", "a test"); status != 1 || out != "" || !strings.Contains(problems, c.told) || count() != 0 {
			t.Errorf("%s: %d %s %s, %d are kept", name, status, out, problems, count())
		}
	}
	// M-27: what says otherwise under a key that is known is kept, and told as a number of its own.
	file := results(t, resultNames+taken+refused+taken+strings.Replace(taken, "1100", "1000", 1)+strings.Replace(taken, ",001,", ",002,", 1))
	for _, c := range []struct {
		args []string
		told string
		kept int
	}{
		{[]string{"--dry-run"}, "2 results are new, 1 say otherwise than one that was known, and 1 were known.", 0},
		{[]string{"--dry-run", "--json"}, `{"lines":4,"new":2,"other":1,"known":1,"dryRun":true}`, 0},
		{decided, "2 results are kept, 1 say otherwise than one that was known, and 1 were known.", 3},
		{decided, "0 results are kept, 0 say otherwise than one that was known, and 4 were known.", 3},
		{append(slices.Clone(decided), "--json"), `{"lines":4,"new":0,"other":0,"known":4,"dryRun":false}`, 3},
	} {
		status, out, problems := run(t, w.env, append([]string{"settlement", "import", "--file", file}, c.args...)...)
		if status != 0 || !strings.Contains(compact(out), c.told) || count() != c.kept {
			t.Errorf("%v: %d %s %s, %d are kept", c.args, status, out, problems, count())
		}
	}
}

// The name of a file is bytes: what is no text of it is replaced in its act.
func TestAFileWhoseNameIsNoText(t *testing.T) { // M-27
	t.Parallel()
	w := newTill(t)
	file := filepath.Join(t.TempDir(), "\x8c\x8e.csv")
	if err := os.Rename(results(t, resultNames+taken), file); err != nil {
		t.Skip("the file system wants text: ", err)
	}
	if status, out, problems := run(t, w.env, append([]string{"settlement", "import", "--file", file}, decided...)...); status != 0 {
		t.Errorf("%d %s %s", status, out, problems)
	}
	if out := w.must(t, "acts"); !strings.Contains(out, `on file "?.csv"`) {
		t.Error(out)
	}
}

// compact is a JSON in one line; other text as it is.
func compact(text string) string {
	var value json.RawMessage
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	line, err := json.Marshal(value)
	if err != nil {
		return text
	}
	return string(line)
}

// A line of an unknown agreement is a question, and one of several shells answers it.
func TestAnswerSettlement(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	if status, out, _ := run(t, w.env, "settlement", "open"); status != 0 || out != "0 are open.\n" {
		t.Errorf("%d %s", status, out)
	}
	if status, out, _ := run(t, w.env, "settlement", "open", "--json"); status != 0 || compact(out) != "[]" {
		t.Errorf("%d %s", status, out)
	}
	if status, _, problems := run(t, w.env, "settlement", "import", "--file", results(t, resultNames+taken), "--by", "hanako", "--reason", "a test"); status != 0 {
		t.Fatal(problems)
	}
	event := w.store.Client(t.Context()).GatewayEvent.Query().OnlyX(t.Context())
	answer := []string{"settlement", "answer", "--result", event.ID.String(), "--as", "unpaid", "--by", "hanako", "--reason", "seen there"}
	if status, _, _ := run(t, w.env, answer...); status != 1 {
		t.Errorf("before it is a question: %d", status)
	}
	if err := (&providerbilling.Service{Store: w.store, Clock: clock.New(), Payment: &payment.Service{Store: w.store, Clock: clock.New()}}).ApplyMonth(t.Context(), event.ID); err != nil {
		t.Fatal(err)
	}
	if status, out, _ := run(t, w.env, "settlement", "open"); status != 0 || !strings.Contains(out, event.ID.String()) || !strings.Contains(out, "1100 yen\n1 are open.") {
		t.Errorf("%d %s", status, out)
	}
	var list []question
	if status, out, _ := run(t, w.env, "settlement", "open", "--json"); status != 0 || json.Unmarshal([]byte(out), &list) != nil || len(list) != 1 ||
		list[0].ID != event.ID || list[0].Kind != "result" || list[0].Amount != 1100 {
		t.Errorf("%d %s", status, out)
	}
	const shells = 4
	var all sync.WaitGroup
	statuses := make([]int, shells)
	for i := range shells {
		all.Go(func() { statuses[i], _, _ = run(t, w.env, answer...) })
	}
	all.Wait()
	answered := 0
	for _, status := range statuses {
		switch status {
		case 0:
			answered++
		case 1:
		default:
			t.Errorf("a shell ends with %d", status)
		}
	}
	if answered != 1 {
		t.Errorf("%d shells have answered it", answered)
	}
	if e := w.store.Client(t.Context()).GatewayEvent.Query().Where(gatewayevent.ID(event.ID)).OnlyX(t.Context()); e.AppliedAt == nil || e.ChargeID != nil {
		t.Errorf("%+v", e)
	}
	if status, out, _ := run(t, w.env, "settlement", "open"); status != 0 || out != "0 are open.\n" {
		t.Errorf("%d %s", status, out)
	}
}
