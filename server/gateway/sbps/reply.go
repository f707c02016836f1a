package sbps

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/japanese"
)

const (
	resultOK = "OK"
	resultNG = "NG"
)

// reply is an answer. What a function does not answer is empty. The fields of Paid come encrypted when the request's
// encrypted_flg is 1.
type reply struct {
	XMLName          xml.Name `xml:"sps-api-response"`
	Function         string   `xml:"id,attr"`
	Result           string   `xml:"res_result"`
	ErrCode          string   `xml:"res_err_code"`
	TrackingID       string   `xml:"res_tracking_id"`
	Status           string   `xml:"res_status"`
	AuthenticationID string   `xml:"res_tds_authentication_id"`
	RedirectURL      string   `xml:"redirect_url"`
	Verdict          string   `xml:"res_tds_result"`
	Paid             paid     `xml:"res_pay_method_info"`
}

// paid is what an answer says of the card and of where its charge stands.
type paid struct {
	Number        string `xml:"cc_number"`
	Expiration    string `xml:"cc_expiration"`
	Brand         string `xml:"cardbrand_code"`
	CommitStatus  string `xml:"commit_status"`
	PaymentStatus string `xml:"payment_status"`
}

var errCodeForm = regexp.MustCompile(`^[0-9]{3}[0-9A-Z]{2}[0-9]{3}$`)

// decode reads the answer to fn. Its error repeats nothing of the text.
func decode(body []byte, fn function) (*reply, error) {
	r := new(reply)
	d := xml.NewDecoder(bytes.NewReader(body))
	d.CharsetReader = charsetReader
	if err := d.Decode(r); err != nil {
		return nil, errors.New("the answer is not the XML expected")
	}
	for _, s := range []*string{
		&r.Result, &r.ErrCode, &r.TrackingID, &r.Status, &r.AuthenticationID, &r.RedirectURL, &r.Verdict,
		&r.Paid.Number, &r.Paid.Expiration, &r.Paid.Brand, &r.Paid.CommitStatus, &r.Paid.PaymentStatus,
	} {
		*s = strings.TrimSpace(*s)
	}
	switch {
	case r.Function != "" && r.Function != fn.id: // an early NG has none
		return nil, errors.New("the answer is to another request")
	case r.Result == resultOK:
		return r, nil
	case r.Result != resultNG:
		return nil, errors.New("the answer is neither OK nor NG")
	case !errCodeForm.MatchString(r.ErrCode):
		return nil, errors.New("the answer is NG without an error code")
	}
	return r, nil
}

func charsetReader(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "shift_jis", "shift-jis", "sjis", "windows-31j", "ms932":
		return japanese.ShiftJIS.NewDecoder().Reader(in), nil
	}
	return nil, fmt.Errorf("unknown charset")
}

// reveal decrypts values of an answer in place, when the request asked for encrypted ones.
func (c *Client) reveal(values ...*string) error {
	if c.cipher == nil {
		return nil
	}
	for _, v := range values {
		raw, err := c.cipher.decrypt(*v)
		if err != nil {
			return err
		}
		*v = string(raw)
	}
	return nil
}
