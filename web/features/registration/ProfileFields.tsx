import type { ReactNode } from 'react';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { isRequired, ruleOf } from '@/lib/limits';
import { DateField } from '@/ui/DateField';
import { KanaField } from '@/ui/KanaField';
import { PhoneField } from '@/ui/PhoneField';
import { RadioField } from '@/ui/RadioField';
import { SelectField } from '@/ui/SelectField';
import { TextField } from '@/ui/TextField';
import { FormSection, Pair } from './FormSection';
import { sexOptions } from './sexes';

type Props = { setting: RegistrationSettingFragment };

/** Each of the fields the store uses, and whether it insists on it. */
function useRules(setting: RegistrationSettingFragment) {
  const used = (...names: (keyof RegistrationSettingFragment)[]) =>
    names.some((name) => ruleOf(String(setting[name])) !== 'NOT_USE');
  const required = (name: keyof RegistrationSettingFragment) => isRequired(String(setting[name]));
  return { used, required };
}

type NameProps = Props & {
  /** Asks for family and given name in one field, whose label then heads them all. */
  fullName?: ReactNode;
};

/** Names in the Japanese order, family before given, each followed by its reading. */
export function NameFields({ setting, fullName }: NameProps) {
  const { t } = useTranslation('registration');
  const { used, required } = useRules(setting);
  if (!used('familyName', 'givenName', 'name', 'familyNameKana', 'givenNameKana', 'nameKana', 'nickname')) return null;
  const name = (field: 'familyName' | 'givenName' | 'name' | 'nickname', autoComplete: string) =>
    used(field) && (
      <TextField name={field} label={t(`fields.${field}`)} required={required(field)} autoComplete={autoComplete} />
    );
  const kana = (field: 'familyNameKana' | 'givenNameKana' | 'nameKana') =>
    used(field) && (
      <KanaField name={field} label={t(`fields.${field}`)} required={required(field)} hint={t('fields.kanaHint')} />
    );
  return (
    <FormSection title={fullName ? null : t('form.name')}>
      {fullName ??
        (used('familyName', 'givenName') && (
          <Pair>
            {name('familyName', 'family-name')}
            {name('givenName', 'given-name')}
          </Pair>
        ))}
      {used('familyNameKana', 'givenNameKana') && (
        <Pair>
          {kana('familyNameKana')}
          {kana('givenNameKana')}
        </Pair>
      )}
      {name('name', 'name')}
      {kana('nameKana')}
      {name('nickname', 'nickname')}
    </FormSection>
  );
}

/** Gender, date of birth and phone number. */
export function PersonFields({ setting }: Props) {
  const { t } = useTranslation(['registration', 'common']);
  const { used, required } = useRules(setting);
  if (!used('sex', 'birthday', 'phoneNumber')) return null;
  const options = sexOptions(setting.disallowUnknownGender).map((value) => ({
    value,
    label: t(`fields.sexes.${value}`),
  }));
  return (
    <FormSection title={t('form.profile')}>
      {used('sex') &&
        (setting.genderInputType === 'Radio' ? (
          <RadioField name="sex" label={t('fields.sex')} required={required('sex')} options={options} />
        ) : (
          <SelectField
            name="sex"
            label={t('fields.sex')}
            required={required('sex')}
            autoComplete="sex"
            width="half"
            placeholder={t('common:choose')}
            options={options}
          />
        ))}
      {used('birthday') && (
        <DateField
          name="birthday"
          label={t('fields.birthday')}
          required={required('birthday')}
          hint={t('fields.birthdayHint')}
        />
      )}
      {used('phoneNumber') && (
        <PhoneField
          name="phoneNumber"
          label={t('fields.phoneNumber')}
          autoComplete="tel-national"
          width="phone"
          required={required('phoneNumber')}
          hint={t('fields.phoneNumberHint')}
        />
      )}
    </FormSection>
  );
}
