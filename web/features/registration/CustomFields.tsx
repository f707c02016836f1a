import type { RegistrationSettingFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { isRequired, ruleOf } from '@/lib/limits';
import { CheckField } from '@/ui/CheckField';
import { SelectField } from '@/ui/SelectField';
import { TextField } from '@/ui/TextField';
import { FormSection } from './FormSection';

type Item = RegistrationSettingFragment['customAssociatedInfo'][number];

/** What the store asks beyond the fields everybody knows. */
export function CustomFields({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('registration');
  const used = items.filter(({ rule }) => ruleOf(rule) !== 'NOT_USE');
  if (used.length === 0) return null;
  return (
    <FormSection title={t('form.custom')}>
      {used.map((item) => (
        <CustomField key={item.id} item={item} />
      ))}
    </FormSection>
  );
}

function CustomField({ item }: { item: Item }) {
  const { t } = useTranslation('common');
  const shared = { name: `custom.${item.id}`, label: item.title, required: isRequired(item.rule) };
  switch (item.type) {
    case 'CHECKBOX':
      return <CheckField {...shared} />;
    case 'SELECT':
      return (
        <SelectField
          placeholder={t('choose')}
          options={item.selectOptions.map(({ id, label }) => ({ value: id, label }))}
          {...shared}
        />
      );
    default:
      return <TextField autoComplete="off" {...shared} />;
  }
}
