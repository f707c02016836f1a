import type { SiblingPlanFragment, UserErrorFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';

type Props = {
  subscription: Pick<SiblingPlanFragment, 'subscriptionId' | 'accountPaymentMethod'>;
  blockedBy: UserErrorFragment | null;
};

/**
 * What a member can do whose plan cannot be changed as it is paid: a company that charges by itself
 * takes one amount, and a campaign's code pays for this plan alone.
 */
export function NotChangeable({ subscription, blockedBy }: Props) {
  const { t } = useTranslation('plans');
  const { subscriptionId, accountPaymentMethod: method } = subscription;
  if (blockedBy?.code !== 'PLAN_NOT_CHANGEABLE') return null;
  if (method?.paymentMethodType === 'CampaignCode') return <p>{t('notChangeable.code')}</p>;
  if (method?.paymentMethodType !== 'SbpsAuSimple') return null;
  return (
    <>
      <p>{t('notChangeable.carrier')}</p>
      <LinkButton href={paths.changeMethod(subscriptionId)}>{t('notChangeable.toMethod')}</LinkButton>
    </>
  );
}
