package desk

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/viewer"
)

// proven is the fault IDENTITY_UNPROVEN, unless the member has proved who they are to the person
// who decides. What the same key did before is told first.
func (r *Resolver) proven(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	if err := by.Again(ctx); err != nil {
		return err
	}
	if err := proves(ctx); err != nil {
		return err
	}
	proven, err := r.Members.Proven(ctx, viewer.Actor(ctx), id, by.Ticket())
	if err == nil && !proven {
		return fault.Precondition(fault.IdentityUnproven)
	}
	return err
}

// proves is the fault IDENTITY_UNPROVEN of a program: members prove who they
// are to people.
func proves(ctx context.Context) error {
	if !viewer.Actor(ctx).Staff.IsPerson() {
		return fault.Precondition(fault.IdentityUnproven)
	}
	return nil
}

// resend sends a mail once more by the service that knows what it tells.
func (r *Resolver) resend(ctx context.Context, by acts.Decision, id uuid.UUID, in model.ResendMailInput) error {
	if in.Kind == model.ResentMailVerify {
		if in.SubjectID != nil {
			return fault.Invalid(fault.InvalidChoice, "subjectId")
		}
		return r.Credential.VerifyByStaff(ctx, by, id)
	}
	if in.SubjectID == nil {
		return fault.Invalid(fault.Required, "subjectId")
	}
	subject, err := idIn("subjectId", *in.SubjectID)
	if err != nil {
		return err
	}
	switch in.Kind {
	case model.ResentMailOrder:
		return r.Purchase.Resend(ctx, by, id, subject)
	case model.ResentMailCancellation:
		return r.Subscription.Resend(ctx, by, id, subject)
	}
	return r.Billing.ResendRefund(ctx, by, id, subject)
}
