import { Check, Circle } from 'lucide';
import { useWatch } from 'react-hook-form';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { limits, passwordRules } from '@/lib/limits';
import { cx } from './cx';
import { Icon } from './Icon';

type Setting = Pick<RegistrationSettingFragment, 'passwordStrength' | 'passwordMax'>;

/**
 * What a password needs, and which of it the one being typed in the field `name` has. It asks the
 * very rules that the form is checked by.
 */
export function PasswordRules({ setting, name = 'password' }: { setting: Setting; name?: string }) {
  const { t } = useTranslation('common');
  const typed = String(useWatch({ name }) ?? '');
  const { passwordStrength: strength, passwordMax: max } = setting;
  const broken = brokenRules(typed, setting);
  const rules = [
    { codes: ['TOO_SHORT', 'TOO_LONG'], text: t('passwordRules.length', { min: limits.password.min, max }) },
    { codes: ['NEEDS_LOWERCASE'], text: t('passwordRules.lowercase') },
    { codes: ['NEEDS_DIGIT'], text: t('passwordRules.digit') },
    strength?.startsWith('UPPER_CASE') && { codes: ['NEEDS_UPPERCASE'], text: t('passwordRules.uppercase') },
    strength?.endsWith('SYMBOL') && { codes: ['NEEDS_SYMBOL'], text: t('passwordRules.symbol') },
    { codes: ['INVALID_CHARACTERS'], text: t('passwordRules.characters') },
  ].filter((rule) => !!rule);
  return (
    <div className="@container">
      <ul aria-label={t('passwordRules.title')} className="grid gap-x-4 @min-[28rem]:grid-cols-2">
        {rules.map(({ codes, text }) => {
          const met = typed !== '' && !codes.some((code) => broken.has(code));
          return (
            <li key={text} data-met={met} className="flex items-start gap-1.5">
              <Icon of={met ? Check : Circle} className={cx('mt-1 size-4 shrink-0', met && 'text-done')} />
              <span>
                <span>{text}</span>
                {met && <span className="visually-hidden">{t('passwordRules.met')}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function brokenRules(value: string, { passwordStrength, passwordMax }: Setting): ReadonlySet<string> {
  const broken = passwordRules(passwordStrength, passwordMax).filter(({ holds }) => !holds(value));
  return new Set(broken.map(({ code }) => code));
}
