import type { BesidePlanFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { HeldPlan } from './HeldPlan';

type Props = { subscription: BesidePlanFragment | null; planId: string };

/**
 * The member has another plan of the group that goes on beside this one, and is not changed to it.
 * Nothing is shown where there is none.
 */
export function Beside({ subscription, planId }: Props) {
  const { t } = useTranslation('purchase');
  const between = useLocale() === 'ja' ? '' : ' ';
  if (!subscription) return null;
  return (
    <Notice tone="caution" title={t('beside.title')}>
      <p>
        <HeldPlan subscription={subscription} />
        {between}
        <span>{t('beside.text')}</span>
      </p>
      <p>{t('beside.reason')}</p>
      <TextLink href={paths.cancelSubscription(subscription.subscriptionId, paths.plan(planId))}>
        {t('beside.cancel')}
      </TextLink>
    </Notice>
  );
}
