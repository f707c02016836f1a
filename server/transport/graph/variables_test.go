package graph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"kaiin/schema"
	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/transport/gql"
)

func TestVariables(t *testing.T) {
	t.Parallel()
	list := newAllowList(sdl(), schema.Documents())
	for _, c := range []struct{ name, document, variables, want string }{
		{"complete", "Login", `{"input":{"emailUserId":"a","password":"b","loginMethod":"Password","token":null}}`, ""},
		{"a default", "HomeScreen", `{}`, ""},
		{"a number as text", "Login", `{"input":{"emailUserId":1,"loginMethod":"Password"}}`, "emailUserId:WRONG_TYPE"},
		{"all at once", "Login", `{"input":{"emailUserId":true,"password":["b"],"admin":true}}`,
			"admin:UNKNOWN_FIELD emailUserId:WRONG_TYPE loginMethod:REQUIRED password:WRONG_TYPE"},
		{"the name of a type", "Login", `{"input":{"__typename":"x","emailUserId":"a","loginMethod":"Password"}}`, "__typename:UNKNOWN_FIELD"},
		{"nothing", "Login", `{}`, "input:REQUIRED"},
		{"null", "Login", `{"input":null}`, "input:REQUIRED"},
		{"a list as object", "Login", `{"input":[]}`, "input:WRONG_TYPE"},
		{"undeclared", "Logout", `{"all":true}`, "all:UNKNOWN_FIELD"},
		{"text as number", "Signup", `{"input":{"formData":{"sex":"1"}}}`, "formData.sex:WRONG_TYPE"},
		{"a fraction", "Signup", `{"input":{"formData":{"sex":1.5}}}`, "formData.sex:WRONG_TYPE"},
		{"an exponent", "Signup", `{"input":{"formData":{"sex":1e2}}}`, "formData.sex:WRONG_TYPE"},
		{"more than 32 bits", "Signup", `{"input":{"formData":{"sex":4294967296}}}`, "formData.sex:WRONG_TYPE"},
		{"server fields", "Signup", `{"input":{"formData":{"emailVerifiedDate":"2020-01-01T00:00:00Z","nickname":"x"}}}`, "formData.emailVerifiedDate:UNKNOWN_FIELD"},
		{"one value for a list", "SignupPolicy", `{"input":{"policyConsentData":{"policyId":"a","revision":1,"key":"k"}}}`, "policyConsentData:WRONG_TYPE"},
		{"inside a list", "SignupPolicy", `{"input":{"policyConsentData":[{"policyId":"a","revision":"1","key":"k"},null]}}`,
			"policyConsentData.0.revision:WRONG_TYPE policyConsentData.1:REQUIRED"},
		{"an enum's value that does not exist: for the service to refuse", "Login", `{"input":{"emailUserId":"a","loginMethod":"Telepathy"}}`, ""},
		{"a number as an enum's value", "Login", `{"input":{"emailUserId":"a","loginMethod":1}}`, "loginMethod:WRONG_TYPE"},
		{"text as truth", "HomeScreen", `{"root":"yes"}`, "root:WRONG_TYPE"},
		{"anything, where anything goes", "SignupConfirm", `{"input":{"inputtedData":{"formData":{},"policies":[1,{"a":[]}]}}}`, ""},
	} {
		variables, err := jsonbody.Parse([]byte(c.variables))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if f, ok := fault.As(gql.CheckVariables(sdl(), list.byName[c.document].definition(), variables)); ok {
			for _, field := range f.Fields {
				got = append(got, fmt.Sprintf("%s:%s", field.Path, field.Code))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// anyone who sends much is not answered with more: of what is wrong twenty fields are told,
// whatever there is.
func TestFewWrongFieldsAreTold(t *testing.T) {
	t.Parallel()
	list := newAllowList(sdl(), schema.Documents())
	names := func(n int, of string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(`"%s%d":1`, of, i)
		}
		return strings.Join(all, ",")
	}
	long := strings.Repeat("あ", 10_000)
	for _, c := range []struct {
		name, document, variables string
		fields                    int
		code                      fault.Code // of the first
	}{
		{"a list of nothing", "SignupPolicy", `{"input":{"policyConsentData":[` + strings.Repeat("{},", 21_499) + `{}]}}`, 1, fault.TooManyValues},
		{"a list of texts", "EnableMultiFactorWithBackupCode", `{"input":{"backupCodeList":[` + strings.Repeat(`"",`, 10_000) + `""]}}`, 1, fault.TooManyValues},
		{"a list in a list", "CancelSubscription", `{"input":{"subscriptionId":"a","answers":[{"questionId":"q","values":[` + strings.Repeat(`"a",`, 1000) + `"a"]}]}}`, 1, fault.TooManyValues},
		{"a full list", "SignupPolicy", `{"input":{"policyConsentData":[` + strings.Repeat("{},", 49) + `{}]}}`, gql.MostWrong, fault.Required},
		{"unknown fields", "Login", `{"input":{"emailUserId":"a","loginMethod":"Password",` + names(7000, "f") + `}}`, gql.MostWrong, fault.UnknownField},
		{"unknown variables", "Logout", `{` + names(7000, "f") + `}`, gql.MostWrong, fault.UnknownField},
		{"a name without end", "Logout", `{"` + long + `":1}`, 1, fault.UnknownField},
	} {
		variables, err := jsonbody.Parse([]byte(c.variables))
		if err != nil {
			t.Fatal(err)
		}
		f, _ := fault.As(gql.CheckVariables(sdl(), list.byName[c.document].definition(), variables))
		if f == nil || len(f.Fields) != c.fields || f.Fields[0].Code != c.code {
			t.Errorf("%s: %.300v", c.name, f)
			continue
		}
		told := 0
		for _, field := range f.Fields {
			told += len(field.Path)
		}
		if told > gql.MostWrong*gql.LongestPath {
			t.Errorf("%s: paths of %d bytes", c.name, told)
		}
	}
	body := map[string]any{"variables": 1}
	for i := range 7000 {
		body[fmt.Sprint("f", i)] = 1
	}
	if _, err := gql.ParseRequest(body); err == nil || len(err.(*fault.Error).Fields) != gql.MostWrong {
		t.Errorf("fields of a request: %.300v", err)
	}
}

// every list that a call can bring says how long it may be, and nothing else does.
func TestEveryListThatIsSentIsBounded(t *testing.T) {
	t.Parallel()
	bounds := map[string]bool{}
	for _, definition := range sdl().Types {
		if definition.Kind != ast.InputObject {
			continue
		}
		for _, field := range definition.Fields {
			if isList, most := field.Type.Elem != nil, gql.Bounded(field); isList != (most > 0) || isList && field.Type.Elem.Elem != nil {
				t.Errorf("%s.%s: a list %v, of %d elements", definition.Name, field.Name, isList, most)
			}
			if d := field.Directives.ForName("bounded"); d != nil {
				bounds[d.Arguments.ForName("by").Value.Raw] = true
			}
		}
	}
	for name := range schema.Rules().Lists {
		if !bounds[name] && name != "fields" && name != "filter" { // those of the desk
			t.Errorf("no list is bounded by %s", name)
		}
	}
	for _, document := range schema.Documents() {
		o, err := parser.ParseQuery(&ast.Source{Input: document.Text})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range o.Operations[0].VariableDefinitions {
			if v.Type.Elem != nil {
				t.Errorf("%s: $%s is a list by itself", document.Name, v.Variable)
			}
		}
	}
}
