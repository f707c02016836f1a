import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { EndOtherSessionsDocument } from '@/generated/EndOtherSessions';
import { EndSessionDocument } from '@/generated/EndSession';
import { SessionsScreenDocument, type SessionsScreenQuery } from '@/generated/SessionsScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { changeScreen } from '@/lib/changeScreen';
import { formatSecond } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { toast } from '@/lib/toast';
import { ActionNotice } from '@/ui/ActionNotice';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { DefinitionList } from '@/ui/DefinitionList';
import { TextLink } from '@/ui/TextLink';
import { Country } from './Country';
import { useLoginWords } from './useLoginWords';

type Session = NonNullable<SessionsScreenQuery['screen']>['sessions'][number];

/** Where the member is logged in, and how to end it there. */
export function SessionsView() {
  const { t } = useTranslation('security');
  const { data } = useQuery(SessionsScreenDocument);
  const screen = data?.screen;
  const refetch = useRefetch(SessionsScreenDocument);
  const [asking, setAsking] = useState<Session | 'others' | null>(null);
  const failure = { says: t('sessions.failed') };
  const end = useAction(EndSessionDocument, undefined, {
    failure,
    update: (cache, { sessions }) => changeScreen(cache, SessionsScreenDocument, { sessions }),
    onDone: () => toast.done(t('sessions.ended')),
    onTold: refetch, // it may have ended meanwhile
  });
  const endOthers = useAction(EndOtherSessionsDocument, undefined, {
    failure,
    update: (cache, { sessions }) => changeScreen(cache, SessionsScreenDocument, { sessions }),
    onDone: () => toast.done(t('sessions.othersEnded')),
  });
  if (!screen) return null;
  const { sessions } = screen;
  const others = sessions.filter(({ current }) => !current);
  const confirm = async () => {
    for (const { clearNotice } of [end, endOthers]) clearNotice();
    if (asking === 'others') await endOthers.run({});
    else if (asking) await end.run({ sessionId: asking.sessionId });
    setAsking(null);
  };
  return (
    <>
      <PageHeading title={t('sessions.title')} lead={t(others.length > 0 ? 'sessions.lead' : 'sessions.alone')} />
      <ActionNotice action={end} ns="security" />
      <ActionNotice action={endOthers} ns="security" />
      <ul className="flex flex-col gap-4">
        {sessions.map((session) => (
          <li key={session.sessionId} className="card flex flex-col gap-3">
            <SessionFacts session={session} />
            {!session.current && (
              <Button kind="secondary" className="self-start" onClick={() => setAsking(session)}>
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Button kind="danger" className="self-start" onClick={() => setAsking('others')}>
          {t('sessions.endOthers')}
        </Button>
      )}
      <TextLink href={paths.loginHistory} className="self-start">
        {t('sessions.history')}
      </TextLink>
      <ConfirmDialog
        open={asking !== null}
        title={asking === 'others' ? t('sessions.askOthers') : t('sessions.ask')}
        confirmLabel={asking === 'others' ? t('sessions.endOthers') : t('sessions.end')}
        danger
        pending={end.pending || endOthers.pending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(null)}
      >
        {asking && asking !== 'others' && <p className="font-bold">{nameOf(asking) ?? t('sessions.unnamed')}</p>}
        <p>{asking === 'others' ? t('sessions.othersText', { count: others.length }) : t('sessions.text')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The name of a browser for the member; null when it is unknown. */
function nameOf({ deviceInfo, browserInfo }: Session): string | null {
  return [deviceInfo, browserInfo].filter(Boolean).join(' / ') || null;
}

function SessionFacts({ session }: { session: Session }) {
  const locale = useLocale();
  const { t } = useTranslation('security');
  const words = useLoginWords();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-base">{nameOf(session) ?? t('sessions.unnamed')}</h2>
        {session.current && <Badge tone="accent">{t('sessions.current')}</Badge>}
      </div>
      <DefinitionList
        facts={[
          {
            term: t('sessions.lastSeen'),
            detail: <span className="tabular-nums">{formatSecond(session.lastSeenAt, locale)}</span>,
          },
          {
            term: t('sessions.began'),
            detail: <span className="tabular-nums">{formatSecond(session.createdAt, locale)}</span>,
          },
          { term: t('sessions.method'), detail: words.method(session.loginMethod) },
          { term: t('country'), detail: <Country code={session.country} /> },
          { term: t('ip'), detail: <span className="break-all tabular-nums">{session.ip}</span> },
        ]}
      />
    </>
  );
}
