import { NotChangeable } from '@/features/plans/NotChangeable';
import type { SiblingPlanFragment, UserErrorFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { HeldPlan } from './HeldPlan';

type Props = { subscription: SiblingPlanFragment; blockedBy: UserErrorFragment | null; planId: string };

const words = { Chosen: 'sibling.chosen', Blocked: 'sibling.excluded', '': 'sibling.text' } as const;

/**
 * The member has another plan of the group, which excludes this one: it is changed instead of
 * ordering both.
 */
export function Sibling({ subscription, blockedBy, planId }: Props) {
  const { t } = useTranslation('purchase');
  const between = useLocale() === 'ja' ? '' : ' ';
  const { subscriptionId: id, planChange } = subscription;
  const chosen = planChange?.planId === planId && subscription.statusGroup !== 'CANCEL_REQUESTED';
  const state = chosen ? 'Chosen' : blockedBy ? 'Blocked' : '';
  return (
    <>
      <Notice tone={state === 'Blocked' ? 'caution' : 'info'} title={t(`sibling.title${state}`)}>
        <HeldPlan subscription={subscription} />
        {between}
        <span>{t(words[state])}</span>
      </Notice>
      {blockedBy && !chosen && <p>{blockedBy.message}</p>}
      <NotChangeable subscription={subscription} blockedBy={blockedBy} />
      <div className="flex flex-col gap-3 sm:flex-row">
        {!blockedBy && !chosen && (
          <LinkButton href={paths.changePlanConfirm(id, planId)}>{t('sibling.change')}</LinkButton>
        )}
        <LinkButton href={paths.subscription(id)} kind="secondary">
          {t('sibling.contract')}
        </LinkButton>
      </div>
    </>
  );
}
