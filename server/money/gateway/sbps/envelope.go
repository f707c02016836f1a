package sbps

import (
	"bytes"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/base/clock"
)

// requestLife is how long after request_date the service still takes a request (limit_second).
const requestLife = 10 * time.Minute

// kind is how a field's value is written.
type kind int

const (
	single kind = iota // X: printable ASCII as it is
	digits             // 9
	multi              // M: Shift_JIS in Base64
	secret             // single, but 3DES when the merchant has keys
)

// field is one field of a request, or a group of them. Requests are lists in the order of the
// service's tables, because the hash runs over the values in that order.
type field struct {
	name   string
	kind   kind
	value  string
	max    int // characters
	fields []field
}

func text(name, value string, max int) field   { return field{name, single, value, max, nil} }
func yen(name string, amount int) field        { return field{name, digits, strconv.Itoa(amount), 7, nil} }
func wide(name, value string, max int) field   { return field{name, multi, value, max, nil} }
func sealed(name, value string) field          { return field{name, secret, value, 24, nil} }
func group(name string, fields ...field) field { return field{name: name, fields: fields} }

// encryptedFlag says whether the fields that can be are encrypted, in this request and in
// its answer.
func (c *Client) encryptedFlag() field {
	if c.cipher == nil {
		return text("encrypted_flg", "0", 1)
	}
	return text("encrypted_flg", "1", 1)
}

// badField is a value that cannot be sent. It holds the field's name and never the value.
type badField struct{ name, why string }

func (e *badField) Error() string { return fmt.Sprintf("%s %s", e.name, e.why) }

// encode writes a request: the merchant in front, the fields, and the date, the life and the hash
// at the end. Fields without a value are left out, which gives the same hash as sending them empty.
// What comes out is ASCII, and with that Shift_JIS.
func (c *Client) encode(fn function, fields []field) ([]byte, error) {
	whole := []field{text("merchant_id", c.cfg.MerchantID, 5), text("service_id", c.cfg.ServiceID, 3)}
	whole = append(whole, fields...)
	whole = append(whole,
		text("request_date", c.clock.Now().In(clock.Tokyo).Format("20060102150405"), 14),
		text("limit_second", strconv.Itoa(int(requestLife/time.Second)), 4))
	w := writer{cipher: c.cipher}
	w.out.WriteString(`<?xml version="1.0" encoding="Shift_JIS"?>` + "\n" + `<sps-api-request id="` + fn.id + `">` + "\n")
	if err := w.write(whole); err != nil {
		return nil, err
	}
	w.element("sps_hashcode", hashcode(w.hashed.Bytes(), c.cfg.HashKey))
	w.out.WriteString("</sps-api-request>\n")
	return w.out.Bytes(), nil
}

// hashcode is SHA-1 over the values and the merchant's key.
func hashcode(values []byte, key string) string {
	sum := sha1.Sum(append(bytes.Clone(values), key...))
	return hex.EncodeToString(sum[:])
}

type writer struct {
	cipher *tripleDES
	out    bytes.Buffer
	hashed bytes.Buffer // the values, trimmed, in Shift_JIS, before Base64 and 3DES
}

func (w *writer) write(fields []field) error {
	for _, f := range fields {
		if f.fields != nil {
			w.out.WriteString("<" + f.name + ">\n")
			if err := w.write(f.fields); err != nil {
				return err
			}
			w.out.WriteString("</" + f.name + ">\n")
			continue
		}
		raw, err := f.bytes()
		if err != nil {
			return err
		}
		if len(raw) == 0 {
			continue
		}
		w.hashed.Write(bytes.Trim(raw, " "))
		switch {
		case f.kind == multi:
			w.element(f.name, base64.StdEncoding.EncodeToString(raw))
		case f.kind == secret && w.cipher != nil:
			w.element(f.name, w.cipher.encrypt(raw))
		default:
			w.element(f.name, string(raw))
		}
	}
	return nil
}

func (w *writer) element(name, value string) {
	w.out.WriteString("<" + name + ">")
	_ = xml.EscapeText(&w.out, []byte(value)) // a Buffer does not fail
	w.out.WriteString("</" + name + ">\n")
}

// bytes is the value in Shift_JIS, or why it cannot be sent.
func (f field) bytes() ([]byte, error) {
	if len([]rune(f.value)) > f.max {
		return nil, &badField{f.name, fmt.Sprintf("is longer than %d characters", f.max)}
	}
	if strings.ContainsFunc(f.value, f.kind.forbids) {
		return nil, &badField{f.name, "has characters that cannot be sent"}
	}
	if f.kind != multi {
		return []byte(f.value), nil
	}
	raw, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(f.value))
	if err != nil {
		return nil, &badField{f.name, "has characters that Shift_JIS cannot hold"}
	}
	return raw, nil
}

func (k kind) forbids(r rune) bool {
	switch k {
	case digits:
		return r < '0' || r > '9'
	case multi:
		return r < ' '
	}
	return r < ' ' || r > '~'
}
