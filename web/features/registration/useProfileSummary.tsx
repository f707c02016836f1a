import type { ReactNode } from 'react';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { shownPhone, shownPostalCode } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { shownBirthday } from '@/lib/japan/birthday';
import { prefectureName } from '@/lib/japan/prefectures';
import { ruleOf } from '@/lib/limits';
import { useLocale } from '@/lib/pageContext';
import type { Fact } from '@/ui/DefinitionList';
import type { Answers, Known } from './profileData';
import { isSex } from './sexes';

type Item = RegistrationSettingFragment['customAssociatedInfo'][number];

export type Group = { title: string; facts: (Fact & { key: string })[] };

/** Shown for a field that is not filled in. */
export function NotGiven() {
  const { t } = useTranslation('registration');
  return <span className="text-ink-2">{t('confirm.none')}</span>;
}

/**
 * What members tell about themselves, in the form's order and under its headings; keyed by the
 * form's names. The country is named where it is asked for.
 */
export function useProfileSummary(
  setting: RegistrationSettingFragment,
  data: Known,
  custom: Answers,
  country?: string,
): Group[] {
  const { t } = useTranslation(['registration', 'common']);
  const locale = useLocale();
  const none = <NotGiven />;

  const fact = (name: keyof Known | 'country', term: string, shown: string | number | null | undefined) =>
    ruleOf(String(setting[name])) === 'NOT_USE' ? [] : [{ key: name, term, detail: shown || none }];

  const answers = new Map(custom.map(({ id, value }) => [id, value ?? '']));
  const answered = ({ id, type, selectOptions }: Item): ReactNode => {
    const value = answers.get(id) ?? '';
    if (type === 'CHECKBOX') return value === 'true' ? t('confirm.yes') : t('confirm.no');
    if (type === 'SELECT') return selectOptions.find((option) => option.id === value)?.label ?? none;
    return value || none;
  };

  const sex = String(data.sex ?? '');
  const groups: Group[] = [
    {
      title: t('form.name'),
      facts: [
        ...fact('familyName', t('fields.familyName'), data.familyName),
        ...fact('givenName', t('fields.givenName'), data.givenName),
        ...fact('familyNameKana', t('fields.familyNameKana'), data.familyNameKana),
        ...fact('givenNameKana', t('fields.givenNameKana'), data.givenNameKana),
        ...fact('name', t('fields.name'), data.name),
        ...fact('nameKana', t('fields.nameKana'), data.nameKana),
        ...fact('nickname', t('fields.nickname'), data.nickname),
      ],
    },
    {
      title: t('form.profile'),
      facts: [
        ...fact('sex', t('fields.sex'), isSex(sex) ? t(`fields.sexes.${sex}`) : ''),
        ...fact('birthday', t('fields.birthday'), shownBirthday(data.birthday)),
        ...fact('phoneNumber', t('fields.phoneNumber'), shownPhone(data.phoneNumber)),
      ],
    },
    {
      title: t('common:address.legend'),
      facts: [
        ...(country === undefined ? [] : fact('country', t('fields.country'), country)),
        ...fact('postalCode', t('common:address.postalCode'), shownPostalCode(data.postalCode)),
        ...fact('prefecture', t('common:address.prefecture'), prefectureName(data.prefecture, locale)),
        ...fact('address', t('common:address.address'), data.address),
        ...fact('address2', t('common:address.address2'), data.address2),
      ],
    },
    {
      title: t('form.custom'),
      facts: setting.customAssociatedInfo
        .filter(({ rule }) => ruleOf(rule) !== 'NOT_USE')
        .map((item) => ({ key: `custom.${item.id}`, term: item.title, detail: answered(item) })),
    },
  ];
  return groups.filter(({ facts }) => facts.length > 0);
}
