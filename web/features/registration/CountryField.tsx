import { useTranslation } from '@/lib/i18n';
import { isRequired, ruleOf } from '@/lib/limits';
import { SelectField } from '@/ui/SelectField';

type Props = { rule: string; countries: readonly { code: string; name: string }[] };

/** The country of residence, where the store asks for it. */
export function CountryField({ rule, countries }: Props) {
  const { t } = useTranslation(['registration', 'common']);
  if (ruleOf(rule) === 'NOT_USE') return null;
  return (
    <SelectField
      name="country"
      label={t('fields.country')}
      required={isRequired(rule)}
      autoComplete="country"
      placeholder={t('common:choose')}
      options={countries.map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}
