import { useTranslation } from '@/lib/i18n';
import { toHalfWidth } from '@/lib/typed';
import { CardField } from './CardField';
import { longestName } from './cardValues';

/** The name on the card in Roman letters, for 3-D Secure. */
export function HolderFields() {
  const { t } = useTranslation('payment');
  const shared = { maxLength: longestName, normalise: toHalfWidth };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-bold">{t('card.holder')}</legend>
      <p className="text-sm text-ink-2">{t('card.holderHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <CardField name="billingLastName" label={t('card.lastName')} autoComplete="cc-family-name" {...shared} />
        <CardField name="billingFirstName" label={t('card.firstName')} autoComplete="cc-given-name" {...shared} />
      </div>
    </fieldset>
  );
}
