import { PaymentMethodCompleteScreenDocument } from '@/generated/PaymentMethodCompleteScreen';
import { completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { useAsking } from '@/lib/asking';
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

/** The company has not told yet. */
function Awaited({ refetch }: { refetch: () => Promise<void> }) {
  const { t } = useTranslation('payment');
  const asking = useAsking(refetch);
  return (
    <>
      <PageHeading title={t('awaited.title')} />
      <Notice tone="caution">{t(asking ? 'awaited.text' : 'awaited.late')}</Notice>
      <LinkButton href={paths.paymentMethods} wide>
        {t('toMethods')}
      </LinkButton>
    </>
  );
}
