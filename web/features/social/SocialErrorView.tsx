import { useQuery } from '@apollo/client/react';
import { SocialErrorScreenDocument } from '@/generated/SocialErrorScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

/** Why an external account could not be linked or used. */
export function SocialErrorView() {
  const { t } = useTranslation('social');
  const { data } = useQuery(SocialErrorScreenDocument, { variables: useVariables(SocialErrorScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  return (
    <>
      <PageHeading title={t('error.title')} />
      <Notice tone="error">
        <p>{screen.message}</p>
      </Notice>
      {screen.isLoggedIn ? (
        <LinkButton href={paths.mypage}>{t('error.toMypage')}</LinkButton>
      ) : (
        <>
          <LinkButton href={paths.login()}>{t('error.toLogin')}</LinkButton>
          <LinkButton href={paths.home} kind="secondary">
            {t('error.toTop')}
          </LinkButton>
        </>
      )}
    </>
  );
}
