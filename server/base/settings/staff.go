package settings

import "kaiin/server/base/written"

// Staff is what the store lets its staff do by themselves.
type Staff struct {
	Limits StaffLimits `json:"limits"`
	// TellReveals has a member be mailed each time that hidden values of theirs are opened, unless
	// a law asks for it.
	TellReveals bool `json:"tellReveals"`
}

// StaffLimits are the yen that a person of the staff gives back or waives, and the days that they
// give, without a second one. What the store file does not say is as below.
type StaffLimits struct {
	// RefundYen is of one refund. 10,000 unless said.
	RefundYen *int `json:"refundYen"`
	// RefundYenADay is of all refunds that the person has asked for within 24 hours. 50,000 unless
	// said.
	RefundYenADay *int `json:"refundYenADay"`
	// RefundYenAMember is of all refunds of a member within 30 days. 20,000 unless said.
	RefundYenAMember *int `json:"refundYenAMember"`
	// ExtendDays is of one extension of a contract or a rental. 31 unless said.
	ExtendDays *int `json:"extendDays"`
	// ExtendDaysAMember is of all extensions of a member within 30 days. 62 unless said.
	ExtendDaysAMember *int `json:"extendDaysAMember"`
}

func (l StaffLimits) Refund() int       { return or(l.RefundYen, 10_000) }
func (l StaffLimits) RefundDay() int    { return or(l.RefundYenADay, 50_000) }
func (l StaffLimits) RefundMember() int { return or(l.RefundYenAMember, 20_000) }
func (l StaffLimits) Extend() int       { return or(l.ExtendDays, 31) }
func (l StaffLimits) ExtendMember() int { return or(l.ExtendDaysAMember, 62) }

func (l StaffLimits) validate(p *written.Problems) {
	for _, n := range []struct {
		path  string
		given *int
	}{{"staff.limits.refundYen", l.RefundYen}, {"staff.limits.refundYenADay", l.RefundYenADay}, {"staff.limits.refundYenAMember", l.RefundYenAMember}} {
		p.Check(n.given == nil || *n.given >= 0 && *n.given <= mostYen, n.path, "must be 0 to %d", mostYen)
	}
	for _, n := range []struct {
		path  string
		given *int
	}{{"staff.limits.extendDays", l.ExtendDays}, {"staff.limits.extendDaysAMember", l.ExtendDaysAMember}} {
		p.Check(n.given == nil || *n.given >= 0 && *n.given <= mostDays, n.path, "must be 0 to %d", mostDays)
	}
}

// mostDays is more than any extension.
const mostDays = 366

// mostYen is more than any refund.
const mostYen = 100_000_000
