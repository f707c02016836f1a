package typed_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"kaiin/schema"
	"kaiin/server/base/typed"
)

var kinds = map[string]func(string) string{
	"name": typed.Name, "kana": typed.Kana, "phone": typed.Phone, "postalCode": typed.PostalCode, "birthday": typed.Birthday, "code": typed.Code,
	"backupCode": typed.BackupCode, "deviceCode": typed.DeviceCode, "campaignCode": typed.Campaign, "halfWidth": typed.HalfWidth,
}

// F-04 F-05 F-06 F-07 F-08 F-09 F-10 F-12: the server makes of what people type what the pages make
// of it (web/lib/typed.test.ts).
func TestVectors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../schema/typed.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors [][3]string
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	proved := map[string]bool{}
	for _, v := range vectors {
		kind, typed, wanted := v[0], v[1], v[2]
		made := kinds[kind]
		if made == nil {
			t.Errorf("there is no kind %q", kind)
			continue
		}
		proved[kind] = true
		if got := made(typed); got != wanted {
			t.Errorf("%s: %+q is %+q, want %+q", kind, typed, got, wanted)
		}
		if again := made(wanted); again != wanted {
			t.Errorf("%s: %+q does not stay as it is: %+q", kind, wanted, again)
		}
	}
	if len(proved) != len(kinds) {
		t.Errorf("vectors for %d kinds of %d", len(proved), len(kinds))
	}
}

// F-09: one definition of what a reading is.
func TestIsKana(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": true, "ヤマダ　タロウ": true, "ヷヸヹヺ": true, "イスヾ": true, "ホヽ": true, "ローマ": true, "ア゛ア゜": true, "ア・イ": true, "ヵヶ": true,
		"やまだ": false, "山田": false, "ﾔﾏﾀﾞ": false, "ロ-マ": false, "Ａ": false, "ヤマダ タロウ": false,
	} {
		if typed.IsKana(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// The number of a card or of a person is found in whatever way it is typed, and no other number is
// taken for one.
func TestNumbersThatAreNotWrittenDown(t *testing.T) {
	t.Parallel()
	separators := []string{"", " ", "\u00a0", "\u3000", "\t", "\n", "\r\n", ".", "\u200b", " - "}
	for _, r := range schema.Rules().Hyphens {
		separators = append(separators, string(r))
	}
	for _, s := range separators {
		if card := strings.Join([]string{"4111", "1111", "1111", "1111"}, s); !typed.HoldsCardNumber("card " + card + ", 12/28") {
			t.Errorf("%q holds a card's number", card)
		}
		if person := strings.Join([]string{"1234", "5678", "9018"}, s); !typed.HoldsMyNumber("no. " + person) {
			t.Errorf("%q holds a My Number", person)
		}
	}
	for _, text := range []string{"４１１１１１１１１１１１１１１１", "𝟒𝟏𝟏𝟏 1111 1111 1111"} {
		if !typed.HoldsCardNumber(text) {
			t.Errorf("%q holds a card's number", text)
		}
	}
	for _, text := range []string{"", "090-1234-5678", "4111 1111 1111 1112", "4111, 1111, 1111, 1111", "0000 0000 0000 0000", "123456789018",
		"order 41111111-1111-4111-8111-111111111111", "ORDER 41111111-1111-1111-8111-1111111111AB"} {
		if typed.HoldsCardNumber(text) {
			t.Errorf("%q holds no card's number", text)
		}
	}
	for _, text := range []string{"", "090-1234-5678", "123456789012", "1234, 5678, 9018", "4111111111111111"} {
		if typed.HoldsMyNumber(text) {
			t.Errorf("%q holds no My Number", text)
		}
	}
}
