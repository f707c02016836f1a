import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { PaymentMethodCompleteScreenDocument } from '@/generated/PaymentMethodCompleteScreen';
import { completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { useAsking } from '@/lib/asking';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { LinkButton } from '@/ui/Button';
import { LiveRegion } from '@/ui/LiveRegion';
import { Notice } from '@/ui/Notice';

const Added = completed('payment', 'complete');

/**
 * Says that a payment method was added, or waits for the word of the company behind it, which
 * is announced.
 */
export function MethodAddedView() {
  const { t } = useTranslation('payment');
  const { data } = useQuery(PaymentMethodCompleteScreenDocument, {
    variables: useVariables(PaymentMethodCompleteScreenDocument),
  });
  const screen = data?.screen;
  const refetch = useRefetch(PaymentMethodCompleteScreenDocument);
  const isAwaited = !!screen?.isAwaited;
  const [waited] = useState(isAwaited);
  return (
    <>
      <LiveRegion className="sr-only">{waited && !isAwaited && t('complete.text')}</LiveRegion>
      {isAwaited ? <Awaited refetch={refetch} /> : <Added />}
    </>
  );
}

/** The company has not told yet. */
function Awaited({ refetch }: { refetch: () => Promise<void> }) {
  const { t } = useTranslation('payment');
  const asking = useAsking(refetch);
  return (
    <>
      <PageHeading title={t('awaited.title')} />
      <LiveRegion>
        <Notice tone="caution">{t(asking ? 'awaited.text' : 'awaited.late')}</Notice>
      </LiveRegion>
      <LinkButton href={paths.paymentMethods} wide>
        {t('toMethods')}
      </LinkButton>
    </>
  );
}
