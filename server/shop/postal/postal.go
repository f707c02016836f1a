package postal

import (
	"context"
	"strings"

	"kaiin/ent/postalcode"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
)

// Service answers the addresses of postal codes.
type Service struct {
	Store *store.Store
}

// Address is what one postal code can mean.
type Address struct {
	PrefectureCode int    // 1 Hokkaido to 47 Okinawa
	City           string // 市区町村
	Town           string // 町域; empty where the code stands for the whole city
	AllAddress     string // prefecture, city and town in one
}

// Addresses are the places a postal code of 7 digits stands for; most codes have one, some
// have many.
//
// Faults: INVALID_FORMAT on postalCode when it is not 7 digits, POSTAL_CODE_NOT_FOUND on postalCode
// when there is none.
func (s *Service) Addresses(ctx context.Context, code string) ([]Address, error) {
	if !isPostalCode(code) {
		return nil, fault.Invalid(fault.InvalidFormat, "postalCode")
	}
	rows, err := s.Store.Client(ctx).PostalCode.Query().Where(postalcode.Code(code)).
		Order(postalcode.ByPrefecture(), postalcode.ByID()).All(ctx)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fault.Invalid(fault.PostalCodeNotFound, "postalCode")
	}
	found := make([]Address, len(rows))
	for i, row := range rows {
		found[i] = Address{
			PrefectureCode: row.Prefecture, City: row.City, Town: row.Town,
			AllAddress: Prefecture(row.Prefecture) + row.City + row.Town,
		}
	}
	return found, nil
}

func isPostalCode(code string) bool {
	return len(code) == 7 && strings.Trim(code, "0123456789") == ""
}

// Prefecture is the name of a prefecture by its number (JIS X 0401), empty when there is none.
func Prefecture(code int) string {
	if code < 1 || code > len(prefectures) {
		return ""
	}
	return prefectures[code-1]
}

var prefectures = [...]string{
	"北海道", "青森県", "岩手県", "宮城県", "秋田県", "山形県", "福島県", "茨城県", "栃木県", "群馬県", "埼玉県", "千葉県",
	"東京都", "神奈川県", "新潟県", "富山県", "石川県", "福井県", "山梨県", "長野県", "岐阜県", "静岡県", "愛知県", "三重県",
	"滋賀県", "京都府", "大阪府", "兵庫県", "奈良県", "和歌山県", "鳥取県", "島根県", "岡山県", "広島県", "山口県",
	"徳島県", "香川県", "愛媛県", "高知県", "福岡県", "佐賀県", "長崎県", "熊本県", "大分県", "宮崎県", "鹿児島県", "沖縄県",
}
