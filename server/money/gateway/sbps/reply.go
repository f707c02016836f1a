package sbps

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
)

const (
	responseRoot = "sps-api-response"

	resultOK = "OK"
	resultNG = "NG"
)

// reply is an answer. What a function does not answer is empty. The fields of Paid come encrypted
// when the request's encrypted_flg is 1, but for the amounts.
type reply struct {
	Function         string
	Result           string
	ErrCode          string
	TrackingID       string
	Status           string
	AuthenticationID string
	RedirectURL      string
	Verdict          string
	Paid             paid
}

// paid is what an answer says of the card and of the state of its charge.
type paid struct {
	Number        string
	Expiration    string
	Brand         string
	CommitStatus  string
	PaymentStatus string
	Amount        string // yen; empty when it is not told
	RefundAmount  string
}

var (
	errCodeForm  = regexp.MustCompile(`^[0-9]{3}[0-9A-Z]{2}[0-9]{3}$`)
	trackingForm = regexp.MustCompile(`^[0-9]{1,14}$`)
)

// decode reads the answer to fn. It takes an answer only as a whole: one document, in the encoding
// it says it is in, with no value twice. Its error repeats nothing of the text.
func decode(body []byte, fn function) (*reply, error) {
	values, err := flatten(body)
	if err != nil {
		return nil, err
	}
	r := &reply{
		Function: values["id"], Result: values["res_result"], ErrCode: values["res_err_code"], TrackingID: values["res_tracking_id"],
		Status: values["res_status"], AuthenticationID: values["res_tds_authentication_id"], RedirectURL: values["redirect_url"],
		Verdict: values["res_tds_result"],
		Paid: paid{
			Number: values["res_pay_method_info/cc_number"], Expiration: values["res_pay_method_info/cc_expiration"],
			Brand: values["res_pay_method_info/cardbrand_code"], CommitStatus: values["res_pay_method_info/commit_status"],
			PaymentStatus: values["res_pay_method_info/payment_status"], Amount: values["res_pay_method_info/amount"],
			RefundAmount: values["res_pay_method_info/refund_amount"],
		},
	}
	switch {
	case r.Function != "" && r.Function != fn.id: // an early NG has none
		return nil, errors.New("the answer is to another request")
	case r.TrackingID != "" && !trackingForm.MatchString(r.TrackingID):
		return nil, errors.New("the answer has no proper tracking id")
	case r.Result == resultOK:
		return r, nil
	case r.Result != resultNG:
		return nil, errors.New("the answer is neither OK nor NG")
	case !errCodeForm.MatchString(r.ErrCode):
		return nil, errors.New("the answer is NG without an error code")
	}
	return r, nil
}

// maxDepth is of elements in one another: the root, a group, a group in it, a value.
const maxDepth = 4

// flatten reads a document into its values, trimmed, by the names of the elements around them
// without the root's ("res_pay_method_info/cc_number"), and the root's attribute id.
func flatten(body []byte) (map[string]string, error) {
	values := map[string]string{}
	d := xml.NewDecoder(bytes.NewReader(body))
	d.CharsetReader = charsetReader
	var open []string
	closed := false // the root was
	text, leaf := "", false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && closed {
			return values, nil
		}
		if err != nil {
			return nil, errors.New("the answer is not the XML expected")
		}
		switch t := token.(type) {
		case xml.StartElement:
			if closed || len(open) == maxDepth || len(open) == 0 && t.Name.Local != responseRoot {
				return nil, errors.New("the answer is not the document expected")
			}
			if len(open) == 0 {
				values["id"] = attribute(t, "id")
			}
			open = append(open, t.Name.Local)
			text, leaf = "", true
		case xml.EndElement:
			if name := strings.Join(open[1:], "/"); leaf && name != "" {
				if _, twice := values[name]; twice {
					return nil, errors.New("the answer has a value twice")
				}
				values[name] = strings.TrimSpace(text)
			}
			open = open[:len(open)-1]
			closed, leaf = len(open) == 0, false
		case xml.CharData:
			switch text += string(t); {
			case !legible(t):
				return nil, errIllegible
			case len(open) == 0 && len(bytes.TrimSpace(t)) > 0:
				return nil, errors.New("the answer has text around its document")
			}
		case xml.Comment:
			if !legible(t) {
				return nil, errIllegible
			}
		case xml.Directive:
			return nil, errors.New("the answer declares a document type")
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

var errIllegible = errors.New("the answer is not in the encoding it says it is in")

// legible tells whether a decoded text has no place where a decoder gave up.
func legible(text []byte) bool { return !bytes.ContainsRune(text, utf8.RuneError) }

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
