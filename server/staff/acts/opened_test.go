package acts

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
)

// What is opened of a member is an act of each kind, in the chain of the member. What the same
// person has opened within the hour is none.
func TestOpen(t *testing.T) {
	t.Parallel()
	r, member, other := setup(t), uuid.New(), uuid.New()
	hanako, jiro := r.clerk(12, "Support"), r.clerk(13, "Support")
	open := func(member uuid.UUID, kinds ...Kind) error {
		return r.Open(t.Context(), hanako, Origin{}, "member", member, kinds...)
	}
	said := func(of uuid.UUID) (all []string) {
		entries, err := r.List(t.Context(), Filter{AccountID: of}, 100)
		r.must(t, err)
		for _, e := range entries {
			all = append(all, e.Kind+" "+e.Outcome)
		}
		slices.Reverse(all)
		return all
	}
	r.must(t, open(member, MemberOpened, ContractsRead, MoneyRead))
	r.must(t, open(member, MemberOpened, MoneyRead))
	r.must(t, open(member, MemberOpened, ActsRead))
	want := []string{"member.opened done", "contracts.read done", "money.read done", "acts.read done"}
	if got := said(member); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	r.must(t, open(other, MemberOpened))
	r.must(t, r.Open(t.Context(), jiro, Origin{}, "member", other, MemberOpened))
	for range 2 {
		r.must(t, r.Open(t.Context(), r.program("crm"), Origin{}, "member", other, MemberOpened))
	}
	if got := said(other); len(got) != 4 {
		t.Errorf("of another member: %v", got)
	}
	r.Clock.Advance(time.Hour)
	r.must(t, open(member, MoneyRead))
	if got := said(member); len(got) != len(want)+1 {
		t.Errorf("after an hour: %v", got)
	}
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

// Without its scope nothing is opened, and that it was refused is an act.
func TestOpenNeedsEachScope(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	hanako := r.clerk(12, "Support")
	hanako.Staff.Scopes = hanako.Staff.Scopes[:0:0]
	if err := r.Open(t.Context(), hanako, Origin{}, "member", member, MemberOpened, MoneyRead); !fault.Is(err, fault.MissingScope) {
		t.Error(err)
	}
	entries, err := r.List(t.Context(), Filter{AccountID: member}, 100)
	if err != nil || len(entries) != 1 || entries[0].Outcome != string(Refused) {
		t.Errorf("%v %v", entries, err)
	}
}
