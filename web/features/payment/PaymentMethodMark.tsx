import type { PaymentMethodFragment } from '@/generated/fragments';
import { marks } from './marks';
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

/** The ground is white in both themes, as on the companies' own marks. */
export function Mark({ of, name, small = false }: MarkProps) {
  const mark = Object.hasOwn(marks, of) ? marks[of] : null;
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox="0 0 60 38"
      width={small ? 38 : 60}
      height={small ? 24 : 38}
      className="shrink-0"
    >
      <rect x={0.5} y={0.5} width={59} height={37} rx={5} fill="#fff" className="stroke-line-strong" />
      {mark ?? <rect x={8} y={9} width={11} height={9} rx={2} className="fill-line-strong" />}
    </svg>
  );
}
