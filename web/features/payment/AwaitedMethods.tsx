import type { PaymentMethodType } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { Notice } from '@/ui/Notice';
import { useTypeNames } from './useMethodName';

/**
 * The methods that the member was about to add. The company behind each has not told yet whether
 * the member agreed.
 */
export function AwaitedMethods({ kinds }: { kinds: readonly PaymentMethodType[] }) {
  const { t } = useTranslation('payment');
  const nameOf = useTypeNames();
  return kinds.map((kind) => (
    <Notice key={kind} tone="caution">
      {t('wallet.awaited', { name: nameOf(kind) })}
    </Notice>
  ));
}
