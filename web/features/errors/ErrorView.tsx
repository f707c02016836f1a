import { PageHeading } from '@/layouts/PageHeading';
import { errorPageOf } from '@/lib/errorPage';
import type { Fault } from '@/lib/fault';
import { useTranslation } from '@/lib/i18n';
import { Abroad } from './Abroad';
import { NextSteps } from './NextSteps';
import { OtherProfile } from './OtherProfile';

/**
 * The page of a fault: what happened, what kind of error it is, what the member can do about it,
 * the way back to the top, and what support asks for.
 */
export function ErrorView({ fault }: { fault: Fault }) {
  const { t } = useTranslation('errors');
  const page = errorPageOf(fault);
  const { loading, requestId, status, message } = fault;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 py-8">
      <PageHeading title={t(`pages.${page}.header`)} />
      <p className="text-sm text-ink-2">
        <span lang="en">{t(`pages.${page}.type`)}</span>
        <span aria-hidden> · </span>
        {t('code', { code: status })}
      </p>
      <p>{(page === 'profile-forbidden' && message) || t(`pages.${page}.text`)}</p>
      {page === 'region-block' && <Abroad />}
      <NextSteps fault={fault} />
      {page === 'profile-forbidden' && <OtherProfile />}
      {(loading || requestId) && (
        <div className="text-sm text-ink-2">
          {loading && <p lang="en">Failed to load data</p>}
          {requestId && <p className="break-words tabular-nums">{t('reference', { id: requestId })}</p>}
        </div>
      )}
    </div>
  );
}
