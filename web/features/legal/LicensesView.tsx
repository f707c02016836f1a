import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import list from '@/public/licenses/list.json';
import { TextLink } from '@/ui/TextLink';

/** What the site is built of, by licence: the most common one first. */
const groups = [...new Set(list.map(({ license }) => license))]
  .map((license) => ({ license, parts: list.filter((part) => part.license === license) }))
  .sort((a, b) => b.parts.length - a.parts.length);

/**
 * /app/licenses: the programs of others that are shipped. `make generate` lists them; their texts
 * are files of their own.
 */
export function LicensesView() {
  const { t } = useTranslation('legal');
  return (
    <article className="mx-auto flex max-w-3xl flex-col gap-8">
      <PageHeading title={t('licenses.title')} lead={t('licenses.lead')} />
      {groups.map(({ license, parts }) => (
        <section key={license} aria-labelledby={license}>
          <h2 id={license} className="text-base">
            {license}
          </h2>
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {parts.map(({ name, version, text }) => (
              <li key={`${name} ${version}`} className="flex flex-wrap content-start items-center gap-x-3 text-sm">
                {text ? (
                  <TextLink opens="document" href={`/licenses/${text}.txt`} className="min-w-11 break-all text-balance">
                    {name}
                  </TextLink>
                ) : (
                  <span className="inline-flex min-h-11 items-center break-all text-balance">{name}</span>
                )}
                <span className="tabular-nums text-ink-2">{version}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
