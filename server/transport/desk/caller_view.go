package desk

import (
	"kaiin/server/base/actor"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/model"
)

func (r *Resolver) callerView(s *actor.Staff) *model.StaffCaller {
	view := &model.StaffCaller{Name: s.Name, Roles: []string{}, Scopes: []actor.Scope{}, Proposes: []actor.Scope{}}
	for _, rule := range scope.Rules() {
		if s.Holds(rule.Scope) {
			view.Scopes = append(view.Scopes, rule.Scope)
		}
		if s.Holds(scope.Propose(rule.Scope)) {
			view.Proposes = append(view.Proposes, rule.Scope)
		}
	}
	if !s.IsPerson() {
		view.Program = &s.Program
		return view
	}
	view.StaffNumber, view.Department, view.Roles = &s.Number, &s.Department, s.Roles
	if until := s.FreshUntil(); r.Clock.Now().Before(until) {
		view.FreshUntil = &until
	}
	return view
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
