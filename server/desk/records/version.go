package records

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Row is a row that something is decided about.
type Row interface {
	Contract | Bill | Charge | Refund | Order | Event | Job
}

// A version is a hash of all that is shown of a row, and a short one of each of its fields.
const (
	ofAll   = 12 // bytes
	ofField = 2
)

// Version tells one state of a row from another: it changes with what is shown, and not with how
// often somebody has looked.
func Version[R Row](row R) string {
	fields := fieldsOf(row)
	all, kept := sha256.New(), make([]byte, ofAll, ofAll+len(fields)*ofField)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		one := sha256.Sum256(append([]byte(name+"\n"), fields[name]...))
		all.Write(one[:])
		kept = append(kept, one[:ofField]...)
	}
	copy(kept, all.Sum(nil)[:ofAll])
	return base64.RawURLEncoding.EncodeToString(kept)
}

// Changed are the names of the fields, as the desk names them, in which the row is not what it was
// at the version. Empty: that of another kind of row or of another release, which tells nothing.
func Changed[R Row](row R, version string) (names []string) {
	then, err := base64.RawURLEncoding.DecodeString(version)
	now, _ := base64.RawURLEncoding.DecodeString(Version(row))
	if err != nil || len(then) != len(now) {
		return nil
	}
	for i, name := range slices.Sorted(maps.Keys(fieldsOf(row))) {
		if at := ofAll + i*ofField; string(then[at:at+ofField]) != string(now[at:at+ofField]) {
			names = append(names, strings.ToLower(name[:1])+strings.ReplaceAll(name[1:], "ID", "Id"))
		}
	}
	return names
}

// fieldsOf is what is shown of the row, by its name.
func fieldsOf[R Row](row R) (fields map[string]json.RawMessage) {
	text, err := json.Marshal(row)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		panic(err) // rows hold nothing that cannot be written
	}
	return fields
}
