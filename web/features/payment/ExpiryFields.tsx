import { useTranslation } from '@/lib/i18n';
import { FieldGroup, useFieldIds } from '@/ui/Field';
import { useControl } from '@/ui/useControl';
import { expiryMonths, expiryYears, monthInTokyo } from './cardValues';

/** Month and year under one legend with one error: they are right or wrong together. */
export function ExpiryFields() {
  const { t } = useTranslation('payment');
  const label = t('card.expiry');
  const month = useFieldIds('ccMonth', label, false);
  const year = useFieldIds('ccYear', label, false);
  const wrong = month.invalid ? month : year;
  return (
    <FieldGroup ids={wrong} label={label} required>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <Choice name="ccMonth" label={t('card.month')} autoComplete="cc-exp-month" options={expiryMonths} ids={month} />
        <Choice
          name="ccYear"
          label={t('card.year')}
          autoComplete="cc-exp-year"
          options={expiryYears(monthInTokyo())}
          ids={year}
          describedBy={wrong.describedBy}
        />
      </div>
    </FieldGroup>
  );
}

type Props = {
  name: 'ccMonth' | 'ccYear';
  label: string;
  autoComplete: string;
  options: readonly string[];
  ids: ReturnType<typeof useFieldIds>;
  describedBy?: string;
};

function Choice({ name, label, autoComplete, options, ids, describedBy = ids.describedBy }: Props) {
  const { t } = useTranslation('payment');
  const control = useControl(name, { rules: { deps: name === 'ccYear' ? ['ccMonth'] : [] }, unnamed: true });
  return (
    <label className="flex w-28 flex-col gap-1 text-sm">
      {label}
      <select
        autoComplete={autoComplete}
        aria-describedby={describedBy}
        aria-invalid={ids.invalid || undefined}
        aria-required
        className="control"
        {...control}
      >
        <option value="">{t('card.choose')}</option>
        {options.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
  );
}
