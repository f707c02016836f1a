import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  PaymentMethodCompleteScreenDocument,
  type PaymentMethodCompleteScreenQuery,
} from '@/generated/PaymentMethodCompleteScreen';
import { Completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { useAsking } from '@/lib/asking';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { LinkButton } from '@/ui/Button';
import { LiveRegion } from '@/ui/LiveRegion';
import { Notice } from '@/ui/Notice';
import { PaymentMethodName } from './PaymentMethodName';

type Screen = NonNullable<PaymentMethodCompleteScreenQuery['screen']>;

/**
 * Says which payment method was added, or waits for the word of the company behind it, which
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
      {isAwaited ? <Awaited refetch={refetch} /> : screen && <Added screen={screen} />}
    </>
  );
}

/** What was added, and the way to pay for the present contract with it. */
function Added({ screen: { method, otherSubscriptionId: contract } }: { screen: Screen }) {
  const { t } = useTranslation('payment');
  return (
    <Completed
      title={t('complete.title')}
      text={t('complete.text')}
      next={{ href: paths.paymentMethods, label: t('toMethods') }}
      after={
        contract && (
          <div className="flex flex-col gap-3">
            <p>{t('complete.unused')}</p>
            <LinkButton href={paths.changeMethod(contract)} kind="secondary" wide>
              {t('complete.toChange')}
            </LinkButton>
          </div>
        )
      }
    >
      {method && (
        <p>
          <PaymentMethodName method={method} />
        </p>
      )}
    </Completed>
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
