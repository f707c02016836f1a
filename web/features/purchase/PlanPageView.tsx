import { useQuery } from '@apollo/client/react';
import dynamic from 'next/dynamic';
import { isClosed } from '@/features/plans/availability';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { useVariables } from '@/lib/pageContext';

// Each has scripts of its own: who looks at a plan gets none of the form.
const ClosedPlan = dynamic(() => import('./ClosedPlan').then((part) => part.ClosedPlan));
const PurchaseFormView = dynamic(() => import('./PurchaseFormView').then((part) => part.PurchaseFormView));
const VisitorPlan = dynamic(() => import('./VisitorPlan').then((part) => part.VisitorPlan));

/**
 * /plans/{planId}: the purchase form of a member; a visitor sees what is sold, for how much and on
 * which conditions (P-02).
 */
export function PlanPageView() {
  const { data } = useQuery(PurchaseFormScreenDocument, { variables: useVariables(PurchaseFormScreenDocument) });
  const screen = data?.screen;
  if (!screen?.plan) return null;
  const { plan, conditions } = screen;
  if (!conditions) return <PurchaseFormView screen={screen} />;
  if (isClosed(plan.availability)) return <ClosedPlan plan={plan} availability={plan.availability} held={null} />;
  return <VisitorPlan plan={plan} order={screen.verification} conditions={conditions} />;
}
