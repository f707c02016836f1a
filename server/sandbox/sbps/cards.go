package sbps

import (
	"strings"
	"time"

	"kaiin/server/base/clock"
)

// card is what is kept of a card. The number itself is never kept.
type card struct {
	Brand  string `json:"brand"` // J V M A D
	Last4  string `json:"last4"`
	Length int    `json:"length"`
	Expiry string `json:"expiry"` // YYYYMM
}

func (c card) masked() string { return strings.Repeat("*", c.Length-4) + c.Last4 }

// TestCard is a row of the table of test cards: a number and what its last four digits do.
type TestCard struct {
	Number string
	JA, EN string

	decline string // type of error of every authorisation
	renewal string // type of error of authorisations made without the card holder
	plan    tdsPlan
}

// TestCards lists the numbers worth knowing. The effects hang on the last four digits alone; every
// other number that a brand could have given out is approved. The security code may be anything of
// the right length, the expiry any month that is not over.
var TestCards = []TestCard{
	{Number: "4111111111111111", JA: "Visa 承認されます", EN: "approved"},
	{Number: "5555555555554444", JA: "Mastercard 承認されます", EN: "approved"},
	{Number: "3530111333300000", JA: "JCB 承認されます", EN: "approved"},
	{Number: "378282246310005", JA: "American Express 承認されます（セキュリティコードは4桁）", EN: "approved, security code of 4 digits"},
	{Number: "30569309025904", JA: "Diners Club 承認されます（14桁）", EN: "approved, 14 digits"},
	{Number: "4000000000000002", JA: "末尾0002 必ず拒否されます（カード使用不可）", EN: "declined, card unusable (23)", decline: errCardUnusable},
	{Number: "4000000000009995", JA: "末尾9995 必ず拒否されます（限度額オーバー）", EN: "declined, over the limit (22)", decline: errLimitExceeded},
	{Number: "4000000000000069", JA: "末尾0069 必ず拒否されます（有効期限エラー）", EN: "declined, number or expiry wrong (27)", decline: errNumberOrExpiry},
	{Number: "4000000000000127", JA: "末尾0127 必ず拒否されます（セキュリティコードエラー）", EN: "declined, security code (61)", decline: errSecurityCode},
	{Number: "4000000000009987", JA: "末尾9987 必ず拒否されます（紛失・盗難カード）", EN: "declined for good, card reported (70)", decline: errCardReported},
	{Number: "4000000000000341", JA: "末尾0341 購入は承認、登録カードでの更新は拒否されます", EN: "approved at purchase, declined at renewal (22)", renewal: errLimitExceeded},
	{Number: "4000000000000358", JA: "末尾0358 購入は承認、登録カードでの更新は紛失・盗難カードとして拒否されます", EN: "approved at purchase, declined for good at renewal (70)", renewal: errCardReported},
	{Number: "4000000000003220", JA: "末尾3220 3Dセキュアの追加認証画面が出ます", EN: "3-D Secure challenge", plan: planChallenge},
	{Number: "4000000000003063", JA: "末尾3063 3Dセキュアが画面なしで失敗します", EN: "3-D Secure fails without a challenge", plan: planRefused},
	{Number: "4000000000003055", JA: "末尾3055 3Dセキュア未対応（アテンプト）で通過します", EN: "3-D Secure attempted (A)", plan: planAttempted},
}

// behaviour is what the card's last four digits do; most do nothing.
func (c card) behaviour() TestCard {
	for _, t := range TestCards {
		if strings.HasSuffix(t.Number, c.Last4) {
			return t
		}
	}
	return TestCard{}
}

// brands by leading digits, with the lengths of their numbers and of their security codes.
var brands = []struct {
	code     string
	from, to string // compared with as many digits of the number
	lengths  []int
	cvc      int
}{
	{"J", "3528", "3589", []int{16, 17, 18, 19}, 3},
	{"A", "34", "34", []int{15}, 4},
	{"A", "37", "37", []int{15}, 4},
	{"D", "300", "305", []int{14, 16, 17, 18, 19}, 3},
	{"D", "36", "36", []int{14, 15, 16, 17, 18, 19}, 3},
	{"D", "38", "39", []int{14, 16, 17, 18, 19}, 3},
	{"V", "4", "4", []int{16, 19}, 3},
	{"M", "51", "55", []int{16}, 3},
	{"M", "2221", "2720", []int{16}, 3},
}

// Causes of a token script's error code, and its fields.
const (
	causeRequired  = "03"
	causeCharset   = "04"
	causeLength    = "05"
	causeUndefined = "07"

	scriptMerchant     = "001"
	scriptService      = "002"
	scriptNumber       = "003"
	scriptExpiry       = "004"
	scriptSecurityCode = "005"
)

// readCard checks what a card holder typed. The code is empty when the card is good, otherwise the
// five characters the token script reports: two of cause, three of field.
func readCard(number, expiry, securityCode string, now time.Time) (c card, code string) {
	if cause := digits(number); cause != "" {
		return card{}, cause + scriptNumber
	}
	cvcLength, cause := 0, causeUndefined
	for _, b := range brands {
		if head := number[:min(len(b.from), len(number))]; head < b.from || head > b.to {
			continue
		}
		c.Brand, cvcLength, cause = b.code, b.cvc, causeLength
		for _, l := range b.lengths {
			if l == len(number) {
				cause = ""
			}
		}
		break
	}
	if cause == "" && !luhn(number) {
		cause = causeUndefined
	}
	if cause != "" {
		return card{}, cause + scriptNumber
	}
	if cause := digits(expiry); cause != "" {
		return card{}, cause + scriptExpiry
	}
	if len(expiry) != 6 {
		return card{}, causeLength + scriptExpiry
	}
	month, err := time.ParseInLocation("200601", expiry, clock.Tokyo)
	if err != nil || !now.Before(month.AddDate(0, 1, 0)) || month.After(now.AddDate(20, 0, 0)) {
		return card{}, causeUndefined + scriptExpiry
	}
	if cause := digits(securityCode); cause != "" {
		return card{}, cause + scriptSecurityCode
	}
	if len(securityCode) != cvcLength {
		return card{}, causeLength + scriptSecurityCode
	}
	c.Last4, c.Length, c.Expiry = number[len(number)-4:], len(number), expiry
	return c, ""
}

// expired tells whether the card's last month is over in Tokyo.
func (c card) expired(now time.Time) bool {
	month, err := time.ParseInLocation("200601", c.Expiry, clock.Tokyo)
	return err != nil || !now.Before(month.AddDate(0, 1, 0))
}

func digits(s string) (cause string) {
	if s == "" {
		return causeRequired
	}
	if strings.ContainsFunc(s, func(c rune) bool { return c < '0' || c > '9' }) {
		return causeCharset
	}
	return ""
}

func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
