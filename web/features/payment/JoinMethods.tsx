import { useState } from 'react';
import type { PaymentMethodType } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { PaymentMethodMark } from './PaymentMethodMark';
import { useJoin } from './useJoin';
import { useTypeName } from './useMethodName';

type Props = { kinds: readonly PaymentMethodType[]; linked: readonly PaymentMethodType[]; returnTo?: string };

/**
 * The ways to pay that are added on the page of the company behind them, from where the browser
 * comes back to `returnTo`.
 */
export function JoinMethods({ kinds, linked, returnTo }: Props) {
  const { t } = useTranslation('payment');
  const join = useJoin(linked, returnTo);
  const [begun, setBegun] = useState<PaymentMethodType | null>(null);
  const begin = async (kind: PaymentMethodType) => {
    setBegun(kind);
    await join.begin(kind);
    setBegun(null);
  };
  return (
    <>
      <ActionNotice action={join.told} ns="payment" />
      <p className="text-sm text-ink-2">{t('join.text')}</p>
      <ul className="flex flex-col gap-3">
        {kinds.map((kind) => (
          <li key={kind}>
            <Join kind={kind} pending={begun !== null} onJoin={() => void begin(kind)} />
          </li>
        ))}
      </ul>
    </>
  );
}

type JoinProps = { kind: PaymentMethodType; pending: boolean; onJoin: () => void };

function Join({ kind, pending, onJoin }: JoinProps) {
  const { t } = useTranslation('payment');
  const name = useTypeName({ paymentMethodType: kind });
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-3 sm:flex">
      <PaymentMethodMark method={{ paymentMethodType: kind, sbpsCreditInfo: null }} />
      <Button kind="secondary" pending={pending} onClick={onJoin}>
        {t('join.button', { name })}
      </Button>
    </div>
  );
}
