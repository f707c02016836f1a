import { Completed } from '@/layouts/Completed';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';

/** A reset signs nobody in: the next step is the login. */
export function ResetCompleteView() {
  const { t } = useTranslation('password');
  return (
    <Completed
      title={t('resetDone.title')}
      text={t('resetDone.text')}
      next={{ href: paths.login(), label: t('toLogin') }}
    />
  );
}

export function EnablePasswordCompleteView() {
  const { t } = useTranslation('password');
  return (
    <Completed
      title={t('enabled.title')}
      text={t('enabled.text')}
      next={{ href: paths.mypage, label: t('toMypage') }}
    />
  );
}

export function PasswordEditCompleteView() {
  const { t } = useTranslation('password');
  return (
    <Completed title={t('edited.title')} text={t('edited.text')} next={{ href: paths.mypage, label: t('toMypage') }} />
  );
}
