import { DeletePaymentMethodDocument } from '@/generated/DeletePaymentMethod';
import { PaymentMethodDeletedScreenDocument } from '@/generated/PaymentMethodDeletedScreen';
import { completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button, LinkButton } from '@/ui/Button';
import { NeedsScript } from '@/ui/NeedsScript';
import { Notice } from '@/ui/Notice';
import { posting } from './leaving';
import { useTypeNames } from './useMethodName';

const Deleted = completed('payment', 'deleted');

/** Says that a payment method was deleted, and leads on to where its member ends what they agreed on with the company behind it. */
export function MethodDeletedView() {
  const { t } = useTranslation('payment');
  const { screen, refetch } = usePageQuery(PaymentMethodDeletedScreenDocument);
  const nameOf = useTypeNames();
  const end = useAction(DeletePaymentMethodDocument, undefined, {
    follow: 'stay', // its redirectTo is this page
    failure: { says: t('agreement.failed') },
    onDone: ({ ending }) => posting(ending),
    onTold: refetch,
  });
  if (!screen?.openAgreement) return <Deleted />;
  const { accountPaymentMethodId, paymentMethodType } = screen.openAgreement;
  const name = nameOf(paymentMethodType);
  const leave = async () => {
    if (accountPaymentMethodId) await end.run({ accountPaymentMethodId });
    await refetch(); // they come back to this page as it was left
  };
  return (
    <>
      <PageHeading title={t('deleted.title')} lead={t('deleted.text')} />
      <Notice tone="caution">{t('agreement.open', { name })}</Notice>
      <p>{t('agreement.how', { name })}</p>
      <ActionNotice action={end} ns="payment" />
      <NeedsScript />
      <Button pending={end.pending} onClick={() => void leave()}>
        {t('agreement.end', { name })}
      </Button>
      <LinkButton href={paths.paymentMethods} kind="secondary" wide>
        {t('toMethods')}
      </LinkButton>
    </>
  );
}
