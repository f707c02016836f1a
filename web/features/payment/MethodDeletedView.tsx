import { useQuery } from '@apollo/client/react';
import { DeletePaymentMethodDocument } from '@/generated/DeletePaymentMethod';
import {
  PaymentMethodDeletedScreenDocument,
  type PaymentMethodDeletedScreenQuery,
} from '@/generated/PaymentMethodDeletedScreen';
import { completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useAsking } from '@/lib/asking';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button, LinkButton } from '@/ui/Button';
import { NeedsScript } from '@/ui/NeedsScript';
import { Notice } from '@/ui/Notice';
import { posting } from './leaving';
import { useTypeNames } from './useMethodName';

const Deleted = completed('payment', 'deleted');

/**
 * Says that a payment method was deleted, and leads on to where its member ends what they agreed on
 * with the company behind it.
 */
export function MethodDeletedView() {
  const { data } = useQuery(PaymentMethodDeletedScreenDocument, {
    variables: useVariables(PaymentMethodDeletedScreenDocument),
  });
  const screen = data?.screen;
  const refetch = useRefetch(PaymentMethodDeletedScreenDocument);
  return screen?.openAgreement ? <Open agreement={screen.openAgreement} refetch={refetch} /> : <Deleted />;
}

type Props = {
  agreement: NonNullable<NonNullable<PaymentMethodDeletedScreenQuery['screen']>['openAgreement']>;
  refetch: () => Promise<void>;
};

/** The company has not told that it is over. */
function Open({ agreement, refetch }: Props) {
  const { t } = useTranslation('payment');
  useAsking(refetch);
  const nameOf = useTypeNames();
  const end = useAction(DeletePaymentMethodDocument, undefined, {
    follow: 'stay', // its redirectTo is this page
    failure: { says: t('agreement.failed') },
    onDone: ({ ending }) => posting(ending),
    onTold: refetch,
  });
  const { accountPaymentMethodId, paymentMethodType } = agreement;
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
