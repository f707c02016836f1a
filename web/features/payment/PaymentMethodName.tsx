import type { PaymentMethodFragment } from '@/generated/fragments';
import { formatExpiry } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { brandName } from './cardNumber';
import { useTypeName } from './useMethodName';

type Props = {
  method: Pick<PaymentMethodFragment, 'paymentMethodType' | 'sbpsCreditInfo'> & { shown?: string | null };
  /** Say when the card has expired. */
  warnExpired?: boolean;
};

/**
 * A payment method in words: a card masked but for its last four digits (L-073), with its
 * expiry (L-074).
 */
export function PaymentMethodName({ method, warnExpired = false }: Props) {
  const { t } = useTranslation('payment');
  const locale = useLocale();
  const type = useTypeName(method);
  const card = method.sbpsCreditInfo;
  if (!card) {
    return (
      <span>
        <span>{type}</span>
        {method.shown && <span className="break-all text-sm text-ink-2"> {method.shown}</span>}
      </span>
    );
  }
  const expire = formatExpiry(card.expireDate, locale);
  return (
    <span>
      <span>{brandName(card.cardbrandCode) ?? type} </span>
      <span className="tabular-nums">
        <span aria-hidden>•••• </span>
        <span className="visually-hidden">{t('endingIn')}</span>
        {card.cardNumberSuffix}
      </span>
      {card.expireDate && (
        <span>
          {' '}
          <span className="text-sm text-ink-2 tabular-nums">{t('goodThru', { expire })}</span>
        </span>
      )}
      {warnExpired && card.isExpired && <span className="block text-sm text-danger">{t('expired')}</span>}
    </span>
  );
}
