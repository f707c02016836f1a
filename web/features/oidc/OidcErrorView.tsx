import { OidcErrorScreenDocument } from '@/generated/OidcErrorScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { DefinitionList } from '@/ui/DefinitionList';

/** /oidc/error: what went wrong between an app and us. What the address says is shown as text only. */
export function OidcErrorView() {
  const { t } = useTranslation('oidc');
  const { screen } = usePageQuery(OidcErrorScreenDocument);
  if (!screen) return null;
  const { status, description, type, detail } = screen;
  return (
    <>
      <PageHeading title={t(type === 'request_expired' ? 'error.expired' : 'error.title')} lead={t('error.again')} />
      <DefinitionList
        facts={[
          { term: t('error.status'), detail: <span className="tabular-nums">{status}</span> },
          { term: t('error.description'), detail: <span className="break-words">{description}</span> },
          { term: t('error.type'), detail: <span className="break-words">{type}</span> },
          ...(detail ? [{ term: t('error.detail'), detail: <span className="break-words">{detail}</span> }] : []),
        ]}
      />
    </>
  );
}
