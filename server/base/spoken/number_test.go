package spoken_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/base/spoken"
)

var shape = regexp.MustCompile(`^[CHKS](-[2-9A-HJ-NP-Z]{4}){3}$`)

// U-18: a number leads back to the end of its id, and to no other: two ids have the same number
// exactly when their last 60 bits are the same.
func TestNumbersLeadBackToTheirIDs(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	ids := []uuid.UUID{uuid.Nil, uuid.Max, uuid.MustParse("01a21347-480b-7277-8fed-cba987654321")}
	for range 2_000 {
		ids = append(ids, uuid.Must(uuid.NewV7()))
	}
	for _, id := range ids {
		number, tail := spoken.Of(spoken.Order, id), id.String()[20:]
		if !shape.MatchString(number) || number[0] != 'C' {
			t.Fatalf("%s is called %s", id, number)
		}
		if got := spoken.Tail(number); got != tail {
			t.Fatalf("%s is called %s, which leads to …%s", id, number, got)
		}
		if before, taken := seen[number]; taken && before != tail {
			t.Fatalf("%s is of %s and of %s", number, before, tail)
		}
		seen[number] = tail
	}
	for bit := range 60 { // each of the bits counts
		id := uuid.Max
		id[15-bit/8] ^= 1 << (bit % 8)
		if spoken.Of(spoken.Order, id) == spoken.Of(spoken.Order, uuid.Max) {
			t.Errorf("bit %d is not in the number", bit)
		}
	}
}

func TestWhatPeopleTypeIsRead(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"K-7QXM-2PZC-HT5W": "K-7QXM-2PZC-HT5W", "k7qxm2pzcht5w": "K-7QXM-2PZC-HT5W", "c-7qxm-2pzc-ht5w": "C-7QXM-2PZC-HT5W",
		"S 7QXM 2PZC HT5W": "S-7QXM-2PZC-HT5W", "H-7QXM2PZCHT5W": "H-7QXM-2PZC-HT5W",
		"C7QXM2PZCHT5W": "", "S7QXM-2PZC-HT5W": "", // may be a user ID
		"C-7QXM-2PZC-HT5": "", "C-7QXM-2PZC-HT5WW": "", "C-0QXM-2PZC-HT5W": "", "C-OQXM-2PZC-HT5W": "", "X-7QXM-2PZC-HT5W": "", "": "",
	} {
		if got, kind, ok := spoken.Read(typed); got != want || ok != (want != "") || ok && !strings.HasPrefix(got, string(kind)) {
			t.Errorf("%q: %q %q %v, want %q", typed, got, kind, ok, want)
		}
	}
}

func TestNewNumbersDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1_000 {
		number := spoken.New(spoken.Cancellation)
		if !shape.MatchString(number) || number[0] != 'K' || seen[number] {
			t.Fatal(number)
		}
		seen[number] = true
	}
}
