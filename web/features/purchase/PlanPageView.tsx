import { useQuery } from '@apollo/client/react';
import dynamic from 'next/dynamic';
import { isClosed } from '@/features/plans/availability';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { useVariables } from '@/lib/pageContext';
import { Alert } from '@/ui/Alert';

// Each has scripts of its own, which come with the page that shows it. All are named here: a part
// of a part would come too late for the first drawing.
const ClosedPlan = dynamic(() => import('./ClosedPlan').then((part) => part.ClosedPlan));
const PurchaseFormView = dynamic(() => import('./PurchaseFormView').then((part) => part.PurchaseFormView));
const SiblingPlan = dynamic(() => import('./SiblingPlan').then((part) => part.SiblingPlan));
const VisitorPlan = dynamic(() => import('./VisitorPlan').then((part) => part.VisitorPlan));

/**
 * /plans/{planId}: the purchase form of a member; a visitor sees what is sold, for how much and on
 * which conditions (P-02).
 */
export function PlanPageView() {
  const { data } = useQuery(PurchaseFormScreenDocument, { variables: useVariables(PurchaseFormScreenDocument) });
  const screen = data?.screen;
  if (!screen?.plan) return null;
  const { plan, conditions, sibling } = screen;
  if (!conditions && sibling)
    return <SiblingPlan plan={plan} sibling={sibling} siblingBlockedBy={screen.siblingBlockedBy} />;
  if (isClosed(plan.availability)) {
    return (
      <>
        <Alert>{screen.failure?.message}</Alert>
        <ClosedPlan plan={plan} availability={plan.availability} held={conditions ? null : screen.held} />
      </>
    );
  }
  if (!conditions) return <PurchaseFormView screen={screen} />;
  return <VisitorPlan plan={plan} order={screen.verification} conditions={conditions} />;
}
