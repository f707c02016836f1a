import type { ReactNode } from 'react';
import type { RegistrationSettingFragment, SignupFormDataFragment } from '@/generated/fragments';
import type { CustomValueInput } from '@/generated/SignupConfirm';
import { shownBirthday } from '@/lib/birthday';
import { shownPhone, shownPostalCode } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { ruleOf } from '@/lib/limits';
import { useLocale } from '@/lib/pageContext';
import { prefectureName } from '@/lib/prefectures';
import type { Fact } from '@/ui/DefinitionList';
import { isSex } from './sexes';

type Item = RegistrationSettingFragment['customAssociatedInfo'][number];

export type Group = { title: string; facts: Fact[] };

/** What was entered, in the form's order and under its headings. A password is never among it. */
export function useSummary(
  setting: RegistrationSettingFragment,
  data: SignupFormDataFragment,
  custom: readonly CustomValueInput[],
): Group[] {
  const { t } = useTranslation(['signup', 'common']);
  const locale = useLocale();
  const none = <span className="text-ink-2">{t('confirm.none')}</span>;

  const fact = (
    name: keyof SignupFormDataFragment & keyof RegistrationSettingFragment,
    term: string,
    shown?: string,
  ) =>
    ruleOf(String(setting[name])) === 'NOT_USE'
      ? []
      : [{ key: name, term, detail: (shown ?? data[name] ?? '') || none } satisfies Fact];

  const answers = new Map(custom.map(({ id, value }) => [id, value ?? '']));
  const answered = ({ id, type, selectOptions }: Item): ReactNode => {
    const value = answers.get(id) ?? '';
    if (type === 'CHECKBOX') return value === 'true' ? t('confirm.yes') : t('confirm.no');
    if (type === 'SELECT') return selectOptions.find((option) => option.id === value)?.label ?? none;
    return value || none;
  };

  const sex = String(data.sex ?? '');
  const password: Fact = { key: 'password', term: t('fields.password'), detail: <Hidden /> };
  const groups: Group[] = [
    {
      title: t('form.account'),
      facts: [
        { key: 'email', term: t('fields.email'), detail: data.email },
        ...fact('userId', t('fields.userId')),
        ...(ruleOf(setting.password) === 'NOT_USE' ? [] : [password]),
      ],
    },
    {
      title: t('form.name'),
      facts: [
        ...fact('familyName', t('fields.familyName')),
        ...fact('givenName', t('fields.givenName')),
        ...fact('familyNameKana', t('fields.familyNameKana')),
        ...fact('givenNameKana', t('fields.givenNameKana')),
        ...fact('name', t('fields.name')),
        ...fact('nameKana', t('fields.nameKana')),
        ...fact('nickname', t('fields.nickname')),
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
        ...fact('postalCode', t('common:address.postalCode'), shownPostalCode(data.postalCode)),
        ...fact('prefecture', t('common:address.prefecture'), prefectureName(data.prefecture, locale)),
        ...fact('address', t('common:address.address')),
        ...fact('address2', t('common:address.address2')),
      ],
    },
    {
      title: t('form.custom'),
      facts: setting.customAssociatedInfo
        .filter(({ rule }) => ruleOf(rule) !== 'NOT_USE')
        .map((item) => ({ key: item.id, term: item.title, detail: answered(item) })),
    },
  ];
  return groups.filter(({ facts }) => facts.length > 0);
}

function Hidden() {
  const { t } = useTranslation('signup');
  return (
    <span className="text-ink-2">
      <span aria-hidden>•••••••• </span>
      {t('confirm.secret')}
    </span>
  );
}
