import { useEffect, useEffectEvent, useState } from 'react';
import { PaymentMethodCompleteScreenDocument } from '@/generated/PaymentMethodCompleteScreen';
import { completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

const Added = completed('payment', 'complete');

/** Says that a payment method was added, or waits for the word of the company behind it. */
export function MethodAddedView() {
  const { screen, refetch } = usePageQuery(PaymentMethodCompleteScreenDocument);
  return screen?.isAwaited ? <Awaited refetch={refetch} /> : <Added />;
}

/** How often the page asks by itself, and the milliseconds in between. */
const asks = 40;
const pause = 3000;

/** The company has not told yet. The page asks for two minutes; what is told leads on, or is said here. */
function Awaited({ refetch }: { refetch: () => Promise<void> }) {
  const { t } = useTranslation('payment');
  const [asked, setAsked] = useState(0);
  const ask = useEffectEvent(async () => {
    await refetch().catch(() => {}); // the next one may come through
    setAsked((before) => before + 1);
  });
  useEffect(() => {
    if (asked >= asks) return;
    const timer = setTimeout(() => void ask(), pause);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <>
      <PageHeading title={t('awaited.title')} />
      <Notice tone="caution">{t(asked < asks ? 'awaited.text' : 'awaited.late')}</Notice>
      <LinkButton href={paths.paymentMethods} wide>
        {t('toMethods')}
      </LinkButton>
    </>
  );
}
