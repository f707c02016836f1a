package graph

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/server/base/actor"
)

// In a country where the service is not offered nothing is open but what is named.
func TestAbroad(t *testing.T) {
	t.Parallel()
	s := newSetup(t, func() error { return nil })
	abroad := actor.Actor{AccountID: uuid.New(), Locale: "en", Abroad: true}
	status, body, _ := s.post(t, abroad, hashed("MypageScreen"))
	if !strings.Contains(body, `"code":"REGION_BLOCKED"`) || !strings.Contains(body, "cannot be used from the country or region you are in") || status != 200 {
		t.Errorf("A-020 R-114: %d %s", status, body)
	}
	if _, body, _ = s.post(t, abroad, hashed("Logout")); strings.Contains(body, "REGION_BLOCKED") {
		t.Errorf("logging out: %s", body)
	}
	abroad.Abroad = false
	if _, body, _ = s.post(t, abroad, hashed("MypageScreen")); strings.Contains(body, "REGION_BLOCKED") {
		t.Errorf("at home: %s", body)
	}
}

// Nothing is open abroad by which somebody becomes a member, orders or watches.
func TestOpenAbroad(t *testing.T) {
	t.Parallel()
	rules := accessOf(t)
	closed := []string{"signup", "purchase", "fetchPlayback", "homeScreen", "plansScreen", "undoCancellation", "setDefaultPaymentMethod", "mypageScreen"}
	for name, r := range rules {
		if r.isOpen(abroad) && (slices.Contains(closed, name) || strings.HasPrefix(name, "signup") || strings.HasPrefix(name, "purchase")) {
			t.Errorf("%s is open abroad", name)
		}
		if r.isOpen(beforeReConsent) && !r.isOpen(abroad) {
			t.Errorf("%s is open before a member agrees again, and not abroad", name)
		}
	}
	for _, name := range closed {
		if _, known := rules[name]; !known {
			t.Errorf("there is no field %s", name)
		}
	}
}

func accessOf(t *testing.T) access {
	t.Helper()
	rules, err := newAccess(sdl())
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

var update = flag.Bool("update", false, "write testdata/access.txt anew")

// The table shows in a review which field changes: its name, its directive, its open list.
func TestAccessOfEachField(t *testing.T) {
	t.Parallel()
	rules, lines := accessOf(t), []string{}
	for name, r := range rules {
		directive := "@public"
		if r.member {
			directive = "@member"
		}
		if r.orVisitor {
			directive += " or visitor"
		}
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%-29s %-18s %s", name, directive, strings.Join(texts(r.open), " ")), " ")+"\n")
	}
	slices.Sort(lines)
	got := strings.Join(lines, "")
	if *update {
		if err := os.WriteFile("testdata/access.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile("testdata/access.txt"); err != nil || string(want) != got {
		t.Errorf("the schema differs from testdata/access.txt (%v): if that is meant, run go test ./server/transport/graph -run AccessOfEachField -update", err)
	}
}

func TestRulesThatAreNone(t *testing.T) {
	t.Parallel()
	for field, want := range map[string]string{
		"a: Int":                     "a: a root field has either @member or @public",
		"a: Int @member @public":     "a: a root field has either @member or @public",
		"a: Int @member(open: [at])": "a: at is no restriction",
		"b: Int @public":             "b is a query and a mutation",
	} {
		text := "enum Restriction { abroad } directive @member(open: [Restriction!]) on FIELD_DEFINITION " +
			"directive @public on FIELD_DEFINITION type Query { " + field + " } type Mutation { b: Int @public }"
		sdl, err := gqlparser.LoadSchema(&ast.Source{Input: text})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := newAccess(sdl); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", field, err, want)
		}
	}
}
