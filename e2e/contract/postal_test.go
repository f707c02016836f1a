package contract

import (
	"kaiin/server/staff/acts/actstest"
	"strings"
	"testing"
)

// kenAll is an extract of Japan Post's table: a code with one address and one with two.
var kenAll = strings.Join([]string{
	`13101,"100  ","1000001","ﾄｳｷｮｳﾄ","ﾁﾖﾀﾞｸ","ﾁﾖﾀﾞ","東京都","千代田区","千代田",0,0,0,0,0,0`,
	`23235,"498  ","4980000","ｱｲﾁｹﾝ","ﾔﾄﾐｼ","ｲｶﾆｹｲｻｲｶﾞﾅｲﾊﾞｱｲ","愛知県","弥富市","以下に掲載がない場合",0,0,0,0,0,0`,
	`24303,"498  ","4980000","ﾐｴｹﾝ","ｸﾜﾅｸﾞﾝｷｿｻｷﾁｮｳ","ｲｶﾆｹｲｻｲｶﾞﾅｲﾊﾞｱｲ","三重県","桑名郡木曽岬町","以下に掲載がない場合",0,0,0,0,0,0`,
}, "\r\n") + "\r\n"

func TestPostalCode(t *testing.T) { // C-085
	t.Parallel()
	s := start(t, nil)
	if _, err := s.Postal.ImportPostal(t.Context(), actstest.By(s.Store), strings.NewReader(kenAll)); err != nil {
		t.Fatal(err)
	}
	b := s.Browser(t)
	one, two := good(t, b.Get("/zapi/postal-code/1000001")), good(t, b.Get("/zapi/postal-code/4980000"))
	exactly(t, "C-085", one, "results")
	const row = "F-284 F-285 F-286 F-287"
	has(t, one, []member{
		{row, "results", []any{map[string]any{"prefectureCode": 13, "city": "千代田区", "town": "千代田", "allAddress": "東京都千代田区千代田"}}},
	})
	has(t, two, []member{{row, "results", []any{
		map[string]any{"prefectureCode": 23, "city": "弥富市", "town": "", "allAddress": "愛知県弥富市"},
		map[string]any{"prefectureCode": 24, "city": "桑名郡木曽岬町", "town": "", "allAddress": "三重県桑名郡木曽岬町"},
	}}})
	for _, locale := range []string{"ja", "en"} {
		for code, problem := range map[string]string{"9999999": "POSTAL_CODE_NOT_FOUND", "123": "INVALID_FORMAT", "12345678": "INVALID_FORMAT", "12a4567": "INVALID_FORMAT"} {
			got := said(t, b, locale, "GET", "/zapi/postal-code/"+code, nil)
			refused(t, "E-076 "+code, got, locale, 400, problem, "postalCode", nil)
		}
	}
}
