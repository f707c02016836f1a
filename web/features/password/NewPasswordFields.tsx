import { useTranslation } from '@/lib/i18n';
import { PasswordField } from '@/ui/PasswordField';
import { PasswordRules } from '@/ui/PasswordRules';
import type { PasswordSetting } from './setting';

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
