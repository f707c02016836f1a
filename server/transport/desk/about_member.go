package desk

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/desk/proposal"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/payload"
)

// memberNamed is the member whose id is given, also one who has left. Fault: NOT_FOUND on
// accountId.
func (r *Resolver) memberNamed(ctx context.Context, account string) (id uuid.UUID, err error) {
	if id, err = memberID(account); err != nil {
		return id, err
	}
	found, err := r.Members.Exists(ctx, id)
	if err == nil && !found {
		err = fault.Invalid(fault.CodeNotFound, "accountId")
	}
	return id, err
}

// ofMember says what would become of a member.
func (r *Resolver) ofMember(ctx context.Context, account string, changes ...proposal.Change) (n proposal.New, err error) {
	id, err := r.memberNamed(ctx, account)
	return proposal.New{AccountID: id, Target: acts.Target{Type: "member", ID: id.String()}, Changes: changes}, err
}

// decideMember is decide for what is about one member, who is told as they are then where the
// caller asks for that and it was done.
func (d proposable[I]) decideMember(ctx context.Context, r *Resolver, in I, account string, given acts.Given) (of payload.OfMember, err error) {
	of.Proposable, _, err = d.decide(ctx, r, in, given)
	if err != nil || !isDone(of.Proposable) || !asks(ctx, "member") {
		return of, err
	}
	id, err := memberID(account)
	if err == nil {
		of.Member, err = r.openMember(ctx, d.field, id)
	}
	return of, err
}
