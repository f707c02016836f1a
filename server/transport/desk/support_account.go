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
	return r.provenFor(ctx, by.Ticket(), id)
}

// provenFor is the fault IDENTITY_UNPROVEN, unless the member has proved for the ticket who they
// are. Members prove it to people, and to no program.
func (r *Resolver) provenFor(ctx context.Context, ticket string, id uuid.UUID) error {
	proven, err := r.Members.Proven(ctx, viewer.Actor(ctx), id, ticket)
	if err == nil && !proven {
		return fault.Precondition(fault.IdentityUnproven)
	}
	return err
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
