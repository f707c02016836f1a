import type { PaymentMethodFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';

/** Display names of the card brands (F-212–F-217). */
export const brandNames: Record<string, string> = {
  V: 'Visa',
  M: 'Mastercard',
  A: 'American Express',
  J: 'JCB',
  D: 'Diners Club International',
};

type Props = {
  method: Pick<PaymentMethodFragment, 'paymentMethodType' | 'sbpsCreditInfo'>;
  /** Say when the card has expired. */
  warnExpired?: boolean;
};

/** A payment method in words: a card masked but for its last four digits (L-073), with its expiry (L-074). */
export function PaymentMethodName({ method, warnExpired = false }: Props) {
  const { t } = useTranslation('payment');
  const card = method.sbpsCreditInfo;
  if (!card) return <span>{t(`types.${method.paymentMethodType}` as 'types.SbpsCredit')}</span>;
  const brand = brandNames[card.cardbrandCode] ?? t('types.SbpsCredit');
  const expire = `${card.expireDate.slice(0, 4)}/${card.expireDate.slice(4)}`;
  return (
    <span>
      {brand}{' '}
      <span className="whitespace-nowrap tabular-nums">
        <span aria-hidden>•••• </span>
        <span className="visually-hidden">{t('endingIn')}</span>
        {card.cardNumberSuffix}
      </span>
      {card.expireDate && <span className="text-sm text-ink-2 tabular-nums"> {t('goodThru', { expire })}</span>}
      {warnExpired && card.isExpired && <span className="block text-sm text-danger">{t('expired')}</span>}
    </span>
  );
}
