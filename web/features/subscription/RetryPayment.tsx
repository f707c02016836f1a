import { useState } from 'react';
import { PaymentMethodName } from '@/features/payment/PaymentMethodName';
import type { OutlookFragment, SubscriptionFragment } from '@/generated/fragments';
import { RetryPaymentDocument } from '@/generated/RetryPayment';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { NeedsScript } from '@/ui/NeedsScript';
import { Owed } from './Outlook';

type Props = {
  subscription: SubscriptionFragment;
  outlook: OutlookFragment;
  /** Asks for the contract anew. */
  refetch: () => Promise<unknown>;
  onPaid: () => void;
};

/**
 * Pays for a held contract once its member has confirmed the amount and the payment method (S-083).
 * It is part of a row of buttons.
 */
export function RetryPayment({ subscription, outlook, refetch, onPaid }: Props) {
  const { t } = useTranslation('subscription');
  const [asking, setAsking] = useState(false);
  const retry = useAction(RetryPaymentDocument, undefined, {
    follow: 'stay',
    failure: { says: t('retry.failed') },
    onDone: async () => {
      onPaid();
      await refetch();
    },
    onTold: refetch,
  });
  const pay = async () => {
    await retry.run({ subscriptionId: subscription.subscriptionId });
    setAsking(false);
  };
  const { accountPaymentMethod: method } = subscription;
  return (
    <>
      <NeedsScript />
      <div className="basis-full has-[>:empty]:contents">
        <ActionNotice action={retry} />
      </div>
      <Button onClick={() => setAsking(true)}>{t('retry.button')}</Button>
      <ConfirmDialog
        open={asking}
        title={t('retry.title')}
        confirmLabel={t('retry.submit')}
        pending={retry.pending}
        onConfirm={() => void pay()}
        onClose={() => setAsking(false)}
      >
        <p>{t('retry.text')}</p>
        {method && (
          <p className="font-bold">
            <PaymentMethodName method={method} warnExpired />
          </p>
        )}
        <Owed outlook={outlook} />
      </ConfirmDialog>
    </>
  );
}
