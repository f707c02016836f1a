import { PageHeading } from '@/layouts/PageHeading';
import { errorPageOf } from '@/lib/errorPage';
import type { Fault } from '@/lib/fault';
import { useTranslation } from '@/lib/i18n';
import { useAddress } from '@/lib/nav';
import { useRoot } from '@/lib/pageContext';
import { pathOf, paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Abroad } from './Abroad';
import { OtherProfile } from './OtherProfile';

/**
 * The page of a fault: what happened, what kind of error it is, what the member can do, and the way
 * back to the top; or to My Page, for a member who looked for something there.
 */
export function ErrorView({ fault }: { fault: Fault }) {
  const { t } = useTranslation('errors');
  const page = errorPageOf(fault);
  const { authId } = useRoot();
  const address = pathOf(useAddress());
  const lost = fault.status === 404 && !!authId && address.startsWith(`${paths.mypage}/`);
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 py-8">
      <PageHeading title={t(`pages.${page}.header`)} />
      <p className="text-sm text-ink-2">
        <span lang="en">{t(`pages.${page}.type`)}</span>
        <span aria-hidden> · </span>
        {t('code', { code: fault.status })}
      </p>
      <p>{(page === 'profile-forbidden' && fault.message) || t(`pages.${page}.text`)}</p>
      {page === 'region-block' && <Abroad />}
      {page === 'profile-forbidden' && <OtherProfile />}
      {fault.loading && (
        <p lang="en" className="text-sm text-ink-2">
          Failed to load data
        </p>
      )}
      {fault.requestId && <p className="text-xs text-ink-2 tabular-nums">{fault.requestId}</p>}
      <div>
        {lost ? (
          <LinkButton href={paths.mypage}>{t('toMypage')}</LinkButton>
        ) : (
          <LinkButton href={paths.home}>{t('toTop')}</LinkButton>
        )}
      </div>
    </div>
  );
}
