import { useQuery } from '@apollo/client/react';
import dynamic from 'next/dynamic';
import { isClosed } from '@/features/plans/availability';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { useVariables } from '@/lib/pageContext';
import { Alert } from '@/ui/Alert';
import { orNotice } from '@/ui/PartMissing';

// Each has scripts of its own, which come with the page that shows it. All are named here: a part
// of a part would come too late for the first drawing.
const Beside = dynamic(() => orNotice(import('./Beside').then((part) => part.Beside)));
const ClosedPlan = dynamic(() => orNotice(import('./ClosedPlan').then((part) => part.ClosedPlan)));
const PurchaseFormView = dynamic(() => orNotice(import('./PurchaseFormView').then((part) => part.PurchaseFormView)));
const SiblingPlan = dynamic(() => orNotice(import('./SiblingPlan').then((part) => part.SiblingPlan)));
const VisitorPlan = dynamic(() => orNotice(import('./VisitorPlan').then((part) => part.VisitorPlan)));

/**
 * /plans/{planId}: the purchase form of a member; a visitor sees what is sold, for how much and on
 * which conditions (P-02).
 */
export function PlanPageView() {
  const { data } = useQuery(PurchaseFormScreenDocument, { variables: useVariables(PurchaseFormScreenDocument) });
  const screen = data?.screen;
  if (!screen?.plan) return null;
  const { plan, conditions, sibling } = screen;
  const failure = <Alert>{screen.failure?.message}</Alert>;
  if (!conditions && sibling) {
    return (
      <>
        {failure}
        <SiblingPlan plan={plan} sibling={sibling} siblingBlockedBy={screen.siblingBlockedBy} />
      </>
    );
  }
  if (isClosed(plan.availability)) {
    return (
      <>
        {failure}
        <ClosedPlan plan={plan} availability={plan.availability} held={conditions ? null : screen.held} />
      </>
    );
  }
  if (!conditions) {
    const beside = screen.beside && <Beside subscription={screen.beside} planId={plan.planId} />;
    return <PurchaseFormView screen={screen} beside={beside} />;
  }
  return <VisitorPlan plan={plan} order={screen.verification} conditions={conditions} />;
}
