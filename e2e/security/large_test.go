package security

import (
	"strconv"
	"strings"
	"testing"

	"kaiin/schema"
)

// no answer grows in proportion to what the caller sends: a body of 64 KB is refused by a few
// kilobytes, no matter which caller sends it and where.
func TestALargeCallIsAnsweredByLittle(t *testing.T) {
	s := together(t)
	p := s.member()
	names := make([]string, 7000)
	for i := range names {
		names[i] = `"` + strconv.FormatInt(int64(i), 36) + `":1`
	}
	unknown := strings.Join(names, ",")
	nothing := `{"policyConsentData":[` + strings.Repeat("{},", 21_400) + `{}]}`
	persisted := func(document, variables string) string {
		return `{"variables":` + variables + `,"extensions":{"persistedQuery":{"sha256Hash":"` + schema.Documents()[document].Hash + `"}}}`
	}
	for what, c := range map[string]struct{ path, body, code string }{
		"a list of nothing":       {"/zapi/signup/policy", nothing, "TOO_MANY_VALUES"},
		"the same, by GraphQL":    {"/graphql", persisted("SignupPolicy", `{"input":`+nothing+`}`), "TOO_MANY_VALUES"},
		"unknown names":           {"/zapi/signup/policy", `{` + unknown + `}`, "UNKNOWN_FIELD"},
		"unknown variables":       {"/graphql", persisted("SignupPolicy", `{`+unknown+`}`), "UNKNOWN_FIELD"},
		"unknown parts of a call": {"/graphql", `{` + unknown + `}`, "UNKNOWN_FIELD"},
	} {
		for who, m := range map[string]*person{"a visitor": {s: s, Member: s.Visitor("en"), t: t}, "a member": p} {
			a, err := m.Send("POST", c.path, []byte(c.body), nil)
			must(t, err)
			if a.Status != 400 || !strings.Contains(string(a.Raw), c.code) || len(a.Raw) > 8<<10 {
				t.Errorf("%s by %s: %d, %d bytes: %.200s", what, who, a.Status, len(a.Raw), a.Raw)
			}
		}
	}
	a, err := p.Post("/zapi/signup/policy", map[string]any{"policyConsentData": []any{}})
	if must(t, err); strings.Contains(string(a.Raw), "TOO_MANY_VALUES") {
		t.Errorf("a list of usual length: %v", a)
	}
}
