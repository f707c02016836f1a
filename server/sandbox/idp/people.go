package idp

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// person is somebody who can sign in.
type person struct {
	Key                           string // on the page; empty: made up by the person who signs in
	Subject                       string // at the face that asked
	FamilyName, GivenName         string
	FamilyNameKana, GivenNameKana string
	FullName                      string // when the parts are not known
	Gender, BirthYear             string
	Email                         string
	EmailVerified                 bool
}

// newcomer is the key of somebody new every time.
const newcomer = "new"

// People are those the page offers; the newcomer comes on top.
var people = []person{
	{
		Key: "taro", FamilyName: "灯台", GivenName: "太郎", FamilyNameKana: "トウダイ", GivenNameKana: "タロウ", Gender: "male", BirthYear: "1985",
		Email: "taro.todai@example.com", EmailVerified: true,
	},
	{
		Key: "hanako", FamilyName: "波止場", GivenName: "花子", FamilyNameKana: "ハトバ", GivenNameKana: "ハナコ", Gender: "female", BirthYear: "1992",
		Email: "hanako.hatoba@example.com",
	},
	{
		Key: "jiro", FamilyName: "岬", GivenName: "次郎", FamilyNameKana: "ミサキ", GivenNameKana: "ジロウ", Gender: "male", BirthYear: "2001",
	},
}

// staff are those who work for the demo store.
var staff = []person{
	{Key: "aoi", FamilyName: "灯", GivenName: "葵", FamilyNameKana: "アカリ", GivenNameKana: "アオイ", Email: "aoi@todaiza.example", EmailVerified: true},
	{Key: "ren", FamilyName: "沖", GivenName: "蓮", FamilyNameKana: "オキ", GivenNameKana: "レン", Email: "ren@todaiza.example", EmailVerified: true},
}

// people are those whom the page of the face offers.
func (f *face) people() []person {
	if f.name == company {
		return staff
	}
	return people
}

// Name is the full name.
func (p person) Name() string {
	if p.FullName != "" {
		return p.FullName
	}
	return strings.TrimSpace(p.FamilyName + " " + p.GivenName)
}

// find is somebody of the page, as the face knows them.
func (f *face) find(key string) (person, bool) {
	if key == newcomer {
		id := strings.ToLower(rand.Text()[:10])
		return person{
			Key: newcomer, Subject: f.subject(id), FamilyName: "新井", GivenName: "一", FamilyNameKana: "アライ", GivenNameKana: "ハジメ", Gender: "male",
			BirthYear: "1999", Email: "new-" + id + "@example.com", EmailVerified: true,
		}, true
	}
	for _, p := range f.people() {
		if p.Key == key {
			p.Subject = f.subject(key)
			return p, true
		}
	}
	return person{}, false
}

// subject is what the face calls a person: always the same, other than at every other face, in the
// provider's form.
func (f *face) subject(key string) string {
	sum := sha256.Sum256([]byte(f.name + " " + key))
	number := binary.BigEndian.Uint64(sum[:])
	switch f.name {
	case line:
		return "U" + hex.EncodeToString(sum[:16])
	case google:
		return fmt.Sprintf("1%020d", number)
	case facebook:
		return fmt.Sprintf("1%015d", number%1e15)
	}
	return base32.StdEncoding.EncodeToString(sum[:16])[:26]
}
