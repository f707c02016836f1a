import { useQuery } from '@apollo/client/react';
import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';
import { LoginHistoryScreenDocument, type LoginHistoryScreenQuery } from '@/generated/LoginHistoryScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatSecond } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { Empty } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Icon } from '@/ui/Icon';
import { TextLink } from '@/ui/TextLink';
import { Country } from './Country';
import { useLoginWords } from './useLoginWords';

type Entry = NonNullable<LoginHistoryScreenQuery['screen']>['loginHistory'][number];

/** Who tried to log in to this account, from where and with what: failed tries too. */
export function LoginHistoryView() {
  const { t } = useTranslation('security');
  const { data } = useQuery(LoginHistoryScreenDocument);
  const screen = data?.screen;
  if (!screen) return null;
  const { loginHistory } = screen;
  return (
    <>
      <PageHeading title={t('history.title')} lead={t('history.lead')} />
      <Advice />
      {loginHistory.length === 0 ? (
        <Empty>{t('history.empty')}</Empty>
      ) : (
        <>
          <HistoryTable entries={loginHistory} />
          <HistoryCards entries={loginHistory} />
        </>
      )}
    </>
  );
}

function Advice() {
  const { t } = useTranslation('security');
  const { isEnabledMultiFactor } = useStore();
  return (
    <div className="card flex flex-col gap-1">
      <p>{t('history.advice')}</p>
      <ul className="flex flex-wrap gap-x-6">
        <li>
          <TextLink href={paths.passwordEdit}>{t('history.password')}</TextLink>
        </li>
        {isEnabledMultiFactor && (
          <li>
            <TextLink href={paths.multiFactor}>{t('history.multiFactor')}</TextLink>
          </li>
        )}
        <li>
          <TextLink href={paths.sessions}>{t('history.sessions')}</TextLink>
        </li>
      </ul>
    </div>
  );
}

function Result({ entry }: { entry: Entry }) {
  const { t } = useTranslation('security');
  return <Badge tone={entry.result ? 'done' : 'danger'}>{entry.result ? t('history.ok') : t('history.failed')}</Badge>;
}

/**
 * The facts of an entry after its time and result, in the order of both the table and the cards.
 */
function useFacts(): { head: string; of: (entry: Entry) => ReactNode }[] {
  const { t } = useTranslation('security');
  const words = useLoginWords();
  return [
    { head: t('history.identifier'), of: (entry) => words.identifier(entry.userIdentifierName) ?? t('unknown') },
    { head: t('history.method'), of: (entry) => words.method(entry.loginMethod) },
    {
      head: t('history.factor'),
      of: (entry) => {
        if (entry.multiFactorType) return words.factor(entry.multiFactorType);
        return entry.requestMultiFactor ? t('history.factorAsked') : t('history.factorNone');
      },
    },
    { head: t('device'), of: (entry) => entry.deviceInfo ?? t('unknown') },
    { head: t('browser'), of: (entry) => entry.browserInfo ?? t('unknown') },
    { head: t('country'), of: (entry) => <Country code={entry.country} /> },
    { head: t('ip'), of: (entry) => <span className="break-all tabular-nums">{entry.ip}</span> },
  ];
}

const keyOf = (entry: Entry, place: number) => `${entry.createdAt} ${place}`;

/** Facts that share a column of the table, which nine of them would be too narrow for. */
const columns = [[0, 1], [2], [3, 4], [5, 6]];

/** Two facts of a column that read the same, such as 不明, are told once. */
function once(told: ReactNode[]): ReactNode[] {
  return [...new Set(told)];
}

function HistoryTable({ entries }: { entries: readonly Entry[] }) {
  const locale = useLocale();
  const { t } = useTranslation('security');
  const facts = useFacts();
  const shared = columns.map((places) => facts.filter((_, place) => places.includes(place)));
  return (
    <table className="hidden w-full border-collapse text-sm wide:table">
      <caption className="visually-hidden">{t('history.title')}</caption>
      <thead>
        <tr className="border-b border-line-strong text-left text-ink-2">
          {[
            t('history.at'),
            t('history.result'),
            ...shared.map((some) => some.map(({ head }) => head).join(' / ')),
          ].map((head) => (
            <th key={head} scope="col" className="py-2 pr-3.5 last:pr-0 align-bottom">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, place) => (
          <tr key={keyOf(entry, place)} className="border-b border-line align-top">
            <td className="py-3 pr-3.5 last:pr-0 tabular-nums">{formatSecond(entry.createdAt, locale)}</td>
            <td className="py-3 pr-3.5 last:pr-0 whitespace-nowrap">
              <Result entry={entry} />
            </td>
            {shared.map((some) => (
              <td key={some[0]?.head} className="py-3 pr-3.5 last:pr-0">
                {once(some.map(({ of }) => of(entry))).map((told, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a column never change places
                  <div key={at}>{told}</div>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HistoryCards({ entries }: { entries: readonly Entry[] }) {
  const locale = useLocale();
  const facts = useFacts();
  return (
    <ul className="flex flex-col gap-3 wide:hidden">
      {entries.map((entry, place) => (
        <li key={keyOf(entry, place)}>
          <details className="card group p-0 sm:p-0">
            <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
              <span className="min-w-0 grow tabular-nums">{formatSecond(entry.createdAt, locale)}</span>
              <Result entry={entry} />
              <Icon of={ChevronDown} className="size-5 shrink-0 text-ink-2 group-open:rotate-180" />
            </summary>
            <div className="border-t border-line px-4 pb-1">
              <DefinitionList facts={facts.map(({ head, of }) => ({ term: head, detail: of(entry) }))} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
