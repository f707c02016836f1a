package contract

import (
	"testing"

	"kaiin/server/shop/storefile"
)

func TestPinCode(t *testing.T) {
	t.Parallel()
	s, off := start(t, nil), start(t, func(f *storefile.File) { f.Settings.Flags.PinCode = false })
	_, b := s.Member(t)
	_, denied := off.Member(t)
	const set = "/zapi/account/pinCode/set"
	has(t, get(t, b, "/mypage/pin-code"), []member{{"R-099", "isPinCodeSet", false}})
	for _, locale := range []string{"ja", "en"} {
		for _, c := range []struct{ row, pin, code string }{
			{"V-119", "", "INVALID_FORMAT"}, {"V-119", "042", "INVALID_FORMAT"}, {"V-119", "04200", "INVALID_FORMAT"},
			{"V-120", "04a0", "INVALID_CHARACTERS"}, {"V-120", "０４２０", "INVALID_CHARACTERS"},
		} {
			refused(t, c.row, said(t, b, locale, "POST", set, map[string]any{"pinCode": c.pin}), locale, 400, c.code, "pinCode", nil)
		}
		refused(t, "off", said(t, denied, locale, "POST", set, map[string]any{"pinCode": "0420"}), locale, 404, "NOT_FOUND", "", nil)
		refused(t, "P-009", said(t, denied, locale, "GET", "/mypage/pin-code/screen-data", nil), locale, 404, "NOT_FOUND", "", nil)
	}
	goes(t, "C-098", post(t, b, set, map[string]any{"pinCode": "0420"}), "/mypage/pin-code/complete")
	has(t, get(t, b, "/mypage/pin-code"), []member{{"R-099", "isPinCodeSet", true}})
	has(t, get(t, b, "/mypage"), []member{{"U-3", "isPinSet", true}})
}
