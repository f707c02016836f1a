import type { PaymentMethodFragment } from '@/generated/fragments';
import marks from './marks.svg';
import { useTypeName } from './useMethodName';

type Props = { method: Pick<PaymentMethodFragment, 'paymentMethodType' | 'sbpsCreditInfo'> };

/**
 * A small picture of a payment method, to tell many apart at a glance. Its brand is written beside
 * it.
 */
export function PaymentMethodMark({ method }: Props) {
  const name = useTypeName(method);
  const { paymentMethodType: type, sbpsCreditInfo: card } = method;
  return <Mark of={card?.cardbrandCode ?? type} name={name} />;
}

type MarkProps = {
  /** The code of a card's brand, or a kind of payment method. */
  of: string;
  name: string;
  small?: boolean;
};

/** What marks.svg has a picture of: codes of brands, and kinds of payment methods. */
const drawn = /^([VMAJD]|CampaignCode|Paypal(Nvp|Rest)|Sbps(Auone|AuSimple|Docomo|Paypay|Softbank|SoftbankYahoo))$/;

export function Mark({ of, name, small = false }: MarkProps) {
  return (
    <svg role="img" aria-label={name} width={small ? 38 : 60} height={small ? 24 : 38} className="shrink-0">
      <use href={`${marks.src}#${drawn.test(of) ? of : 'other'}`} />
    </svg>
  );
}
