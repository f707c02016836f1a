import { useQuery } from '@apollo/client/react';
import { LogoutDocument } from '@/generated/Logout';
import { LogoutScreenDocument } from '@/generated/LogoutScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { forgetDrafts } from '@/lib/keptDrafts';
import { go } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button, LinkButton } from '@/ui/Button';
import { CountdownRedirect } from '@/ui/CountdownRedirect';
import { NeedsScript } from '@/ui/NeedsScript';
import { TextLink } from '@/ui/TextLink';

const redirectSeconds = 10;

/**
 * Opening the page never logs out: a member is asked, somebody who is logged out is told so and led
 * to the top.
 */
export function LogoutView() {
  const { data } = useQuery(LogoutScreenDocument);
  const screen = data?.screen;
  if (!screen) return null;
  return screen.isLoggedIn ? <Ask emailEditPath={screen.emailEditPath} /> : <LoggedOut />;
}

function Ask({ emailEditPath }: { emailEditPath: string | null }) {
  const { t } = useTranslation(['login', 'common']);
  const logout = useAction(LogoutDocument, undefined, {
    failure: { says: t('logout.failed') },
    follow: 'stay',
    onDone: () => {
      forgetDrafts();
      return go(paths.logout, 'replace');
    },
  });
  return (
    <>
      <PageHeading title={t('logout.title')} lead={t('logout.lead')} />
      <NeedsScript />
      <ActionNotice action={logout} ns="login" />
      {emailEditPath && (
        <div className="text-sm text-ink-2">
          <p>{t('logout.email')}</p>
          <TextLink href={emailEditPath}>{t('logout.editEmail')}</TextLink>
        </div>
      )}
      <div className="flex flex-col gap-3">
        <Button wide pending={logout.pending} onClick={() => void logout.run({})}>
          {t('logout.submit')}
        </Button>
        <LinkButton href={paths.mypage} kind="secondary" wide>
          {t('common:cancel')}
        </LinkButton>
      </div>
    </>
  );
}

function LoggedOut() {
  const { t } = useTranslation('login');
  return (
    <>
      <PageHeading title={t('logout.doneTitle')} lead={t('logout.done')} />
      <CountdownRedirect to={paths.home} seconds={redirectSeconds} />
      <noscript>
        <meta httpEquiv="refresh" content={`${redirectSeconds};url=${paths.home}`} />
      </noscript>
      <LinkButton href={paths.home} wide>
        {t('logout.top')}
      </LinkButton>
    </>
  );
}
