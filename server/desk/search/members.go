package search

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
)

// Filter says which members are listed: those for whom each field that is set holds. Of a list one
// value has to hold. A plan and a contract's status may be those of two contracts of the member.
type Filter struct {
	// The exact keys.
	Email, UserID, Phone string
	// What narrows a list.
	NameKana, Name, EmailDomain, PhoneLast4, Birthday, PostalCode, CardSuffix string

	BirthMonth       int // 1 to 12
	Prefectures      []int
	Statuses         []string // of the account; members who have left are found by Find alone
	Plans            []string
	Campaigns        []string
	ContractStatuses []string
	MethodTypes      []string // of payment methods
	ExternalAccounts []string // their types
	Consent          string   // the option that they agree to
	HasNote          *bool
	SpentFrom        *int // yen that they paid, without what was given back
	SpentTo          *int
	Bought           *int      // orders that were completed, at least
	LastLoginFrom    clock.Day // the zero Day asks for nothing
	LastLoginTo      clock.Day
	LoginIP          string      // of a login or a failed one, whole
	EmailPrefix      string      // with which the address begins
	Among            []uuid.UUID // one of these; nil asks for nothing
	Except           []uuid.UUID // none of these
	Looked           string      // by what the two were found, so that a cursor is of it
	CreatedFrom      time.Time
	CreatedTo        time.Time // without this moment
}

// Members lists members, the newest first. A field that is shown masked cannot be found out letter
// by letter: it needs a second field that narrows the list, and is refused beside what names one
// member. Faults on fields of filter: what is wrong with each; TOO_BROAD on filter; those of Page;
// UNAVAILABLE.
func (s *Service) Members(ctx context.Context, f Filter, asked Page) (*Hits, error) {
	q, err := f.query()
	if err != nil {
		return nil, err
	}
	p, err := s.page(q, asked)
	if err != nil {
		return nil, err
	}
	bound, err := s.bind(ctx, f, q)
	if err != nil {
		return nil, err
	}
	hits, err := s.byWords(ctx, bound, "filter", p)
	if err != nil {
		return nil, err
	}
	return s.cut(q, p, hits), nil
}

// Count is how many members there are.
type Count struct {
	Members int
	More    bool // and more than these
}

// Count counts the members of a filter, as Members lists them, but not far beyond 10,000. Faults as
// those of Members.
func (s *Service) Count(ctx context.Context, f Filter) (Count, error) {
	q, err := f.query()
	if err != nil {
		return Count{}, err
	}
	if q, err = s.bind(ctx, f, q); err != nil {
		return Count{}, err
	}
	c, err := s.counted.Get(ctx, s.Clock, s.count)
	if err != nil {
		return Count{}, err
	}
	if q, err = s.countRanges(ctx, q, c, "filter"); err != nil {
		return Count{}, err
	}
	found := 0
	err = s.bounded(ctx, "filter", func(ctx context.Context) error {
		if s.isNarrow(q, c) {
			if err := s.byIndexAlone(ctx, true); err != nil {
				return err
			}
		}
		w := q.place(nil)
		return s.Store.QueryRow(ctx, fmt.Sprintf(`SELECT count(*) FROM (SELECT FROM %s LIMIT %d) AS member`, q.within(w), s.size().count+1), w.args...).Scan(&found)
	})
	return Count{min(found, s.size().count), found > s.size().count}, err
}

// bind looks up the exact keys of a filter.
func (s *Service) bind(ctx context.Context, f Filter, q query) (query, error) {
	if err := s.prepare(ctx); err != nil {
		return q, err
	}
	for _, key := range f.keys() {
		if key.value == "" {
			continue
		}
		ids, err := s.idsOf(ctx, key.column, key.value)
		if err != nil {
			return q, err
		}
		if q.IDs != nil {
			ids = slices.DeleteFunc(ids, func(id uuid.UUID) bool { return !slices.Contains(q.IDs, id) })
		}
		q.IDs = append([]uuid.UUID{}, ids...)
	}
	if f.Among != nil {
		q.IDs = both(q.IDs, f.Among)
	}
	q.Except = f.Except
	return s.bindMany(ctx, q)
}

type exactKey struct{ column, value string }

func (f Filter) keys() []exactKey {
	return []exactKey{
		{"email_key", account.EmailKey(typed.HalfWidth(f.Email))}, {"user_id_key", account.UserIDKey(typed.HalfWidth(f.UserID))}, {"phone_number", typed.Phone(f.Phone)},
	}
}

var (
	eightDigits = regexp.MustCompile(`^[0-9]{8}$`)
	sevenDigits = regexp.MustCompile(`^[0-9]{7}$`)
)

// query is the filter as it is asked for. Its fault names every field that is wrong.
func (f Filter) query() (query, error) {
	q := query{List: "members", From: f.CreatedFrom, To: f.CreatedTo}
	var wrong fault.Fields
	for _, key := range f.keys() {
		q.Key += key.value + "\n"
	}
	q.Key += f.Looked
	narrowing, masked := 0, 0 // fields that narrow the list, and those that are shown masked
	if f.BirthMonth != 0 {
		masked++
	}
	// text reads a field; a masked one needs another one beside it.
	text := func(field, given string, isMasked bool, as func(string) string, is func(string) bool) string {
		if given == "" {
			return ""
		}
		if hasNoText(given) {
			wrong.Add("filter."+field, fault.InvalidCharacters)
			return ""
		}
		value := as(given)
		if !is(value) {
			wrong.Add("filter."+field, fault.InvalidFormat)
			return ""
		}
		narrowing++
		if isMasked {
			masked++
		}
		return value
	}
	some := func(value string) bool { return value != "" }
	add := func(kind, value string) {
		if value != "" {
			q.Words = append(q.Words, kind+value)
		}
	}
	text("email", f.Email, false, typed.HalfWidth, func(value string) bool { return strings.Contains(value, "@") })
	text("userId", f.UserID, false, typed.HalfWidth, some)
	text("phone", f.Phone, false, typed.Phone, phone.MatchString)
	q.Readings = text("nameKana", f.NameKana, true, fold, isKatakana)
	q.Names = text("name", f.Name, true, fold, some)
	q.Words = slices.Concat(pairs(ofReading, q.Readings), pairs(ofName, q.Names))
	add(ofMailDomain, text("emailDomain", f.EmailDomain, false, func(s string) string { return strings.ToLower(strings.TrimPrefix(typed.HalfWidth(s), "@")) }, some))
	add(ofPhone, text("phoneLast4", f.PhoneLast4, true, typed.Phone, fourTyped.MatchString))
	add(ofBirthday, text("birthday", f.Birthday, true, typed.Birthday, eightDigits.MatchString))
	add(ofPostalCode, text("postalCode", f.PostalCode, true, typed.PostalCode, sevenDigits.MatchString))
	add(ofCard, text("cardSuffix", f.CardSuffix, false, typed.HalfWidth, fourTyped.MatchString))
	q.IP = text("loginIp", f.LoginIP, false, address, some)
	q.Prefix = text("emailPrefix", f.EmailPrefix, true, func(value string) string { return account.EmailKey(typed.HalfWidth(value)) }, isPrefix)
	f.ranges(&q, &wrong)
	add(ofConsent, text("consent", f.Consent, false, strings.TrimSpace, some))
	if f.HasNote != nil && *f.HasNote {
		add(ofNote, noted)
	} else if f.HasNote != nil {
		q.None = []string{ofNote + noted}
	}
	if f.BirthMonth < 0 || f.BirthMonth > 12 {
		wrong.Add("filter.birthMonth", fault.InvalidFormat)
	} else if f.BirthMonth > 0 {
		add(ofBirthMonth, fmt.Sprintf("%02d", f.BirthMonth))
	}
	if slices.Contains(f.Statuses, withdrawn) {
		wrong.Add("filter.status", fault.InvalidChoice)
	}
	for _, group := range []struct {
		field, kind string
		values      []string
	}{
		{"prefecture", ofPrefecture, numbers(f.Prefectures)}, {"status", ofStatus, f.Statuses}, {"plan", ofPlan, f.Plans}, {"campaign", ofCampaign, f.Campaigns},
		{"contractStatus", ofContractStatus, f.ContractStatuses}, {"paymentMethodType", ofMethodType, f.MethodTypes}, {"externalAccount", ofExternal, f.ExternalAccounts},
	} {
		var words []string
		for _, value := range group.values {
			if hasNoText(value) {
				wrong.Add("filter."+group.field, fault.InvalidCharacters)
				break
			}
			words = append(words, group.kind+value)
		}
		if words != nil {
			slices.Sort(words)
			q.Any = append(q.Any, slices.Compact(words))
		}
	}
	if err := wrong.Err(); err != nil {
		return q, err
	}
	q.Keyed = f.IsKeyed()
	isEmpty := narrowing == 0 && len(q.asked()) == 0 && len(q.Ranges) == 0 && f.Among == nil && f.CreatedFrom.IsZero() && f.CreatedTo.IsZero()
	if isEmpty || masked > 0 && narrowing < 2 || q.asksOfOne(masked) {
		return q, tooBroad("filter")
	}
	return q, nil
}

// IsKeyed reports whether the filter has an exact key, which names one member.
func (f Filter) IsKeyed() bool { return f.Email != "" || f.UserID != "" || f.Phone != "" }

// asksOfOne reports whether a field that is shown masked is asked for of one member who is named,
// be it by the whole of an address: each answer would tell a letter of it.
func (q query) asksOfOne(masked int) bool {
	if q.IP != "" {
		masked++
	}
	return q.Keyed && masked > 0 || strings.Contains(q.Prefix, "@") && masked > 1
}

// hasNoText is whether a value holds what no text has, and PostgreSQL would not take.
func hasNoText(value string) bool {
	return !utf8.ValidString(value) || strings.ContainsFunc(strings.TrimSpace(value), unicode.IsControl)
}

func numbers(all []int) (texts []string) {
	for _, n := range all {
		texts = append(texts, strconv.Itoa(n))
	}
	return texts
}
