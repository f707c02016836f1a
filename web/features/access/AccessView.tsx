import { useQuery } from '@apollo/client/react';
import { AccessScreenDocument, type AccessScreenQuery } from '@/generated/AccessScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { PlainLink } from '@/lib/nav';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Card, Empty } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { TextLink } from '@/ui/TextLink';

type Screen = NonNullable<AccessScreenQuery['screen']>;
type Entry = Screen['accesses'][number];
type Contact = Screen['contact'];

/** What the staff looked at and did that is about the member, without their names. */
export function AccessView() {
  const { t } = useTranslation('access');
  const { data } = useQuery(AccessScreenDocument, { variables: useVariables(AccessScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { accesses, contact, pageInfo } = screen;
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      {accesses.length === 0 ? <Empty>{t('empty')}</Empty> : <Entries entries={accesses} contact={contact} />}
      {(pageInfo.hasPreviousPage || pageInfo.hasNextPage) && (
        <nav aria-label={t('pages')} className="flex flex-col gap-3 sm:flex-row sm:justify-between print:hidden">
          {pageInfo.hasPreviousPage && (
            <LinkButton href={paths.access()} kind="secondary">
              {t('newest')}
            </LinkButton>
          )}
          {pageInfo.hasNextPage && pageInfo.endCursor && (
            <LinkButton href={paths.access(pageInfo.endCursor)} kind="secondary">
              {t('older')}
            </LinkButton>
          )}
        </nav>
      )}
      <About contact={contact} isEmpty={accesses.length === 0} />
    </>
  );
}

function Entries({ entries, contact: { email } }: { entries: readonly Entry[]; contact: Contact }) {
  return (
    <>
      <EntriesTable entries={entries} email={email} />
      <EntriesCards entries={entries} email={email} />
    </>
  );
}

type Listed = { entries: readonly Entry[]; email: string | null };

function EntriesTable({ entries, email }: Listed) {
  const locale = useLocale();
  const { t } = useTranslation('access');
  return (
    <table className="hidden w-full border-collapse text-sm wide:table">
      <caption className="visually-hidden">{t('title')}</caption>
      <thead>
        <tr className="border-b border-line-strong text-left text-ink-2">
          {(['at', 'what', 'who', 'why', 'record'] as const).map((head) => (
            <th key={head} scope="col" className="py-2 pr-4">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.accessId} className="border-b border-line align-top">
            <td className="py-3 pr-4 whitespace-nowrap tabular-nums">{formatMinute(entry.at, locale)}</td>
            <td className="py-3 pr-4">
              <What entry={entry} />
            </td>
            <td className="w-44 py-3 pr-4">
              <Who entry={entry} />
            </td>
            <td className="w-48 py-3 pr-4">{entry.why || entry.ticket ? <Why entry={entry} /> : t('noReason')}</td>
            <td className="w-40 py-3">
              <RecordNumber entry={entry} email={email} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EntriesCards({ entries, email }: Listed) {
  const locale = useLocale();
  const { t } = useTranslation('access');
  return (
    <ul className="flex flex-col gap-3 wide:hidden">
      {entries.map((entry) => (
        <li key={entry.accessId} className="card flex flex-col gap-2 py-3 text-sm print:break-inside-avoid">
          <span className="text-ink-2 tabular-nums">{formatMinute(entry.at, locale)}</span>
          <What entry={entry} />
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            <dt className="text-ink-2">{t('who')}</dt>
            <dd>
              <Who entry={entry} />
            </dd>
            {(entry.why || entry.ticket) && (
              <>
                <dt className="text-ink-2">{t('why')}</dt>
                <dd>
                  <Why entry={entry} />
                </dd>
              </>
            )}
            <dt className="text-ink-2">{t('record')}</dt>
            <dd>
              <RecordNumber entry={entry} email={email} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function What({ entry: { what, fields, count } }: { entry: Entry }) {
  const { t } = useTranslation('access');
  const isAboutFields = what === 'REVEALED' || what === 'CHECKED' || what === 'CHANGED';
  const names = fields.map((field) => t(`fields.${field}`)).join(t('and'));
  return (
    <div className="flex flex-col items-start gap-1">
      <Badge tone={what === 'REVEALED' || what === 'CHANGED' ? 'caution' : 'neutral'}>{t(`kinds.${what}`)}</Badge>
      {names && <span>{t(`fieldsOf.${isAboutFields ? what : 'OTHER'}`, { fields: names })}</span>}
      {count > 1 && <span>{t('times', { number: String(count) })}</span>}
    </div>
  );
}

function Who({ entry: { by, department, number } }: { entry: Entry }) {
  const { t } = useTranslation('access');
  if (by === 'PROGRAM') return t('program');
  return (
    <span className="flex flex-wrap gap-x-2">
      <span>{department ?? t('staff')}</span>
      {number !== null && (
        <span className="whitespace-nowrap text-ink-2 tabular-nums">{t('number', { number: String(number) })}</span>
      )}
    </span>
  );
}

function Why({ entry: { why, ticket } }: { entry: Entry }) {
  const { t } = useTranslation('access');
  return (
    <span className="flex flex-wrap gap-x-2">
      {why && <span>{t(`reasons.${why}`)}</span>}
      {ticket && (
        <span className="flex flex-wrap gap-x-1 text-ink-2">
          <span>{t('ticket')}</span>
          <span className="wrap-anywhere">{ticket}</span>
        </span>
      )}
    </span>
  );
}

/** By what the store finds the entry, and a mail to it that names the entry. */
function RecordNumber({ entry: { accessId: id, at, what }, email }: { entry: Entry; email: string | null }) {
  const locale = useLocale();
  const { t } = useTranslation('access');
  const of = { at: formatMinute(at, locale), what: t(`kinds.${what}`) };
  const mail = new URLSearchParams({ subject: t('ask.subject', { id }), body: t('ask.body', { id, ...of }) });
  return (
    <div className="flex flex-col items-start">
      <code className="font-mono text-xs leading-5 break-all text-ink-2">{id}</code>
      {email && (
        <TextLink
          opens="document"
          href={`mailto:${email}?${mail.toString().replaceAll('+', '%20')}`}
          aria-label={t('ask.of', of)}
          className="whitespace-nowrap print:hidden"
        >
          {t('ask.link')}
        </TextLink>
      )}
    </div>
  );
}

/** Where there is no entry, how entries are to be read is left out. */
function About({ contact, isEmpty }: { contact: Contact; isEmpty: boolean }) {
  const { t } = useTranslation('access');
  const parts = isEmpty ? (['what', 'kept'] as const) : (['what', 'who', 'why', 'kept'] as const);
  return (
    <Card title={t('about.title')}>
      <DefinitionList
        facts={[
          ...parts.map((part) => ({ term: t(`about.${part}.term`), detail: t(`about.${part}.detail`) })),
          !isEmpty && { term: t('about.ask.term'), detail: <Ask contact={contact} /> },
        ]}
      />
    </Card>
  );
}

function Ask({ contact: { name, phone, email } }: { contact: Contact }) {
  const { t } = useTranslation('access');
  return (
    <>
      <span className="block">{t('about.ask.detail', { name })}</span>
      {phone && (
        <span className="block tabular-nums">
          {t('about.ask.phone')}
          <PlainLink href={`tel:${phone}`}>{phone}</PlainLink>
        </span>
      )}
      {email && (
        <span className="block break-all">
          {t('about.ask.email')}
          <PlainLink href={`mailto:${email}`}>{email}</PlainLink>
        </span>
      )}
    </>
  );
}
