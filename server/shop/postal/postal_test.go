package postal

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/staff/acts/actstest"
)

// kenAll has the shapes of Japan Post's table, one of each.
var kenAll = strings.Join([]string{
	kenAllRow("0600000", "北海道", "札幌市中央区", "以下に掲載がない場合"),
	kenAllRow("0600042", "北海道", "札幌市中央区", "大通西（１～１９丁目）"),
	kenAllRow("0285102", "岩手県", "岩手郡葛巻町", "葛巻（第４０地割「５７番地１２５、１７６を除く」～第４５"),
	kenAllRow("0285102", "岩手県", "岩手郡葛巻町", "地割」）"),
	kenAllRow("0287917", "岩手県", "九戸郡洋野町", "種市第１５地割～第２１地割（鹿糠、小路合）"),
	kenAllRow("0295503", "岩手県", "和賀郡西和賀町", "穴明２２地割、穴明２３地割"),
	kenAllRow("1006801", "東京都", "千代田区", "大手町ＪＡビル（１階）"),
	kenAllRow("1006890", "東京都", "千代田区", "大手町ＪＡビル（地階・階層不明）"),
	kenAllRow("3060433", "茨城県", "猿島郡境町", "境町の次に番地がくる場合"),
	kenAllRow("4090142", "山梨県", "北都留郡小菅村", "小菅村の次に１～６６３番地がくる場合"),
	kenAllRow("1000301", "東京都", "利島村", "利島村一円"),
	kenAllRow("5220317", "滋賀県", "犬上郡多賀町", "一円"),
	kenAllRow("4980000", "愛知県", "弥富市", "以下に掲載がない場合"),
	kenAllRow("4980000", "三重県", "桑名郡木曽岬町", "以下に掲載がない場合"),
	kenAllRow("6028368", "京都府", "京都市上京区", "北町（相合図子通五辻上る）"),
	kenAllRow("6028368", "京都府", "京都市上京区", "北町（中立売通七本松西入）"),
}, "\r\n") + "\r\n"

func kenAllRow(code, prefecture, city, town string) string {
	return fmt.Sprintf(`01101,"%s  ","%s","ｶﾅ","ｶﾅ","ｶﾅ","%s","%s","%s",0,0,0,0,0,0`, code[:3], code, prefecture, city, town)
}

var kenAllPlaces = []place{
	{"0600000", 1, "札幌市中央区", ""},
	{"0600042", 1, "札幌市中央区", "大通西"},
	{"0285102", 3, "岩手郡葛巻町", "葛巻"},
	{"0287917", 3, "九戸郡洋野町", "種市"},
	{"0295503", 3, "和賀郡西和賀町", "穴明２２地割"},
	{"0295503", 3, "和賀郡西和賀町", "穴明２３地割"},
	{"1006801", 13, "千代田区", "大手町ＪＡビル　１階"},
	{"1006890", 13, "千代田区", "大手町ＪＡビル"},
	{"3060433", 8, "猿島郡境町", ""},
	{"4090142", 19, "北都留郡小菅村", ""},
	{"1000301", 13, "利島村", ""},
	{"5220317", 25, "犬上郡多賀町", "一円"},
	{"4980000", 23, "弥富市", ""},
	{"4980000", 24, "桑名郡木曽岬町", ""},
	{"6028368", 26, "京都市上京区", "北町"},
}

func TestJapanPostsTableIsReadInBothEncodings(t *testing.T) {
	t.Parallel()
	shiftJIS, err := japanese.ShiftJIS.NewEncoder().String(kenAll)
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"Shift_JIS": shiftJIS, "UTF-8": kenAll, "UTF-8 with a mark": "\ufeff" + kenAll,
		"F-11: with the end mark of old systems": kenAll + "\x1a", "F-11: the same in Shift_JIS": shiftJIS + "\x1a"} {
		places, err := readKenAll(strings.NewReader(file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !reflect.DeepEqual(places, kenAllPlaces) {
			t.Errorf("%s:\n got %v\nwant %v", name, places, kenAllPlaces)
		}
	}
}

func TestATableThatIsNotJapanPostsIsRefused(t *testing.T) {
	t.Parallel()
	s := &Service{Store: storetest.Open(t)}
	if _, err := s.ImportPostal(t.Context(), actstest.By(s.Store), strings.NewReader(kenAll)); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{
		"nothing":            "",
		"another table":      "a,b,c\r\n",
		"no prefecture":      kenAllRow("0600000", "江戸", "神田", "町"),
		"no code":            kenAllRow("06-0000", "北海道", "札幌市", "町"),
		"neither encoding":   "\xff\xfe\x00\x01",
		"cut in a town":      kenAllRow("0285102", "岩手県", "岩手郡葛巻町", "葛巻（第４０地割"),
		"right, then broken": kenAll + "x,y\r\n",
	} {
		if _, err := s.ImportPostal(t.Context(), actstest.By(s.Store), strings.NewReader(file)); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if n, err := s.PostalRows(t.Context()); err != nil || n != len(kenAllPlaces) {
		t.Errorf("%d rows after the refusals, %v", n, err)
	}
}

func TestAddresses(t *testing.T) { // A-159 A-160
	t.Parallel()
	s := &Service{Store: storetest.Open(t)}
	for range 2 { // another import replaces the first
		if n, err := s.ImportPostal(t.Context(), actstest.By(s.Store), strings.NewReader(kenAll)); err != nil || n != len(kenAllPlaces) {
			t.Fatalf("%d rows, %v", n, err)
		}
	}
	ctx, statements := store.CountStatements(t.Context())
	found, err := s.Addresses(ctx, "0600042")
	if want := (Address{1, "札幌市中央区", "大通西", "北海道札幌市中央区大通西"}); err != nil || len(found) != 1 || found[0] != want || statements.Load() != 1 {
		t.Errorf("one candidate: %v, %v, %d statements", found, err, statements.Load())
	}
	found, err = s.Addresses(ctx, "4980000")
	if err != nil || len(found) != 2 || found[0].AllAddress != "愛知県弥富市" || found[1].AllAddress != "三重県桑名郡木曽岬町" {
		t.Errorf("several candidates: %v, %v", found, err)
	}
	for code, want := range map[string]fault.Code{
		"9999999": "POSTAL_CODE_NOT_FOUND", "060004": "INVALID_FORMAT", "060-004": "INVALID_FORMAT", "０６０００４２": "INVALID_FORMAT", "": "INVALID_FORMAT",
	} {
		_, err := s.Addresses(ctx, code)
		f, ok := fault.As(err)
		if !ok || f.Code != want || f.Fields[0].Path != "postalCode" || f.Kind != fault.KindInvalid {
			t.Errorf("%q: %v, want %s on postalCode", code, err, want)
		}
	}
	if got := fault.Text("ja", "POSTAL_CODE_NOT_FOUND", "postalCode", nil); got != "該当する住所が見つかりません。" {
		t.Errorf("text %q", got)
	}
}

// yubinModule packs lines as the npm package does.
func yubinModule(t *testing.T, lines string) string {
	t.Helper()
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write([]byte(lines))
	_ = w.Close()
	return fmt.Sprintf("const chunks = { \"060\": \"%s\" };\nfunction getAddress() {}\n", base64.StdEncoding.EncodeToString(packed.Bytes()))
}

func TestYubinAndFurtherCodes(t *testing.T) {
	t.Parallel()
	s := &Service{Store: storetest.Open(t)}
	module := yubinModule(t, strings.Join([]string{
		"k,0600000,060  ,01101,北海道,ホッカイドウ,札幌市中央区,カナ,以下に掲載がない場合,カナ,0,0,0,0",
		"j,0608621,060  ,01101,北海道,札幌市中央区,北一条西,６丁目１－２,新聞社,ｼﾝﾌﾞﾝｼﾔ,札幌中央,0",
		"k,4980000,498  ,23235,愛知県,アイチケン,弥富市,カナ,以下に掲載がない場合,カナ,0,0,0,1",
	}, "\n"))
	extra := "code,prefecture,city,town\n4980000,23,弥富市,\n4980000,24,桑名郡木曽岬町,\n"
	n, err := s.ImportYubin(t.Context(), actstest.By(s.Store), strings.NewReader(module), strings.NewReader(extra))
	if err != nil || n != 4 {
		t.Fatalf("%d rows, %v", n, err)
	}
	for code, want := range map[string]int{"0600000": 1, "0608621": 1, "4980000": 2} {
		if found, err := s.Addresses(t.Context(), code); err != nil || len(found) != want {
			t.Errorf("%s: %v, %v", code, found, err)
		}
	}
	for name, files := range map[string][2]string{
		"another package":  {"export const x = 1", extra},
		"another layout":   {yubinModule(t, "z,0600000"), extra},
		"extra, no header": {module, "4980000,23\n"},
		"extra, no place":  {module, "code,prefecture,city,town\n4980000,48,弥富市,\n"},
	} {
		if _, err := s.ImportYubin(t.Context(), actstest.By(s.Store), strings.NewReader(files[0]), strings.NewReader(files[1])); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestPrefectures(t *testing.T) {
	for code, want := range map[int]string{0: "", 1: "北海道", 13: "東京都", 26: "京都府", 47: "沖縄県", 48: ""} {
		if got := Prefecture(code); got != want {
			t.Errorf("prefecture %d is %q, want %q", code, got, want)
		}
	}
}
