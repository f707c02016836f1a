import type { ReactNode } from 'react';
import type { OidcClientFragment, PlanFragment } from '@/generated/fragments';
import { WantedPlan } from '@/layouts/WantedPlan';
import { appName } from '@/lib/appName';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { AppLogo } from '@/ui/AppLogo';

type Props = {
  plan: Pick<PlanFragment, 'planName'> | null;
  app: Pick<OidcClientFragment, 'clientName' | 'clientNameJa' | 'logoUri'> | null;
  /** Where the login leads; null where it was opened for itself. */
  returnTo: string | null;
};

/** Why the visitor is asked to log in: the plan, app, television or page that they came for. */
export function CameFor({ plan, app, returnTo }: Props) {
  const { t } = useTranslation('login');
  const locale = useLocale();
  if (plan) return <WantedPlan plan={plan} first="login" />;
  if (app)
    return (
      <Banner>
        <AppLogo src={app.logoUri} />
        <span className="min-w-0 break-words">{t('cameFor.app', { name: appName(app, locale) })}</span>
      </Banner>
    );
  const [path = '', query] = (returnTo ?? '').split('?', 2);
  if (path === '/device') {
    const code = shownCode(new URLSearchParams(query).get('user_code'));
    return <Banner>{code ? t('cameFor.deviceWithCode', { code }) : t('cameFor.device')}</Banner>;
  }
  return /^\/(mypage|withdraw)(\/|$)/.test(path) ? <Banner>{t('cameFor.page')}</Banner> : null;
}

function Banner({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 rounded-control bg-accent-subtle px-4 py-3 text-sm text-ink">{children}</p>
  );
}

/** The code as a device shows it. Anybody can write an address: no other text of it is repeated. */
function shownCode(code: string | null): string | undefined {
  const [, first, second] = /^([A-Z]{4})-?([A-Z]{4})$/.exec(code?.toUpperCase() ?? '') ?? [];
  return first && `${first}-${second}`;
}
