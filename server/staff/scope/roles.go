package scope

import (
	"slices"
	"strings"
)

// Role bundles scopes for people.
type Role string

// The roles.
const (
	Support     Role = "support"
	SupportLead Role = "supportLead"
	Billing     Role = "billing"
	Compliance  Role = "compliance"
	Operations  Role = "operations"
	Owner       Role = "owner" // says who works here, and neither opens data nor gives money back
)

var ofSupport = []Scope{MembersFind, MembersRead, MembersCheck, MembersSupport, ContractsRead, ContractsWrite, MoneyRead}

var roles = map[Role][]Scope{
	Support:     ofSupport,
	SupportLead: slices.Concat(ofSupport, []Scope{MembersReveal, MembersAccess, MembersBlock, MoneyRefund, MoneyWaive, ApproveMembers}),
	Billing:     {MembersFind, MembersRead, ContractsRead, MoneyRead, MoneyRefund, MoneyWaive, MoneyDecide, ApproveMoney},
	Compliance:  {MembersFind, MembersRead, MembersReveal, MembersErase, ActsRead, ActsHold, ApproveMembers},
	Operations:  {OpsRead, OpsRetry},
	Owner:       {StaffRead, StaffManage, ApproveMoney, ApproveMembers, ApproveStaff, ActsRead},
}

// Roles are all roles, from the least to the most.
func Roles() []Role { return []Role{Support, SupportLead, Billing, Compliance, Operations, Owner} }

// IsRole tells names of roles from others.
func IsRole(name string) bool { return roles[Role(name)] != nil }

// Of are the scopes of the roles together, in the order of Rules. A name that is no role has none.
func Of(names ...string) (all []Scope) {
	for _, rule := range rules {
		if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(roles[Role(name)], rule.Scope) }) {
			all = append(all, rule.Scope)
		}
	}
	return all
}

// wire begins a scope of the staff where there are other scopes, too, as in OAuth.
const wire = "staff:"

// Wire is the scope as OAuth names it, such as "staff:money.read".
func Wire(s Scope) string { return wire + string(s) }

// FromWire is the scope that OAuth names so; false for scopes of members, and for names of none.
func FromWire(name string) (Scope, bool) {
	plain, ours := strings.CutPrefix(name, wire)
	if !ours || !isScope(Scope(strings.TrimPrefix(plain, "propose:"))) {
		return "", false
	}
	return Scope(plain), true
}

// IsWire reports whether OAuth's scope asks for something of the staff, be it a name of ours
// or not.
func IsWire(name string) bool { return strings.HasPrefix(name, wire) }

func isScope(s Scope) bool { _, is := RuleOf(s); return is }

// ofPeople are the scopes that no program proposes anything by: two people decide each time, or it
// is about the staff.
var ofPeople = []Scope{StaffManage, MembersErase, ActsHold}

// ForProgram reports whether a program may hold the scope: what is marked for programs, and the
// right to propose what only people may do.
func ForProgram(s Scope) bool {
	if proposed, is := strings.CutPrefix(string(s), "propose:"); is {
		rule, known := RuleOf(Scope(proposed))
		return known && rule.Writes && !rule.Program && !strings.HasPrefix(proposed, "approve.") && !slices.Contains(ofPeople, Scope(proposed))
	}
	rule, known := RuleOf(s)
	return known && rule.Program
}

// NeedsKey reports whether a program that holds the scope has to prove itself by a key of its own
// (private_key_jwt), as it changes or opens something.
func NeedsKey(s Scope) bool {
	rule, known := RuleOf(s)
	return !known || rule.Writes
}
