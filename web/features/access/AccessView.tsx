import { useQuery } from '@apollo/client/react';
import { AccessScreenDocument, type AccessScreenQuery } from '@/generated/AccessScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Card, Empty } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Table } from '@/ui/Table';
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
      <About contact={contact} />
    </>
  );
}

function Entries({ entries, contact }: { entries: readonly Entry[]; contact: Contact }) {
  const { t } = useTranslation('access');
  return (
    <Table
      caption={t('title')}
      rows={entries}
      keyOf={({ accessId }) => accessId}
      columns={[
        { head: t('at'), cell: ({ at }) => <span className="whitespace-nowrap tabular-nums">{formatMinute(at)}</span> },
        { head: t('what'), cell: (entry) => <What entry={entry} /> },
        { head: t('who'), cell: (entry) => <Who entry={entry} /> },
        { head: t('why'), cell: (entry) => <Why entry={entry} /> },
        { head: t('record'), cell: (entry) => <RecordNumber entry={entry} email={contact.email} /> },
      ]}
    />
  );
}

function What({ entry: { what, fields, count } }: { entry: Entry }) {
  const { t } = useTranslation('access');
  const isAboutFields = what === 'REVEALED' || what === 'CHECKED' || what === 'CHANGED';
  const names = fields.map((field) => t(`fields.${field}`)).join(t('and'));
  return (
    <div className="flex flex-col items-start gap-1">
      <Badge tone={what === 'REVEALED' || what === 'CHANGED' ? 'caution' : 'neutral'}>{t(`kinds.${what}`)}</Badge>
      {names && <span className="text-sm">{t(`fieldsOf.${isAboutFields ? what : 'OTHER'}`, { fields: names })}</span>}
      {count > 1 && <span className="text-sm">{t('times', { number: String(count) })}</span>}
    </div>
  );
}

function Who({ entry: { by, department, number } }: { entry: Entry }) {
  const { t } = useTranslation('access');
  if (by === 'PROGRAM') return t('program');
  return (
    <>
      <span className="block">{department ?? t('staff')}</span>
      {number !== null && (
        <span className="block text-sm text-ink-2 tabular-nums">{t('number', { number: String(number) })}</span>
      )}
    </>
  );
}

function Why({ entry: { why, ticket } }: { entry: Entry }) {
  const { t } = useTranslation('access');
  return (
    <>
      <span className="block">{why ? t(`reasons.${why}`) : t('noReason')}</span>
      {ticket && <span className="block text-sm wrap-anywhere text-ink-2">{t('ticket', { ticket })}</span>}
    </>
  );
}

/** By what the store finds the entry, and a mail to it that names the entry. */
function RecordNumber({ entry: { accessId: id, at, what }, email }: { entry: Entry; email: string | null }) {
  const { t } = useTranslation('access');
  const of = { at: formatMinute(at), what: t(`kinds.${what}`) };
  const mail = new URLSearchParams({ subject: t('ask.subject', { id }), body: t('ask.body', { id, ...of }) });
  return (
    <div className="flex flex-col items-start">
      <code className="font-mono text-xs break-all text-ink-2">{id}</code>
      {email && (
        <TextLink
          opens="document"
          href={`mailto:${email}?${mail.toString().replaceAll('+', '%20')}`}
          aria-label={t('ask.of', of)}
          className="text-sm whitespace-nowrap print:hidden"
        >
          {t('ask.link')}
        </TextLink>
      )}
    </div>
  );
}

function About({ contact }: { contact: Contact }) {
  const { t } = useTranslation('access');
  const parts = ['what', 'who', 'why', 'kept'] as const;
  return (
    <Card title={t('about.title')}>
      <DefinitionList
        facts={[
          ...parts.map((part) => ({ term: t(`about.${part}.term`), detail: t(`about.${part}.detail`) })),
          { term: t('about.ask.term'), detail: <Ask contact={contact} /> },
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
      {phone && <span className="block tabular-nums">{t('about.ask.phone', { phone })}</span>}
      {email && <span className="block break-all">{t('about.ask.email', { email })}</span>}
    </>
  );
}
