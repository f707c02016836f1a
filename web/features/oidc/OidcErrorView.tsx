import { useQuery } from '@apollo/client/react';
import { OidcErrorScreenDocument } from '@/generated/OidcErrorScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { DefinitionList } from '@/ui/DefinitionList';

/**
 * /oidc/error: what went wrong between an app and us. What the address says is shown as text only.
 */
export function OidcErrorView() {
  const { t } = useTranslation('oidc');
  const { data } = useQuery(OidcErrorScreenDocument, { variables: useVariables(OidcErrorScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { status, description, type, detail } = screen;
  const isOver = type === 'request_expired';
  return (
    <>
      <PageHeading
        title={t(isOver ? 'error.expired' : 'error.title')}
        lead={isOver ? `${t('error.over')}${t('error.again')}` : t('error.again')}
      />
      <LinkButton href={paths.home} kind="secondary" wide>
        {t('error.toTop')}
      </LinkButton>
      <div className="text-sm text-ink-2">
        <DefinitionList
          facts={[
            { term: t('error.status'), detail: <span className="tabular-nums">{status}</span> },
            { term: t('error.description'), detail: <span className="break-words">{description}</span> },
            type && { term: t('error.type'), detail: <span className="break-words">{type}</span> },
            detail && { term: t('error.detail'), detail: <span className="break-words">{detail}</span> },
          ]}
        />
      </div>
    </>
  );
}
