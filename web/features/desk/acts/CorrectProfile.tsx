import { useWatch } from 'react-hook-form';
import { CorrectProfileDocument } from '@/generated/staff/CorrectProfile';
import { useTranslation } from '@/lib/i18n';
import { prefectureOptions } from '@/lib/japan/prefectures';
import { useLocale } from '@/lib/pageContext';
import { KanaField } from '@/ui/KanaField';
import { PhoneField } from '@/ui/PhoneField';
import { SelectField } from '@/ui/SelectField';
import { TextField } from '@/ui/TextField';
import { corrections } from '../values';
import { ActForm } from './ActForm';
import type { ActProps } from './act';
import { ChoicesField } from './ChoicesField';

type Correction = (typeof corrections)[number];

const blank = Object.fromEntries(corrections.map((name) => [name, ''])) as Record<Correction, string>;

/** Puts right what the member has told: the fields that are ticked. A blank one is emptied. */
export function CorrectProfile({ page: { member }, ...props }: ActProps) {
  return (
    <ActForm
      {...props}
      name="correctProfile"
      document={CorrectProfileDocument}
      schema={async () => (await import('../schema')).correctSchema}
      first={{ fields: [], ...blank }}
      input={(given) => ({ accountId: member.accountId, version: member.version, ...given })}
    >
      <Fields />
    </ActForm>
  );
}

function Fields() {
  const { t } = useTranslation('desk');
  const chosen: unknown = useWatch({ name: 'fields' });
  return (
    <>
      <ChoicesField
        name="fields"
        label={t('acts.correctProfile.fields')}
        columns
        options={corrections.map((name) => ({ value: name, label: t(`corrections.${name}`) }))}
      />
      {corrections
        .filter((name) => Array.isArray(chosen) && chosen.includes(name))
        .map((name) => (
          <Field key={name} name={name} />
        ))}
    </>
  );
}

function Field({ name }: { name: Correction }) {
  const { t } = useTranslation('desk');
  const locale = useLocale();
  const shared = { name, label: t(`corrections.${name}`), autoComplete: 'off' };
  switch (name) {
    case 'birthday':
      return <TextField {...shared} hint={t('acts.correctProfile.birthdayHint')} inputMode="numeric" width="phone" />;
    case 'phoneNumber':
      return <PhoneField {...shared} width="phone" />;
    case 'postalCode':
      return <TextField {...shared} inputMode="numeric" width="postcode" />;
    case 'sex':
      return (
        <SelectField
          {...shared}
          placeholder={t('choose')}
          width="half"
          options={(['1', '2', '9', '0'] as const).map((sex) => ({ value: sex, label: t(`sexes.${sex}`) }))}
        />
      );
    case 'prefecture':
      return <SelectField {...shared} placeholder={t('none')} width="half" options={prefectureOptions(locale)} />;
    default:
      return name.endsWith('Kana') ? <KanaField {...shared} /> : <TextField {...shared} />;
  }
}
