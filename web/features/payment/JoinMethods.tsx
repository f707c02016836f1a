import type { PaymentMethodType } from '@/generated/fragments';
import { JoinPaymentMethodDocument } from '@/generated/JoinPaymentMethod';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { leaving } from './leaving';
import { PaymentMethodMark } from './PaymentMethodMark';
import { useTypeName } from './useMethodName';

type Props = { kinds: readonly PaymentMethodType[]; returnTo?: string };

/** The ways to pay that are added on the page of the company behind them, from where the browser comes back to `returnTo`. */
export function JoinMethods({ kinds, returnTo }: Props) {
  const { t } = useTranslation('payment');
  const join = useAction(JoinPaymentMethodDocument);
  const begin = async (paymentMethodType: PaymentMethodType) =>
    leaving((await join.run({ paymentMethodType, returnTo }))?.redirectTo);
  return (
    <>
      <ActionNotice action={join} ns="payment" />
      <p className="text-sm text-ink-2">{t('join.text')}</p>
      <ul className="flex flex-col gap-3">
        {kinds.map((kind) => (
          <li key={kind}>
            <Join kind={kind} pending={join.pending} onJoin={() => void begin(kind)} />
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
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
      <PaymentMethodMark method={{ paymentMethodType: kind, sbpsCreditInfo: null }} />
      <Button kind="secondary" pending={pending} onClick={onJoin}>
        {t('join.button', { name })}
      </Button>
    </div>
  );
}
