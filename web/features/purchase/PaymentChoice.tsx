import { CardFields } from '@/features/payment/CardFields';
import { PaymentMethodName } from '@/features/payment/PaymentMethodName';
import type { PaymentMethodFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { type Choice, RadioField } from '@/ui/RadioField';
import { newMethod } from './purchaseValues';

type Props = { methods: readonly PaymentMethodFragment[]; adding: boolean };

/** The registered methods, and a new card with its fields (L-052, L-053). An expired card is shown but cannot be chosen. */
export function PaymentChoice({ methods, adding }: Props) {
  const { t } = useTranslation(['purchase', 'payment']);
  const registered = methods.flatMap<Choice>((method) =>
    method.accountPaymentMethodId
      ? {
          value: method.accountPaymentMethodId,
          label: <PaymentMethodName method={method} warnExpired />,
          disabled: method.sbpsCreditInfo?.isExpired,
        }
      : [],
  );
  const card: Choice = { value: newMethod, label: t('form.newCard'), detail: t('payment:card.safe') };
  return (
    <>
      <RadioField name="paymentMethodId" label={t('form.method')} required tiles options={[...registered, card]} />
      {adding && <CardFields />}
    </>
  );
}
