package search

import (
	"strings"
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
)

// What a range, an address or a beginning may not be is said of its field.
func TestFieldsOfRangesAreChecked(t *testing.T) {
	t.Parallel()
	h := setup(t)
	day := clock.Date(2026, 5, 3)
	for name, c := range map[string]struct {
		f     Filter
		field string
	}{
		"less than nothing":    {Filter{SpentFrom: ptr(-1)}, "filter.spentFrom"},
		"to less than nothing": {Filter{SpentTo: ptr(-1)}, "filter.spentTo"},
		"the wrong way around": {Filter{SpentFrom: ptr(2), SpentTo: ptr(1)}, "filter.spentTo"},
		"bought less":          {Filter{Bought: ptr(-1)}, "filter.bought"},
		"days the wrong way":   {Filter{LastLoginFrom: day, LastLoginTo: day.AddDays(-1)}, "filter.lastLoginTo"},
		"no address":           {Filter{LoginIP: "203.0.113"}, "filter.loginIp"},
		"a network":            {Filter{LoginIP: "203.0.113.0/24"}, "filter.loginIp"},
		"a short beginning":    {Filter{EmailPrefix: "ta", PhoneLast4: "1234"}, "filter.emailPrefix"},
	} {
		_, err := h.Members(t.Context(), c.f, Page{})
		says(t, name, err, fault.InvalidFormat, c.field)
	}
	for name, c := range map[string]struct {
		f     Filter
		field string
	}{
		"no text in a consent": {Filter{Consent: "a\x00b"}, "filter.consent"},
		"none in an address":   {Filter{EmailPrefix: "ta\xffro"}, "filter.emailPrefix"},
	} {
		_, err := h.Members(t.Context(), c.f, Page{})
		says(t, name, err, fault.InvalidCharacters, c.field)
	}
	huge := 1<<63 - 1
	for name, f := range map[string]Filter{"a huge amount": {SpentFrom: &huge}, "a long beginning": {EmailPrefix: strings.Repeat("a", 300), PhoneLast4: "1234"}, "wildcards": {EmailPrefix: "%%%", PhoneLast4: "1234"}} {
		if hits, err := h.Members(t.Context(), f, Page{}); err != nil || len(hits.List) > 0 {
			t.Errorf("%s: %v %v", name, found(hits), err)
		}
	}
}

// An address of the network that more members share than are collected, and a beginning that more
// addresses have, are too broad.
func TestFieldsThatNameTooManyAreTooBroad(t *testing.T) {
	t.Parallel()
	h := setup(t)
	many(t, h, 0, 12)
	h.exec(t, `UPDATE accounts SET email_key = 'usual' || id`)
	h.exec(t, `INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent) SELECT gen_random_uuid(), created_at, id, true, '', '203.0.113.7', '' FROM accounts`)
	for most, code := range map[int]fault.Code{11: fault.TooBroad, 12: ""} {
		h.sizes = &sizes{newest: 5, most: most, common: 1000, count: 100, batch: 100, patience: "2s"}
		for name, f := range map[string]Filter{"an address": {LoginIP: "203.0.113.7"}, "a beginning": {EmailPrefix: "usual", LoginIP: "203.0.113.7"}, "an address and digits": {LoginIP: "203.0.113.7", PhoneLast4: "1005"}} {
			hits, err := h.Members(t.Context(), f, Page{})
			says(t, name, err, code, "")
			want := 12
			if f.PhoneLast4 != "" {
				want = 1
			}
			if code == "" && len(hits.List) != want {
				t.Errorf("%s: %d", name, len(hits.List))
			}
		}
	}
}

// A cursor is of its ranges, too.
func TestPagesOfARange(t *testing.T) {
	t.Parallel()
	h := setup(t)
	many(t, h, 0, 9)
	f := Filter{SpentTo: ptr(0)}
	first := must[*Hits](t)(h.Members(t.Context(), f, Page{First: ptr(4)}))
	second := must[*Hits](t)(h.Members(t.Context(), f, Page{First: ptr(100), After: &first.List[3].Cursor}))
	if len(first.List) != 4 || !first.More || len(second.List) != 5 || second.More {
		t.Errorf("%d and %d", len(first.List), len(second.List))
	}
	for name, other := range map[string]Filter{"another amount": {SpentTo: ptr(1)}, "an address": {SpentTo: ptr(0), LoginIP: "203.0.113.7"}, "no note": {SpentTo: ptr(0), HasNote: ptr(false)}} {
		_, err := h.Members(t.Context(), other, Page{After: &first.List[3].Cursor})
		says(t, name, err, fault.InvalidFormat, "after")
	}
}
