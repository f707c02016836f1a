import type { OidcClientFragment as Client } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';

/** What the app is called: its Japanese name in Japanese. */
export function nameOf(
  { clientName, clientNameJa }: Pick<Client, 'clientName' | 'clientNameJa'>,
  locale: string,
): string {
  return (locale === 'ja' && clientNameJa) || clientName;
}

/** Who asks: the picture, the name, whose it is, and what it is. */
export function ClientCard({ client }: { client: Client }) {
  const { t } = useTranslation('oidc');
  const name = nameOf(client, useLocale());
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        {client.logoUri && (
          <img
            src={client.logoUri}
            alt=""
            width={56}
            height={56}
            className="size-14 shrink-0 rounded-control object-contain"
          />
        )}
        <div className="min-w-0">
          <p className="text-lg font-bold break-words">{name}</p>
          {client.providerName && (
            <p className="text-sm text-ink-2 break-words">{t('by', { name: client.providerName })}</p>
          )}
        </div>
      </div>
      {client.description && <p className="whitespace-pre-line">{client.description}</p>}
    </section>
  );
}
