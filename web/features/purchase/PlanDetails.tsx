import type { PlanFragment } from '@/generated/fragments';

/**
 * What a plan is, with the store's own markup, and what can be watched with it on how many devices.
 */
export function PlanDetails({ plan }: { plan: PlanFragment }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when the store is set up */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: plan.planDescription }} />
      {plan.service && <p className="text-sm text-ink-2">{plan.service}</p>}
    </>
  );
}
