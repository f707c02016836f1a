import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ConnectionScreenDocument } from '@/generated/ConnectionScreen';
import { RevokeGrantDocument } from '@/generated/RevokeGrant';
import { BackLink } from '@/layouts/BackLink';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { AppLogo } from '@/ui/AppLogo';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { DefinitionList } from '@/ui/DefinitionList';
import { grantedName } from './granted';

/**
 * /mypage/connections/client/{clientId}: what the member allows an app, and how to take it back.
 */
export function ConnectionView() {
  const { t } = useTranslation('connections');
  const locale = useLocale();
  const { data } = useQuery(ConnectionScreenDocument, { variables: useVariables(ConnectionScreenDocument) });
  const screen = data?.screen;
  const [asking, setAsking] = useState(false);
  const revoke = useAction(RevokeGrantDocument, undefined, {
    failure: { says: t('failed') },
    onTold: async ({ code }) => console.error('the app could not be disconnected', code), // E-088
  });
  if (!screen) return null;
  const { accountGrant: grant, oidcProviderName } = screen;
  const name = grantedName(grant.client, locale);
  const provider = grant.client.provider_name;
  const confirm = async () => {
    await revoke.run({ grantId: grant.grantId });
    setAsking(false);
  };
  return (
    <>
      <BackLink href={paths.connections}>{t('back')}</BackLink>
      <PageHeading title={name} lead={provider ? t('by', { name: provider }) : undefined} />
      <AppLogo src={grant.client.logo_uri} />
      {grant.client.description && <p className="whitespace-pre-line">{grant.client.description}</p>}
      <DefinitionList
        facts={[
          { term: t('issued'), detail: <span className="tabular-nums">{formatMinute(grant.issuedAt, locale)}</span> },
          ...(grant.lastUsedAt
            ? [
                {
                  term: t('used'),
                  detail: <span className="tabular-nums">{formatMinute(grant.lastUsedAt, locale)}</span>,
                },
              ]
            : []),
        ]}
      />
      <Card title={t('scopes')}>
        <ul className="flex flex-col gap-3">
          {grant.authorizedScopes.map(({ scopeKey, scopeName, scopeDescription }) => (
            <li key={scopeKey}>
              <p className="font-bold">{scopeName}</p>
              <p className="text-sm text-ink-2">{scopeDescription}</p>
            </li>
          ))}
        </ul>
      </Card>
      <ActionNotice action={revoke} ns="connections" />
      <Button kind="danger" className="self-start" onClick={() => setAsking(true)}>
        {t('disconnect')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('ask', { name })}
        confirmLabel={t('release')}
        danger
        pending={revoke.pending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        <p>{t('text', { name, service: oidcProviderName })}</p>
      </ConfirmDialog>
    </>
  );
}
