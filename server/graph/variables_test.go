package graph

import (
	"fmt"
	"strings"
	"testing"

	"kaiin/schema"
	"kaiin/server/fault"
	"kaiin/server/jsonbody"
)

func TestVariables(t *testing.T) {
	t.Parallel()
	list, err := newAllowList(sdl(), schema.Documents())
	if err != nil {
		t.Fatal(err)
	}
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
		if f, ok := fault.As(checkVariables(sdl(), list.byName[c.document].definition, variables)); ok {
			for _, field := range f.Fields {
				got = append(got, fmt.Sprintf("%s:%s", field.Path, field.Code))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}
