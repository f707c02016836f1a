import { AccountCompleteScreenDocument } from '@/generated/AccountCompleteScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';

/** What was done with an external account. */
function Complete({ kind }: { kind: 'enabled' | 'disabled' }) {
  const { t } = useTranslation('social');
  const { screen } = usePageQuery(AccountCompleteScreenDocument);
  if (!screen) return null;
  return (
    <>
      <PageHeading title={t(`${kind}.title`)} lead={t(`${kind}.text`)} />
      <LinkButton href={paths.mypage}>{t('toMypage')}</LinkButton>
    </>
  );
}

export const SocialEnabledView = () => <Complete kind="enabled" />;
export const SocialDisabledView = () => <Complete kind="disabled" />;
