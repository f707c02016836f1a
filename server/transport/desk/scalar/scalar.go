package scalar

import (
	"io"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/desk/masked"
	"kaiin/server/staff/scope"
)

// MarshalMasked writes what is shown of a value, and null where there is none.
func MarshalMasked(t masked.Text) graphql.Marshaler {
	if t.IsNone() {
		return graphql.Null
	}
	return graphql.MarshalString(t.String())
}

// UnmarshalMasked refuses: a masked value is never given.
func UnmarshalMasked(any) (masked.Text, error) {
	return masked.Text{}, fault.BadRequest(fault.InvalidRequest)
}

// ScopeName is the scope as the schema spells it: MEMBERS_FIND is members.find.
func ScopeName(s actor.Scope) string {
	return strings.ToUpper(strings.NewReplacer(".", "_", ":", "_").Replace(string(s)))
}

// ScopeOf is the scope that the schema spells so; false if there is none.
func ScopeOf(name string) (actor.Scope, bool) {
	for _, rule := range scope.Rules() {
		if ScopeName(rule.Scope) == name {
			return rule.Scope, true
		}
	}
	return "", false
}

// MarshalScope writes a scope.
func MarshalScope(s actor.Scope) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(ScopeName(s))) })
}

// UnmarshalScope reads a scope. Fault: INVALID_REQUEST.
func UnmarshalScope(v any) (actor.Scope, error) {
	name, _ := v.(string)
	s, ok := ScopeOf(name)
	if !ok {
		return "", fault.BadRequest(fault.InvalidRequest)
	}
	return s, nil
}
