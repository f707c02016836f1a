import { Completed } from '@/layouts/Completed';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';

export function UserIdCompleteView() {
  const { t } = useTranslation('userId');
  return (
    <Completed title={t('edited.title')} text={t('edited.text')} next={{ href: paths.mypage, label: t('toMypage') }} />
  );
}
