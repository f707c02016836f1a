import type { PaymentMethodType } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { Notice } from '@/ui/Notice';
import { useTypeNames } from './useMethodName';

/** What the member was about to add, of which the company behind it has not told yet whether they agreed. */
export function AwaitedMethods({ kinds }: { kinds: readonly PaymentMethodType[] }) {
  const { t } = useTranslation('payment');
  const nameOf = useTypeNames();
  return kinds.map((kind) => (
    <Notice key={kind} tone="caution">
      {t('wallet.awaited', { name: nameOf(kind) })}
    </Notice>
  ));
}
