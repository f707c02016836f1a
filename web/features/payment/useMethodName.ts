import type { PaymentMethodFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { brandName } from './cardNumber';

type Kind = Pick<PaymentMethodFragment, 'paymentMethodType'>;

type Method = Pick<PaymentMethodFragment, 'paymentMethodType' | 'sbpsCreditInfo' | 'shown'>;

/** The names of kinds of payment methods; one that this release does not know is another one. */
export function useTypeNames(): (type: PaymentMethodFragment['paymentMethodType']) => string {
  const { t } = useTranslation('payment');
  return (type) => t([`types.${type}`, 'types.other']);
}

/** What kind of payment method it is. */
export function useTypeName({ paymentMethodType }: Kind): string {
  return useTypeNames()(paymentMethodType);
}

/** A payment method in one short text, for the names of buttons. */
export function useMethodName(method: Method): string {
  const { t } = useTranslation('payment');
  const type = useTypeName(method);
  const card = method.sbpsCreditInfo;
  return card
    ? t('named', { name: brandName(card.cardbrandCode) ?? type, suffix: card.cardNumberSuffix })
    : [type, method.shown].filter(Boolean).join(' ');
}
