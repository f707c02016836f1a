import { Completed } from '@/layouts/Completed';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';

export function EmailEditCompleteView() {
  const { t } = useTranslation('email');
  return (
    <Completed title={t('edited.title')} text={t('edited.text')} next={{ href: paths.mypage, label: t('toMypage') }} />
  );
}

export function EmailVerifyCompleteView() {
  const { t } = useTranslation('email');
  return (
    <Completed
      title={t('verified.title')}
      text={t('verified.text')}
      next={{ href: paths.mypage, label: t('toMypage') }}
    />
  );
}
