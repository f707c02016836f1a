package personaldata_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/keyset"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// The file says of the acts of the staff what their page says; of what is about many it says
// nothing that could be another member's.
func TestTheFileSaysOfActsWhatTheirPageSays(t *testing.T) {
	e := setup(t)
	a, _ := e.member(t)
	other := uuid.New()
	record := &acts.Service{Store: e.Store, Clock: e.Clock, Secrets: e.Secrets}
	hanako := actor.Actor{Staff: &actor.Staff{
		ID: uuid.New(), Number: 12, Name: "Hanako Sato", Department: "Support", Scopes: []scope.Scope{scope.MembersFind, scope.MembersReveal}, FreshAt: e.Clock.Now(),
	}}
	for _, err := range []error{
		record.Look(t.Context(), hanako, acts.Origin{IP: "192.0.2.9"}, "find", acts.Act{
			Kind: acts.MembersFound, Target: acts.Target{Type: "member", ID: other.String()}, Subjects: []uuid.UUID{other, a.AccountID},
		}),
		record.Look(t.Context(), hanako, acts.Origin{}, "find", acts.Act{Kind: acts.MembersFound, Subjects: []uuid.UUID{other}}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, why := range []acts.ReasonKind{acts.Inquiry, acts.Fraud} {
		d, err := record.At(t.Context(), hanako, acts.Origin{}, "reveal", acts.MemberRevealed, acts.Given{Key: string(why), ReasonKind: why, Reason: "they wrote to us", Ticket: "Q-7"})
		if err != nil {
			t.Fatal(err)
		}
		act := acts.Act{Kind: acts.MemberRevealed, Target: acts.Target{Type: "reveal", ID: "r-1"}, AccountID: a.AccountID, Fields: []acts.PersonalField{"NAME"}, Details: "a secret"}
		if err := d.Do(t.Context(), act, func(context.Context, *acts.Act) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	e.make(t, e.request(t, a))
	file, _ := e.fetch(t, a)
	var read struct {
		StaffActs struct {
			Acts []struct {
				ID                               uuid.UUID
				Kind, Department, Fields, Ticket string
				Reason                           acts.ReasonKind `json:"reason_kind"`
				Number                           int             `json:"staff_number"`
				Target                           *string         `json:"target_id"`
			}
		}
	}
	if err := json.Unmarshal(file, &read); err != nil {
		t.Fatal(err)
	}
	var inFile, onPage []string
	for _, inside := range []string{hanako.Staff.Name, hanako.Staff.ID.String(), other.String(), "192.0.2.9", "they wrote to us", "a secret"} {
		if bytes.Contains(file, []byte(inside)) {
			t.Errorf("%q is in the file", inside)
		}
	}
	for _, one := range read.StaffActs.Acts {
		if (one.Target == nil) != (one.Kind == string(acts.MembersFound)) {
			t.Errorf("%+v", one)
		}
		inFile = append(inFile, fmt.Sprint(one.ID, one.Department, one.Number, one.Fields, one.Reason, one.Ticket))
	}
	page, _, err := record.Accesses(t.Context(), a.AccountID, keyset.Page{First: 10})
	if err != nil || len(page) != 3 {
		t.Fatal(page, err)
	}
	for _, one := range page {
		fields := ""
		if len(one.Fields) > 0 {
			fields = string(one.Fields[0])
		}
		onPage = append(onPage, fmt.Sprint(one.ID, one.Department, one.Number, fields, one.Why, one.Ticket))
	}
	slices.Reverse(onPage)
	if !slices.Equal(inFile, onPage) {
		t.Errorf("the file says\n%v\nthe page\n%v", inFile, onPage)
	}
}
