import type { PasswordStrength } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { PasswordField } from '@/ui/PasswordField';
import { PasswordRules } from '@/ui/PasswordRules';

export type PasswordSetting = {
  identifier: string | null;
  passwordStrength: PasswordStrength | null;
  passwordMax: number;
};

/** A new password, what it needs, and its second entry. */
export function NewPasswordFields({ setting }: { setting: PasswordSetting }) {
  const { t } = useTranslation('password');
  return (
    <>
      <PasswordField
        name="password"
        label={t('new')}
        autoComplete="new-password"
        hint={<PasswordRules setting={setting} />}
      />
      <PasswordField name="passwordConfirm" label={t('confirm')} autoComplete="new-password" hint={t('confirmHint')} />
    </>
  );
}
