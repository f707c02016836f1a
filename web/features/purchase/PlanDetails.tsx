import type { PlanFragment } from '@/generated/fragments';
import { DefinitionList } from '@/ui/DefinitionList';

/**
 * What a plan is, with the store's own markup, what it is compared by, and what can be watched with
 * it on how many devices.
 */
export function PlanDetails({ plan }: { plan: PlanFragment }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when the store is set up */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: plan.planDescription }} />
      {plan.features.length > 0 && (
        <DefinitionList facts={plan.features.map(({ name, value }) => ({ term: name, detail: value }))} />
      )}
      {plan.service && <p className="text-sm text-ink-2">{plan.service}</p>}
    </>
  );
}
