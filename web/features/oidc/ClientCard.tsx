import type { OidcClientFragment as Client } from '@/generated/fragments';
import { appName } from '@/lib/appName';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { AppLogo } from '@/ui/AppLogo';

/** An app that asks: the picture, the name, whose it is, and what it is. */
export function ClientCard({ client }: { client: Client }) {
  const { t } = useTranslation('oidc');
  const name = appName(client, useLocale());
  return (
    <section aria-label={name} className="flex flex-col gap-3 rounded-control bg-ground p-4">
      <div className="flex items-center gap-4">
        <AppLogo src={client.logoUri} />
        <div className="min-w-0">
          <p className="text-lg font-bold break-words">{name}</p>
          {client.providerName && (
            <p className="text-sm text-ink-2 break-words">{t('by', { name: client.providerName })}</p>
          )}
        </div>
      </div>
      {client.description && <p className="text-sm whitespace-pre-line break-words">{client.description}</p>}
    </section>
  );
}
