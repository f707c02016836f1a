import type { Answers } from '@/features/registration/profileData';
import { type Group, NotGiven, useProfileSummary } from '@/features/registration/useProfileSummary';
import type { RegistrationSettingFragment, SignupFormDataFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { ruleOf } from '@/lib/limits';

/** What was entered, in the form's order and under its headings. A password is never among it. */
export function useSummary(
  setting: RegistrationSettingFragment,
  data: SignupFormDataFragment,
  custom: Answers,
): Group[] {
  const { t } = useTranslation('signup');
  const uses = (rule: string) => ruleOf(rule) !== 'NOT_USE';
  const facts = [
    { key: 'email', term: t('fields.email'), detail: data.email },
    uses(setting.userId) && { key: 'userId', term: t('fields.userId'), detail: data.userId || <NotGiven /> },
    uses(setting.password) && { key: 'password', term: t('fields.password'), detail: <Hidden /> },
  ];
  return [
    { title: t('form.account'), facts: facts.filter((fact) => fact !== false) },
    ...useProfileSummary(setting, data, custom),
  ];
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
