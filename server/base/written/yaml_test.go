package written_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"kaiin/server/base/written"
)

type shop struct {
	Phone  string            `json:"phone"`
	Title  map[string]string `json:"title"`
	Price  int               `json:"price"`
	Limit  *int              `json:"limit"`
	Rates  []float64         `json:"rates"`
	Codes  []string          `json:"codes"`
	Opened bool              `json:"opened"`
	Rows   []*row            `json:"rows"`
	Gone   string            `json:"gone" yaml:"-"`
}

type row struct {
	Name string `json:"name"`
	Days int    `json:"days"`
}

// F-02: a text keeps its text, whatever YAML would make of it.
func TestATextStaysAsItIsWritten(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0312345670", "0x10", "0o17", "1e3", "1_000", "1.50", "-0", "+81312345670", "true", "No", ".inf", "2026-04-01", "10:30", "007", "1.2.3", "00000000000000000000000000000001",
	} {
		var got shop
		document := "phone: " + text + "\ntitle: {ja: " + text + "}\ncodes: [" + text + "]\nrows:\n  - name: " + text + "  # a remark\n"
		if err := written.YAML([]byte(document), &got); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got.Phone != text || got.Title["ja"] != text || len(got.Codes) != 1 || got.Codes[0] != text || got.Rows[0].Name != text {
			t.Errorf("%s became %+v, %+v", text, got, got.Rows[0])
		}
	}
	var got shop
	if err := written.YAML([]byte("phone: &number 0120\ncodes: [*number, *number]\ntitle: {01: x}\n"), &got); err != nil || got.Phone != "0120" || got.Codes[1] != "0120" ||
		!maps.Equal(got.Title, map[string]string{"01": "x"}) {
		t.Errorf("anchors and keys: %+v, %v", got, err)
	}
	if err := written.YAML([]byte("phone:\ntitle: ~\nlimit: null\n"), &got); err != nil || got.Limit != nil {
		t.Errorf("what is not given: %+v, %v", got, err)
	}
}

// F-02: a number is the one that people read, or refused with its line.
func TestAWholeNumberIsWrittenInDigitsAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"01100", "1e3", "10.5", "1.0", "0x10", "0o17", "0b1", "1_000", "+5", "-0", `"1100"`, "1,100", "１１００", "true", "many", "[1]", "{a: 1}", "99999999999999999999"} {
		for _, document := range []string{"phone: x\nprice: " + text + "\n", "phone: x\nlimit: " + text + "\n", "rows:\n  - days: " + text + "\n"} {
			var got shop
			err := written.YAML([]byte(document), &got)
			if err == nil {
				t.Errorf("%q was taken: %+v", document, got)
			} else if !strings.Contains(err.Error(), ">  2 | ") {
				t.Errorf("%q: the line is not shown: %v", document, err)
			}
		}
	}
	for text, want := range map[string]int{"0": 0, "7": 7, "1100": 1100} {
		var got shop
		if err := written.YAML([]byte("price: &p "+text+"\nlimit: *p\nrows: [{days: *p}]\n"), &got); err != nil || got.Price != want || *got.Limit != want || got.Rows[0].Days != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

func TestOtherKinds(t *testing.T) {
	t.Parallel()
	var got shop
	if err := written.YAML([]byte("\ufeffrates: [0.5, 1, 1.50]\nopened: true\n\x1a"), &got); err != nil || len(got.Rates) != 3 || got.Rates[2] != 1.5 || !got.Opened {
		t.Errorf("%+v, %v", got, err)
	}
	for _, c := range []struct{ document, told string }{
		{"rates: [01.5]", "must be a number"}, {"rates: [1e3]", "must be a number"}, {`rates: ["1"]`, "must be a number"}, {"rates: [.inf]", "must be a number"},
		{"opened: yes", "true or false"}, {"opened: 1", "true or false"}, {"phones: 1", `unknown field "phones"`}, {"gone: x", "gone"}, {"phone: 1\nphone: 2", "already defined"},
		{"phone: [1]", "phone"}, {"", "empty"}, {"phone: 1\n---\nphone: 2", "more than one document"}, {"phone: [", "1 | phone"},
	} {
		if err := written.YAML([]byte(c.document), new(shop)); err == nil || !strings.Contains(err.Error(), c.told) {
			t.Errorf("%q: %v, want something with %q", c.document, err, c.told)
		}
	}
}

func TestWholeNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"0": 0, "1100": 1100, "-5": -5} {
		if n, err := written.WholeNumber(text); err != nil || n != want {
			t.Errorf("%s: %d, %v", text, n, err)
		}
	}
	for _, text := range []string{"", "01100", "1e3", "0x10", "1_000", "+5", " 5", "10.0", "99999999999999999999"} {
		if n, err := written.WholeNumber(text); err == nil {
			t.Errorf("%q is %d", text, n)
		}
	}
}

// What a field keeps as JSON may be anything, written as YAML or as JSON.
func TestWhatIsKeptAsJSON(t *testing.T) {
	t.Parallel()
	type app struct {
		Name string          `json:"name"`
		Keys json.RawMessage `json:"keys"`
	}
	for _, c := range []struct{ document, want string }{
		{"keys:\n  keys:\n    - kty: EC\n      kid: \"2026\"\n      x: 'a-b_c'  # a remark\n", `{"keys":[{"kty":"EC","kid":"2026","x":"a-b_c"}]}`},
		{`{"name": "x", "keys": {"keys": [{"kty": "EC", "ext": true, "n": 65537, "r": 1.5, "none": null}]}}`, `{"keys":[{"kty":"EC","ext":true,"n":65537,"r":1.5,"none":null}]}`},
		{"name: &n x\nkeys: [*n, \"a\\\"b\\nc\", 0, -1]\n", `["x","a\"b\nc",0,-1]`},
		{"keys: text\n", `"text"`}, {"keys: 5\n", "5"}, {"keys: {a: &k {b: 1}, c: *k}\n", `{"a":{"b":1},"c":{"b":1}}`},
		{"keys: {10: 2026-04-01, true: 1e3}\n", `{"10":"2026-04-01","true":"1e3"}`},
		{"keys: {a: {}, b: [], c: '', d: 灯台座}\n", `{"a":{},"b":[],"c":"","d":"灯台座"}`},
		{"name: x\nkeys:\n", ""}, {"name: x\n", ""}, {"keys: ~\n", ""},
	} {
		var got app
		if err := written.YAML([]byte(c.document), &got); err != nil || string(got.Keys) != c.want {
			t.Errorf("%q: %s, %v, want %s", c.document, got.Keys, err, c.want)
		}
	}
	for _, text := range []string{"01100", "0x10", "1_000", ".inf"} {
		if err := written.YAML([]byte("name: x\nkeys: {"+text+": x}\n"), new(app)); err == nil {
			t.Errorf("the key %s may be read in two ways", text)
		}
		if err := written.YAML([]byte("name: x\nkeys: {a: [{b: "+text+"}]}\n"), new(app)); err == nil || !strings.Contains(err.Error(), ">  2 | ") {
			t.Errorf("%s may be read in two ways: %v", text, err)
		}
	}
}

// What is nothing when it is left out may be left out; what somebody pays may not.
func TestWhatHasToBeWritten(t *testing.T) {
	t.Parallel()
	type tax struct {
		From string `json:"from"`
		Rate int    `json:"rate" written:"needed"`
	}
	type plan struct {
		ID     string `json:"id"`
		Price  int    `json:"price" written:"needed"`
		Hidden bool   `json:"hidden"`
		Days   int    `json:"days"`
		Limit  *int   `json:"limit"`
		Taxes  []tax  `json:"taxes"`
	}
	type store struct {
		Plans []plan `json:"plans"`
	}
	for _, c := range []struct{ document, told string }{
		{"plans:\n  - id: a\n    price: 0\n    limit:\n    taxes: [{from: x, rate: 0}]\n", ""},
		{"plans:\n  - &a\n    price: 5\n  - <<: *a\n    id: b\n", ""},
		{"plans:\n  - <<: {hidden: true}\n    price: 5\n", ""}, {"plans:\n  - <<: {hidden: true}\n    id: a\n", "plans[0].price"},
		{"plans:\n  - {id: a, price: 5}\n  - {id: b, hidden: true}\n", "plans[1].price"},
		{"plans:\n  - id: a\n", "plans[0].price"},
		{"plans:\n  - id: a\n    price:\n", "plans[0].price"}, {"plans:\n  - id: a\n    price: ~\n", "plans[0].price"},
		{"plans: [{id: a, price: 5, taxes: [{from: x}]}]\n", "plans[0].taxes[0].rate"},
		{"plans: [{id: a, price: 5, taxes: [{from: x, rate: 8}, {from: y, rate: }]}]\n", "plans[0].taxes[1].rate"},
		{"plans:\n  - id: a\n    price: 5\n    hidden:\n", "plans[0].hidden"}, {"plans:\n  - id: a\n    price: 5\n    days: null\n", "plans[0].days"},
	} {
		err := written.YAML([]byte(c.document), new(store))
		if (err == nil) != (c.told == "") || err != nil && !strings.Contains(err.Error(), c.told) {
			t.Errorf("%q: %v, want something with %q", c.document, err, c.told)
		}
	}
}

// Where a variable was filled in, nothing is no value: its writer meant one.
func TestAFilledInValueIsNotEmpty(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		document string
		filled   []int
		told     string
	}{
		{"phone:\nlimit:\n", nil, ""}, {"phone:\nlimit:\n", []int{1}, "phone"}, {"phone:\nlimit:\n", []int{2}, "limit"},
		{"phone: \"\"\nlimit: 5\n", []int{1, 2}, ""}, {"codes:\n  - a\n  -\n", []int{3}, "codes[1]"}, {"rows:\n  - name: \n    days: 1\n", []int{2}, "rows[0].name"},
	} {
		err := written.YAML([]byte(c.document), new(shop), c.filled...)
		if (err == nil) != (c.told == "") || err != nil && !strings.Contains(err.Error(), c.told) {
			t.Errorf("%q, %v: %v, want something with %q", c.document, c.filled, err, c.told)
		}
	}
}
