import { useQuery } from '@apollo/client/react';
import { Download } from 'lucide';
import { useEffect, useState } from 'react';
import { DataScreenDocument, type DataScreenQuery } from '@/generated/DataScreen';
import { RequestDataFileDocument } from '@/generated/RequestDataFile';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { getJson } from '@/lib/api';
import { formatSecond } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { ActionNotice } from '@/ui/ActionNotice';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Icon } from '@/ui/Icon';
import { LiveRegion } from '@/ui/LiveRegion';
import { NeedsScript } from '@/ui/NeedsScript';
import { Records } from './Records';
import { type DataFile, type Table, tablesOf } from './records';

type Screen = NonNullable<DataScreenQuery['screen']>;
type Holding = Screen['holdings'][number];

/** How long the page waits before it asks again whether the file is made, in milliseconds. */
const lookAgain = 3000;

/** What is kept about the member, when it is erased after leaving, and the file of all of it. */
export function MyDataView() {
  const { t } = useTranslation('data');
  const { data } = useQuery(DataScreenDocument);
  const screen = data?.screen;
  const refetch = useRefetch(DataScreenDocument);
  const [content, setContent] = useState<DataFile>();
  if (!screen) return null;
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <File screen={screen} refetch={refetch} content={content} onRead={setContent} />
      <section className="flex flex-col gap-4">
        <h2 className="text-xl">{t('kept')}</h2>
        <p>{t('keptLead')}</p>
        <ul className="flex flex-col gap-3">
          {screen.holdings.map((holding) => (
            <li key={holding.kind}>
              <Kind holding={holding} tables={content && tablesOf(content, holding.kind)} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

type FileProps = {
  screen: Screen;
  refetch: () => Promise<void>;
  /** What the file holds, once it is shown. */
  content?: DataFile;
  onRead: (content: DataFile) => void;
};

function File({ screen, refetch, content, onRead }: FileProps) {
  const locale = useLocale();
  const { t } = useTranslation('data');
  const { fileState: state, fileExpiresAt: expiresAt, fileSize: size } = screen;
  const request = useAction(RequestDataFileDocument, undefined, {
    failure: { says: t('failed') },
    onDone: refetch,
  });
  useEffect(() => {
    if (state !== 'making') return;
    const timer = setInterval(() => void refetch(), lookAgain);
    return () => clearInterval(timer);
  }, [state, refetch]);
  const isReady = state === 'ready' && expiresAt;
  return (
    <Card>
      <div className="flex flex-col items-start gap-4">
        <h2 className="text-xl">{t('file')}</h2>
        <LiveRegion role="status">
          {isReady ? t('state.ready', { until: formatSecond(expiresAt, locale) }) : t(`state.${state}` as 'state.none')}
        </LiveRegion>
        <NeedsScript />
        <ActionNotice action={request} ns="data" />
        {isReady && (
          // Without the attribute download, by which a browser would save the page that is shown
          // instead, such as that of a login.
          <a className="button button-primary w-full sm:w-auto" href={paths.dataFile}>
            <Icon of={Download} className="size-5" />
            {t('download', { size: Math.max(1, Math.round(size / 1024)).toLocaleString('en') })}
          </a>
        )}
        {isReady && <Reading content={content} onRead={onRead} />}
        {state !== 'making' && (
          <Button
            kind={isReady ? 'secondary' : 'primary'}
            className="w-full sm:w-auto"
            pending={request.pending}
            onClick={() => void request.run({})}
          >
            {t(isReady ? 'again' : 'request')}
          </Button>
        )}
        <p className="text-sm text-ink-2">{t('note')}</p>
      </div>
    </Card>
  );
}

/**
 * Shows what the file holds on the page itself. Without a session or a recent proof the server
 * leads to where one is given.
 */
function Reading({ content, onRead }: Pick<FileProps, 'content' | 'onRead'>) {
  const { t } = useTranslation('data');
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle');
  const read = async () => {
    setState('pending');
    const file = await getJson<DataFile | null>(paths.dataFile).catch(() => null);
    if (file?.madeAt) onRead(file);
    setState(file?.madeAt ? 'idle' : 'failed');
  };
  return (
    <>
      <Alert>{!content && state === 'failed' && t('unread')}</Alert>
      <LiveRegion>{content && t('shown')}</LiveRegion>
      {!content && (
        <Button kind="secondary" pending={state === 'pending'} onClick={() => void read()}>
          {t('show')}
        </Button>
      )}
    </>
  );
}

function Kind({ holding: { kind, records, term, reason }, tables }: { holding: Holding; tables?: Table[] }) {
  const { t } = useTranslation('data');
  return (
    <div className="card flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base">{t(`kind.${kind}.title`)}</h3>
        <span className="text-sm tabular-nums">{t('records', { number: records.toLocaleString('en') })}</span>
      </div>
      <p className="text-sm text-ink-2">{t(`kind.${kind}.about`)}</p>
      <p className="text-sm">
        <span>{t(`term.${term}`)}</span>
        {reason !== 'none' && <span className="text-ink-2"> {t(`reason.${reason}`)}</span>}
      </p>
      {tables && tables.length > 0 && <Records tables={tables} />}
    </div>
  );
}
