package search

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kaiin/server/base/typed"
)

// The kinds of words. The kind is a word's first letter, so that words of two kinds never meet.
const (
	ofReading        = "k" // two letters of the reading
	ofName           = "n" // two letters of the name
	ofPhone          = "p" // the last four digits
	ofMailDomain     = "d"
	ofCard           = "c" // the last four digits of a card that is registered
	ofBirthday       = "b" // YYYYMMDD
	ofBirthMonth     = "m" // MM
	ofPostalCode     = "z"
	ofStatus         = "s" // of the account
	ofContractStatus = "t"
	ofPlan           = "l"
	ofPrefecture     = "e"
	ofExternal       = "x" // the type of an external account
	ofMethodType     = "y" // of a payment method that is registered
	ofCampaign       = "g" // of a contract
	ofConsent        = "o" // the option that the member agrees to
	ofNote           = "h" // there is one
)

const noted = "note"

// Member is what the words of a member are made of.
type Member struct {
	Status                                   string
	Name, FamilyName, GivenName              string
	NameKana, FamilyNameKana, GivenNameKana  string
	Email, PhoneNumber, Birthday, PostalCode string
	Prefecture                               int // 0: none
	Contracts                                []Contract
	Methods                                  []Method
	ExternalAccounts                         []string
	Consents                                 []string // options that they agree to
	HasNote                                  bool
}

// Contract is what the words of a contract are made of.
type Contract struct {
	Plan     string `json:"plan"`
	Campaign string `json:"campaign"`
	Status   string `json:"status"`
}

// Method is what the words of a payment method are made of.
type Method struct {
	Type       string `json:"type"`
	CardSuffix string `json:"suffix"`
}

// names are the folded forms of the member's name, a line each.
func (m Member) names() string { return lines(m.Name, m.FamilyName+m.GivenName) }

// readings are those of its reading.
func (m Member) readings() string { return lines(m.NameKana, m.FamilyNameKana+m.GivenNameKana) }

func lines(texts ...string) string {
	var all []string
	for _, text := range texts {
		if text = fold(text); text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, "\n")
}

// Words are all words that the member is found by, each once and in order. A member who has left
// has none.
func Words(m Member) []string {
	if m.Status == withdrawn {
		return nil
	}
	all := []string{ofStatus + m.Status}
	add := func(kind, rest string) {
		if rest != "" {
			all = append(all, kind+rest)
		}
	}
	for kind, of := range map[string]struct{ whole, parts []string }{
		ofName:    {strings.Split(m.names(), "\n"), []string{m.FamilyName, m.GivenName}},
		ofReading: {strings.Split(m.readings(), "\n"), []string{m.FamilyNameKana, m.GivenNameKana}},
	} {
		for _, text := range of.whole {
			all = append(all, pairs(kind, text)...)
		}
		for _, part := range of.parts { // a family name of one letter is found by it
			if part = fold(part); utf8.RuneCountInString(part) == 1 {
				add(kind, part)
			}
		}
	}
	add(ofPhone, lastFour(m.PhoneNumber))
	if _, domain, found := strings.Cut(m.Email, "@"); found {
		add(ofMailDomain, strings.ToLower(domain))
	}
	if len(m.Birthday) == len("YYYYMMDD") {
		add(ofBirthday, m.Birthday)
		add(ofBirthMonth, m.Birthday[4:6])
	}
	add(ofPostalCode, m.PostalCode)
	if m.Prefecture > 0 {
		add(ofPrefecture, strconv.Itoa(m.Prefecture))
	}
	for _, c := range m.Contracts {
		add(ofContractStatus, c.Status)
		add(ofPlan, c.Plan)
		add(ofCampaign, c.Campaign)
	}
	for _, method := range m.Methods {
		add(ofMethodType, method.Type)
		add(ofCard, method.CardSuffix)
	}
	for _, external := range m.ExternalAccounts {
		add(ofExternal, external)
	}
	for _, option := range m.Consents {
		add(ofConsent, option)
	}
	if m.HasNote {
		add(ofNote, noted)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// pairs are the words of a folded text: each two letters that follow on one another, or the text
// itself where it has one letter.
func pairs(kind, folded string) []string {
	letters := []rune(folded)
	if len(letters) < 2 {
		if folded == "" {
			return nil
		}
		return []string{kind + folded}
	}
	var all []string
	for i := range letters[1:] {
		all = append(all, kind+string(letters[i:i+2]))
	}
	return all
}

func lastFour(digits string) string {
	if len(digits) < 4 {
		return ""
	}
	return digits[len(digits)-4:]
}

// small are the small kana and the letters that they are folded to: who hears a name does not know
// which of the two it is written with.
var small = strings.NewReplacer("ァ", "ア", "ィ", "イ", "ゥ", "ウ", "ェ", "エ", "ォ", "オ", "ッ", "ツ", "ャ", "ヤ", "ュ", "ユ", "ョ", "ヨ", "ヮ", "ワ", "ヵ", "カ", "ヶ", "ケ")

// fold is a name or a reading as it is compared: in compatible letters (NFKC), katakana for
// hiragana and for half-width kana, without blanks, long marks, dots and what cannot be seen, small
// kana as large ones, and Latin letters in lower case. Forms of a kanji that are letters of their
// own stay apart: their bearers are found by the reading.
func fold(text string) string {
	return small.Replace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r), r == 'ー', r == '・', isVariation(r):
			return -1
		}
		return unicode.ToLower(r)
	}, typed.Kana(strings.ToValidUTF8(text, ""))))
}

// isVariation holds for what chooses among the shapes of the letter before it.
func isVariation(r rune) bool { return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef }
