import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { CardTokenError, readTokenError } from '../payment/cardTokens';

const labels = { ccNumber: 'number', ccMonth: 'month', securityCode: 'code' } as const;

/**
 * Says in words what the provider's card script refused: at the field it names, else above the form. It always ends with
 * the form open again and no money moved.
 */
export function useCardError<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const { t } = useTranslation('payment');
  return (error: unknown) => {
    const known = error instanceof CardTokenError ? readTokenError(error.code) : null;
    const label = known && known.field in labels ? labels[known.field as keyof typeof labels] : null;
    if (known && label && known.cause !== 'system') {
      const message = t(`card.errors.${known.cause}` as 'card.errors.invalid', { label: t(`card.${label}`) });
      form.setError(known.field as never, { type: 'server', message }, { shouldFocus: true });
      return;
    }
    const system = known?.cause === 'system' || (error instanceof CardTokenError && error.code.startsWith('99'));
    form.setError('root' as never, { type: 'server', message: t(system ? 'card.errors.system' : 'card.failed') });
  };
}
