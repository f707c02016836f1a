package subscription

import (
	"fmt"
	"slices"
)

// Status is the state of a contract (M§4). The database knows the same list.
type Status string

// The thirteen contracted statuses.
const (
	NewContract            Status = "NEW_CONTRACT"
	NewTrialContract       Status = "NEW_TRIAL_CONTRACT"
	ReContract             Status = "RE_CONTRACT"
	OngoingContract        Status = "ONGOING_CONTRACT"
	TrialToPaid            Status = "TRIAL_TO_PAID"
	Hold                   Status = "HOLD"
	TrialHold              Status = "TRIAL_HOLD"
	HoldReleased           Status = "HOLD_RELEASED"
	TrialHoldReleased      Status = "TRIAL_HOLD_RELEASED"
	CancelRequest          Status = "CANCEL_REQUEST"
	TrialCancelRequest     Status = "TRIAL_CANCEL_REQUEST"
	HoldCancelRequest      Status = "HOLD_CANCEL_REQUEST"
	TrialHoldCancelRequest Status = "TRIAL_HOLD_CANCEL_REQUEST"
)

// The ended ones. Nothing leads out of them.
const (
	Cancelled      Status = "CANCELLED"
	TrialCancelled Status = "TRIAL_CANCELLED"
	HoldCancelled  Status = "HOLD_CANCELLED"
	Terminated     Status = "TERMINATED" // ended by the store, or with the account
)

// none is where a contract comes from.
const none Status = ""

// Statuses are all there are, contracted ones first.
var Statuses = []Status{
	NewContract, NewTrialContract, ReContract, OngoingContract, TrialToPaid, Hold, TrialHold, HoldReleased, TrialHoldReleased,
	CancelRequest, TrialCancelRequest, HoldCancelRequest, TrialHoldCancelRequest,
	Cancelled, TrialCancelled, HoldCancelled, Terminated,
}

// Group is how members see a status.
type Group string

const (
	GroupContract        Group = "CONTRACT"
	GroupTrial           Group = "TRIAL"
	GroupCancelRequested Group = "CANCEL_REQUESTED"
	GroupHold            Group = "HOLD"
	GroupEnded           Group = "" // not under contract
)

var groups = map[Status]Group{
	NewContract: GroupContract, OngoingContract: GroupContract, TrialToPaid: GroupContract, ReContract: GroupContract,
	HoldReleased: GroupContract, TrialHoldReleased: GroupContract,
	NewTrialContract: GroupTrial,
	CancelRequest:    GroupCancelRequested, TrialCancelRequest: GroupCancelRequested,
	HoldCancelRequest: GroupCancelRequested, TrialHoldCancelRequest: GroupCancelRequested,
	Hold: GroupHold, TrialHold: GroupHold,
}

// Group is the status's group; statuses that are not contracted have none.
func (s Status) Group() Group { return groups[s] }

// Contracted reports whether a contract in this status is running.
func (s Status) Contracted() bool { return s.Group() != GroupEnded }

// contracted lists the statuses of running contracts, as the columns hold them.
var contracted = statusesIn(GroupContract, GroupTrial, GroupCancelRequested, GroupHold)

func statusesIn(wanted ...Group) []string {
	var all []string
	for _, s := range Statuses {
		if slices.Contains(wanted, s.Group()) {
			all = append(all, string(s))
		}
	}
	return all
}

// Event is something that happens to a contract.
type Event string

const (
	Contract              Event = "Contract"              // a first contract is paid for
	StartTrial            Event = "StartTrial"            // a first contract begins with free days
	Recontract            Event = "Recontract"            // a plan the member had before is paid for again
	Renewed               Event = "Renewed"               // the next term was paid
	RenewedLate           Event = "RenewedLate"           // it was paid so late that it begins on the day of payment
	PaymentLate           Event = "PaymentLate"           // the next term cannot be charged; its member is told
	ViewingClosed         Event = "ViewingClosed"         // that goes on, and the days of grace are over; its member is told
	RenewalRefused        Event = "RenewalRefused"        // the next term's charge was refused, and is tried again
	RenewalFailed         Event = "RenewalFailed"         // it was refused for good
	TrialConverted        Event = "TrialConverted"        // the first term after the trial was paid
	TrialConversionFailed Event = "TrialConversionFailed" // its charge was refused
	Retried               Event = "Retried"               // a held contract's charge succeeded
	RetryFailed           Event = "RetryFailed"           // it was refused again
	HoldExpired           Event = "HoldExpired"           // it stayed unpaid for too long
	CancelRequested       Event = "CancelRequested"       // the member leaves at the end of the term
	CancelUndone          Event = "CancelUndone"          // and stays after all
	TermEnded             Event = "TermEnded"             // the last day of a cancelled contract is over
	PaymentReversed       Event = "PaymentReversed"       // the provider took the payment of the running term back
	ReversalOver          Event = "ReversalOver"          // the payment came back, and the staff let the contract go on
	Extended              Event = "Extended"              // the staff moved the next billing day
	RetriesMoved          Event = "RetriesMoved"          // the staff moved the next try of a refused charge
	Waived                Event = "Waived"                // the staff ask for the next term's payment no longer
	PlanChosen            Event = "PlanChosen"            // the member wants another plan from the next term on
	PlanKept              Event = "PlanKept"              // and takes that back
	PlanSwitched          Event = "PlanSwitched"          // the next term's day has come: it is of that plan
	RenewalStopped        Event = "RenewalStopped"        // the plan is no longer renewed (forceStopRenewDate)
	Terminate             Event = "Terminated"            // the store ends it, or the account is gone
)

// Events are all there are, in the order of the printed matrix.
var Events = []Event{
	Contract, StartTrial, Recontract, Renewed, RenewedLate, PaymentLate, ViewingClosed, RenewalRefused, RenewalFailed, TrialConverted, TrialConversionFailed, Retried, RetryFailed,
	HoldExpired, CancelRequested, CancelUndone, TermEnded, PaymentReversed, ReversalOver, Extended, RetriesMoved, Waived,
	PlanChosen, PlanKept, PlanSwitched, RenewalStopped, Terminate,
}

// transitions is the whole machine: what is not here is refused.
var transitions = func() map[Event]map[Status]Status {
	paid := []Status{NewContract, ReContract, OngoingContract, TrialToPaid, HoldReleased, TrialHoldReleased}
	each := func(from []Status, to Status) map[Status]Status {
		row := map[Status]Status{}
		for _, s := range from {
			row[s] = to
		}
		return row
	}
	same := func(from []Status) map[Status]Status {
		row := map[Status]Status{}
		for _, s := range from {
			row[s] = s
		}
		return row
	}
	with := func(row map[Status]Status, more map[Status]Status) map[Status]Status {
		for from, to := range more {
			row[from] = to
		}
		return row
	}
	running := slices.DeleteFunc(slices.Clone(Statuses), func(s Status) bool { return !s.Contracted() })
	return map[Event]map[Status]Status{
		Contract:              {none: NewContract},
		StartTrial:            {none: NewTrialContract},
		Recontract:            {none: ReContract},
		Renewed:               each(paid, OngoingContract),
		RenewedLate:           with(each(paid, OngoingContract), map[Status]Status{NewTrialContract: TrialToPaid}),
		PaymentLate:           same(append(slices.Clone(paid), NewTrialContract)),
		ViewingClosed:         same(append(slices.Clone(paid), NewTrialContract)),
		RenewalRefused:        same(append(slices.Clone(paid), NewTrialContract)),
		RenewalFailed:         each(paid, Hold),
		TrialConverted:        {NewTrialContract: TrialToPaid},
		TrialConversionFailed: {NewTrialContract: TrialHold},
		Retried:               {Hold: HoldReleased, TrialHold: TrialHoldReleased},
		RetryFailed:           {Hold: Hold, TrialHold: TrialHold},
		HoldExpired:           {Hold: HoldCancelled, TrialHold: HoldCancelled},
		CancelRequested: with(each(paid, CancelRequest), map[Status]Status{
			NewTrialContract: TrialCancelRequest, Hold: HoldCancelRequest, TrialHold: TrialHoldCancelRequest,
		}),
		CancelUndone: {
			CancelRequest: OngoingContract, TrialCancelRequest: NewTrialContract,
			HoldCancelRequest: Hold, TrialHoldCancelRequest: TrialHold,
		},
		TermEnded: {
			CancelRequest: Cancelled, TrialCancelRequest: TrialCancelled,
			HoldCancelRequest: HoldCancelled, TrialHoldCancelRequest: HoldCancelled,
		},
		PaymentReversed: each(paid, Hold),
		ReversalOver:    {Hold: HoldReleased},
		Extended:        same(append(slices.Clone(paid), NewTrialContract, CancelRequest, TrialCancelRequest)),
		RetriesMoved:    same(append(slices.Clone(paid), NewTrialContract)),
		Waived: with(each(paid, OngoingContract), map[Status]Status{
			NewTrialContract: TrialToPaid, Hold: HoldReleased, TrialHold: TrialHoldReleased,
		}),
		PlanChosen:   same(append(slices.Clone(paid), NewTrialContract)),
		PlanKept:     same(append(slices.Clone(paid), NewTrialContract, Hold, TrialHold)),
		PlanSwitched: same(append(slices.Clone(paid), NewTrialContract)),
		RenewalStopped: with(each(paid, Terminated), map[Status]Status{
			NewTrialContract: Terminated, Hold: Terminated, TrialHold: Terminated,
		}),
		Terminate: each(running, Terminated),
	}
}()

// Next is the status an event leads to; ok is false when the event does not fit the status.
func (s Status) Next(e Event) (to Status, ok bool) {
	to, ok = transitions[e][s]
	return to, ok
}

// step is Next for callers whose event has to fit.
func (s Status) step(e Event) (Status, error) {
	to, ok := s.Next(e)
	if !ok {
		return s, fmt.Errorf("event %s does not fit a contract in status %q", e, s)
	}
	return to, nil
}
