package schema

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed *.graphqls
var SDL embed.FS

//go:embed documents.json
var documents []byte

//go:embed rules.json
var rules []byte

// Document is one allowed operation.
type Document struct {
	Name string `json:"-"`
	Kind string `json:"kind"` // query or mutation
	Hash string `json:"hash"` // SHA-256 of Text, hexadecimal
	Text string `json:"text"` // the operation followed by the fragments it uses
}

// Plain is the text without the names of types, which the web's cache keys entities by.
func (d Document) Plain() string { return strings.ReplaceAll(d.Text, "{ __typename", "{") }

// Documents returns every allowed operation by name.
var Documents = sync.OnceValue(func() map[string]Document {
	all := map[string]Document{}
	if err := json.Unmarshal(documents, &all); err != nil {
		panic(fmt.Sprintf("schema/documents.json: %v", err)) // generated and embedded: cannot happen in a build that passed its tests
	}
	for name, d := range all {
		d.Name = name
		all[name] = d
	}
	return all
})

// Rules are the limits that the server and the web site validate by.
var Rules = sync.OnceValue(func() Limits {
	var l Limits
	if err := json.Unmarshal(rules, &l); err != nil {
		panic(fmt.Sprintf("schema/rules.json: %v", err)) // embedded: cannot happen in a build that passed its tests
	}
	return l
})

// Range is how long a text may be.
type Range struct{ Min, Max, Length int }

// Limits is rules.json.
type Limits struct {
	Email, Password, UserID, PinCode, ProfilePin, PhoneNumber, PostalCode, Name, Address, Custom Range
	ProfileImage                                                                                 struct{ Side, MaxBytes int }
	Birthday                                                                                     struct{ Length, MinYear, MaxYear int }
	Survey                                                                                       struct{ TextMax int }
	Card                                                                                         struct{ MinLength, MaxLength, ExpiryYears int }
	PaymentMethods                                                                               Range // how many a member may have
	Passkeys                                                                                     struct{ Max, NameMax int }
	Lists                                                                                        map[string]int // how many elements what a call brings may have, by the names that @bounded uses
	Prefectures, ResendSeconds, PolicyTolerancePx                                                int
	Kana                                                                                         string // what a reading is made of, as ranges of a regular expression
	Hyphens                                                                                      string // all that people type for one; 'ー' after a kana is none
	Blank                                                                                        string // letters and symbols that show nothing
}
