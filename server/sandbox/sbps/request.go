package sbps

import (
	"bytes"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kaiin/server/base/clock"
)

// request is a request that was read field by field.
type request struct {
	function  string
	values    map[string]string // by path ("pay_option_manage.token"), decoded to UTF-8; fields sent empty are left out
	hashed    []byte            // what the hash runs over: every value, trimmed, in order, in Shift_JIS
	encrypted bool
	script    string // the outcome scripted for it
	late      bool   // its order id is kept for it
	base      string // where the browser reaches the sandbox
}

const stamp = "20060102150405" // dates on the wire, in Tokyo's time

func (r *request) get(path string) string { return r.values[path] }

func (r *request) option(name string) string { return r.values["pay_option_manage."+name] }

// yen reads an amount whose digits were checked before.
func (r *request) yen(path string) int {
	n, _ := strconv.Atoi(r.values[path])
	return n
}

// reader reads the elements of one request against the fields declared for its function.
type reader struct {
	cipher  *tripleDES // nil: the merchant has no keys
	request *request
}

// read checks that the elements are those declared, in the declared order, with good values, and
// that none is missing.
func (rd *reader) read(declared []field, sent []*element) error {
	for _, e := range sent {
		if e.name != encryptedFlag.name || e.text != "1" {
			continue
		}
		if rd.cipher == nil {
			return refuse(errNotAllowed, encryptedFlag.code, "encrypted_flg is 1, but the merchant has no 3DES keys")
		}
		rd.request.encrypted = true
	}
	if err := rd.readGroup("", declared, sent); err != nil {
		return err
	}
	return rd.missing("", declared)
}

func (rd *reader) readGroup(path string, declared []field, sent []*element) error {
	next := 0
	for _, e := range sent {
		at := next
		for at < len(declared) && declared[at].name != e.name {
			at++
		}
		if at == len(declared) {
			return refuse(errMalformed, fieldNone, fmt.Sprintf("%s%s does not belong here, came twice or is out of order", path, e.name))
		}
		f := declared[at]
		if next = at + 1; f.repeats {
			next = at
		}
		var err error
		switch {
		case f.fields == nil && e.children != nil:
			err = refuse(errMalformed, fieldNone, path+e.name+" holds fields instead of a value")
		case f.fields == nil:
			err = rd.readValue(path, f, e.text)
		case strings.TrimSpace(e.text) != "":
			err = refuse(errMalformed, fieldNone, path+e.name+" holds text instead of fields")
		default:
			err = rd.readGroup(path+e.name+".", f.fields, e.children)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (rd *reader) readValue(path string, f field, text string) error {
	raw := []byte(text)
	var err error
	switch {
	case f.secret && rd.request.encrypted:
		raw, err = rd.cipher.decrypt(text)
	case f.kind == multi:
		raw, err = base64.StdEncoding.DecodeString(text)
	}
	if err != nil {
		return refuse(errCharset, f.code, path+f.name+" cannot be decoded")
	}
	if len(raw) == 0 {
		return nil
	}
	v, ok := string(raw), true
	if f.kind == multi {
		v, ok = fromShiftJIS(raw)
	}
	switch {
	case !ok || strings.ContainsFunc(v, f.kind.forbids):
		return refuse(errCharset, f.code, path+f.name+" has characters that are not allowed")
	case utf8.RuneCountInString(v) > f.max:
		return refuse(errTooLong, f.code, fmt.Sprintf("%s%s has more than %d characters", path, f.name, f.max))
	case !f.allows(v):
		return refuse(errUndefined, f.code, path+f.name+" is none of "+f.values)
	}
	if f.name != hashcode.name {
		rd.request.hashed = append(rd.request.hashed, bytes.TrimSpace(raw)...)
	}
	rd.request.values[path+f.name] = v
	return nil
}

func (rd *reader) missing(path string, declared []field) error {
	for _, f := range declared {
		if f.fields != nil {
			if err := rd.missing(path+f.name+".", f.fields); err != nil {
				return err
			}
		} else if f.required && rd.request.values[path+f.name] == "" {
			return refuse(errRequired, f.code, path+f.name+" is missing")
		}
	}
	return nil
}

func (k kind) forbids(c rune) bool {
	switch k {
	case numeric:
		return c < '0' || c > '9'
	case single:
		return c < ' ' || c > '~'
	}
	return c < ' '
}

// hashMatches compares sps_hashcode with SHA-1 over the values and the merchant's key, whatever
// its case.
func (r *request) hashMatches(key string) bool {
	sum := sha1.Sum(append(r.hashed, key...))
	want := hex.EncodeToString(sum[:])
	return subtle.ConstantTimeCompare([]byte(strings.ToLower(r.get(hashcode.name))), []byte(want)) == 1
}

// alive checks the request's life: request_date plus limit_second (600 when not sent) must not have
// passed. A request_date that lies ahead is taken, since clocks differ.
func (r *request) alive(now time.Time) error {
	sent, err := time.ParseInLocation(stamp, r.get(requestDate.name), clock.Tokyo)
	if err != nil {
		return refuse(errFormat, requestDate.code, "request_date is not YYYYMMDDhhmmss")
	}
	life := 10 * time.Minute
	if s := r.get(limitSecond.name); s != "" {
		life = time.Duration(r.yen(limitSecond.name)) * time.Second
	}
	if now.After(sent.Add(life)) {
		return refuse(errLate, fieldNone, fmt.Sprintf("request_date %s plus %s is over, it is %s in Tokyo",
			r.get(requestDate.name), life, now.In(clock.Tokyo).Format(stamp)))
	}
	return nil
}
