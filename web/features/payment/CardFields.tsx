import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { SelectField } from '@/ui/SelectField';
import { TextField } from '@/ui/TextField';
import { expiryYears, maskNumber, monthInTokyo } from './card';

const months = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));

/** The fields of a card. They belong to the provider's script; our server never sees what is typed here. */
export function CardFields() {
  const { t } = useTranslation('payment');
  return (
    <fieldset className="flex flex-col gap-6">
      <legend className="visually-hidden">{t('card.legend')}</legend>
      <TextField
        name="ccNumber"
        label={t('card.number')}
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={limits.card.maxLength}
        normalise={maskNumber}
        spellCheck={false}
        required
      />
      <div className="flex flex-wrap gap-4">
        <SelectField
          name="ccMonth"
          label={t('card.month')}
          autoComplete="cc-exp-month"
          width="date"
          placeholder={t('card.choose')}
          options={months.map((value) => ({ value, label: value }))}
          required
        />
        <SelectField
          name="ccYear"
          label={t('card.year')}
          autoComplete="cc-exp-year"
          width="date"
          placeholder={t('card.choose')}
          options={expiryYears(monthInTokyo()).map((value) => ({ value, label: value }))}
          required
        />
      </div>
      <TextField
        name="securityCode"
        label={t('card.code')}
        hint={t('card.codeHint')}
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={4}
        width="postcode"
        required
      />
      <HolderFields />
    </fieldset>
  );
}

/** The name on the card in Roman letters, for 3-D Secure. */
export function HolderFields() {
  const { t } = useTranslation('payment');
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-1.5 font-bold">{t('card.holder')}</legend>
      <p className="text-sm text-ink-2">{t('card.holderHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="billingLastName" label={t('card.lastName')} autoComplete="cc-family-name" maxLength={45} />
        <TextField name="billingFirstName" label={t('card.firstName')} autoComplete="cc-given-name" maxLength={45} />
      </div>
    </fieldset>
  );
}
