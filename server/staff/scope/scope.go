package scope

import (
	"slices"

	"kaiin/server/base/actor"
)

// Scope names something that the staff may do.
type Scope = actor.Scope

// All scopes.
const (
	MembersFind    Scope = "members.find"    // search; hits are masked
	MembersRead    Scope = "members.read"    // a member's state, masked
	MembersCheck   Scope = "members.check"   // compare what a caller says
	MembersReveal  Scope = "members.reveal"  // open named fields for 15 minutes
	MembersSupport Scope = "members.support" // resend, end sessions, clear throttles, note
	MembersAccess  Scope = "members.access"  // change an address, reset factors, correct
	MembersBlock   Scope = "members.block"   // block and guard
	MembersErase   Scope = "members.erase"   // withdraw for a member

	ContractsRead  Scope = "contracts.read"
	ContractsWrite Scope = "contracts.write" // cancel, undo, extend, pause retries

	MoneyRead   Scope = "money.read"
	MoneyRefund Scope = "money.refund"
	MoneyWaive  Scope = "money.waive"
	MoneyDecide Scope = "money.decide" // end what is stuck

	OpsRead  Scope = "ops.read"
	OpsRetry Scope = "ops.retry"

	ActsRead Scope = "acts.read"
	ActsHold Scope = "acts.hold" // keep an act from its member for a while

	StaffRead   Scope = "staff.read"
	StaffManage Scope = "staff.manage"

	ApproveMoney   Scope = "approve.money"
	ApproveMembers Scope = "approve.members"
	ApproveStaff   Scope = "approve.staff"
)

// Rule is what holds for a scope.
type Rule struct {
	Scope   Scope
	Fresh   bool // a person has to have proved who they are within the last 15 minutes; no program holds it
	Program bool // a program may hold it
	Writes  bool // it changes or opens something: a program that holds it proves itself by a key
}

// rules are all scopes in the order in which they are listed.
var rules = []Rule{
	{Scope: MembersFind, Program: true},
	{Scope: MembersRead, Program: true},
	{Scope: MembersCheck},
	{Scope: MembersReveal, Fresh: true, Writes: true},
	{Scope: MembersSupport, Writes: true},
	{Scope: MembersAccess, Fresh: true, Writes: true},
	{Scope: MembersBlock, Fresh: true, Writes: true},
	{Scope: MembersErase, Fresh: true, Writes: true},
	{Scope: ContractsRead, Program: true},
	{Scope: ContractsWrite, Writes: true},
	{Scope: MoneyRead, Program: true},
	{Scope: MoneyRefund, Fresh: true, Writes: true},
	{Scope: MoneyWaive, Writes: true},
	{Scope: MoneyDecide, Fresh: true, Writes: true},
	{Scope: OpsRead, Program: true},
	{Scope: OpsRetry, Writes: true},
	{Scope: ActsRead, Program: true},
	{Scope: ActsHold, Fresh: true, Writes: true},
	{Scope: StaffRead},
	{Scope: StaffManage, Fresh: true, Writes: true},
	{Scope: ApproveMoney, Fresh: true, Writes: true},
	{Scope: ApproveMembers, Fresh: true, Writes: true},
	{Scope: ApproveStaff, Fresh: true, Writes: true},
}

// Rules are all scopes with what holds for each.
func Rules() []Rule { return slices.Clone(rules) }

// Propose is the scope of a program that may ask for what the scope lets people do: it ends as a
// proposal, which a person decides.
func Propose(s Scope) Scope { return "propose:" + s }

// RuleOf is the rule of the scope; false if there is no such scope.
func RuleOf(s Scope) (Rule, bool) {
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.Scope == s })
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}
