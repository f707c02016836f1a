import { NotChangeable } from '@/features/plans/NotChangeable';
import type { SubscriptionFragment, UserErrorFragment } from '@/generated/fragments';
import { formatEvery, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

type Props = { subscription: SubscriptionFragment; blockedBy: UserErrorFragment | null; planId: string };

const words = { Chosen: 'sibling.chosen', Blocked: 'sibling.excluded', '': 'sibling.text' } as const;

/**
 * The member has another plan of the group, which excludes this one: it is changed instead of
 * ordering both.
 */
export function Sibling({ subscription, blockedBy, planId }: Props) {
  const { t } = useTranslation('purchase');
  const locale = useLocale();
  const { subscriptionId: id, planName, billingAmount, renewSpan, renewSpanUnit, planChange } = subscription;
  const chosen = planChange?.planId === planId && subscription.statusGroup !== 'CANCEL_REQUESTED';
  const state = chosen ? 'Chosen' : blockedBy ? 'Blocked' : '';
  const rate = { every: formatEvery(renewSpan, renewSpanUnit, locale), price: formatYen(billingAmount, locale) };
  return (
    <>
      <Notice tone="caution" title={t(`sibling.title${state}`)}>
        <span>
          {planChange ? t('sibling.named', { plan: planName }) : t('sibling.held', { plan: planName, ...rate })}
        </span>{' '}
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
