import type { PaymentMethodFragment } from '@/generated/fragments';
import { useTypeName } from './useMethodName';

type Mark = { word: string; stripe: string };

/** The word on a mark, and the colour of its stripe: drawn by us, no company's logo. */
const cards: Record<string, Mark> = {
  V: { word: 'VISA', stripe: '#2b4fb3' },
  M: { word: 'Mastercard', stripe: '#d9531e' },
  A: { word: 'AMEX', stripe: '#1f8ab5' },
  J: { word: 'JCB', stripe: '#2e8b46' },
  D: { word: 'Diners', stripe: '#6a6f7a' },
};

const others: Partial<Record<PaymentMethodFragment['paymentMethodType'], Mark>> = {
  CampaignCode: { word: 'CODE', stripe: '#a8518a' },
  PaypalNvp: { word: 'PayPal', stripe: '#2b4fb3' },
  PaypalRest: { word: 'PayPal', stripe: '#2b4fb3' },
  SbpsAuone: { word: 'au', stripe: '#d9731e' },
  SbpsAuSimple: { word: 'au', stripe: '#d9731e' },
  SbpsDocomo: { word: 'docomo', stripe: '#c03a3a' },
  SbpsPaypay: { word: 'PayPay', stripe: '#c03a3a' },
  SbpsSoftbank: { word: 'SoftBank', stripe: '#6a6f7a' },
  SbpsSoftbankYahoo: { word: 'SoftBank', stripe: '#6a6f7a' },
};

const plain: Mark = { word: '', stripe: '#6a6f7a' };

type Props = { method: Pick<PaymentMethodFragment, 'paymentMethodType' | 'sbpsCreditInfo'> };

/**
 * A small picture of a payment method, to tell many apart at a glance. Its brand is written beside
 * it.
 */
export function PaymentMethodMark({ method }: Props) {
  const name = useTypeName(method);
  const { paymentMethodType: type, sbpsCreditInfo: card } = method;
  const { word, stripe } = (card ? cards[card.cardbrandCode] : others[type]) ?? plain;
  return (
    <svg role="img" aria-label={name} viewBox="0 0 60 38" width={60} height={38} className="shrink-0">
      <rect x={0.5} y={0.5} width={59} height={37} rx={5} className="fill-ground stroke-line-strong" />
      <rect x={1} y={28} width={58} height={5} fill={stripe} />
      {word ? (
        <text
          x={30}
          y={19.5}
          textAnchor="middle"
          className="fill-ink font-bold"
          fontSize={word.length > 8 ? 9 : word.length > 5 ? 11 : 13}
        >
          {word}
        </text>
      ) : (
        <rect x={8} y={9} width={11} height={9} rx={2} className="fill-line-strong" />
      )}
    </svg>
  );
}
