import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { DeletePasskeyDocument } from '@/generated/DeletePasskey';
import { PasskeysScreenDocument, type PasskeysScreenQuery } from '@/generated/PasskeysScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { useHasPasskeys } from '@/lib/passkeys';
import { useRefetch } from '@/lib/refetch';
import { toast } from '@/lib/toast';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { Empty } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { DefinitionList } from '@/ui/DefinitionList';
import { NeedsScript } from '@/ui/NeedsScript';
import { Notice } from '@/ui/Notice';
import { NewPasskeyNotice } from './NewPasskeyNotice';
import { RenamePasskey } from './RenamePasskey';
import { keepPasskeys, useNewPasskey } from './useNewPasskey';

type Passkey = NonNullable<PasskeysScreenQuery['screen']>['passkeys'][number];

/** The member's passkeys: which there are, one more, another name, and away with one. */
export function PasskeysView() {
  const { t } = useTranslation('passkey');
  const { data } = useQuery(PasskeysScreenDocument);
  const screen = data?.screen;
  const refetch = useRefetch(PasskeysScreenDocument);
  const can = useHasPasskeys();
  const made = useNewPasskey();
  const [renaming, setRenaming] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const renamed = useRef<string | null>(null); // whose button has the focus again
  useEffect(() => {
    if (renaming) list.current?.querySelector('input')?.focus();
    else list.current?.querySelector<HTMLElement>(`#${rename(renamed.current)}`)?.focus();
    renamed.current = renaming;
  }, [renaming]);
  const [asking, setAsking] = useState<Passkey | null>(null);
  const remove = useAction(DeletePasskeyDocument, undefined, {
    failure: { says: t('deleteFailed') },
    update: keepPasskeys,
    onDone: () => toast.done(t('deleted')),
    onTold: refetch, // another tab may have deleted it
  });
  if (!screen) return null;
  const { passkeys, most } = screen;
  const confirm = async () => {
    if (asking) await remove.run({ passkeyId: asking.passkeyId });
    setAsking(null);
  };
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <NeedsScript />
      <ActionNotice action={remove} ns="passkey" />
      {passkeys.length === 0 && <Empty>{t('empty')}</Empty>}
      <ul ref={list} className="flex flex-col gap-4">
        {passkeys.map((passkey) => (
          <li key={passkey.passkeyId} className="card flex flex-col gap-3">
            {renaming === passkey.passkeyId ? (
              <RenamePasskey passkeyId={passkey.passkeyId} name={passkey.name} onClose={() => setRenaming(null)} />
            ) : (
              <>
                <Facts passkey={passkey} />
                <div className="flex flex-col gap-3 sm:flex-row">
                  <Button
                    id={rename(passkey.passkeyId)}
                    aria-describedby={nameOf(passkey.passkeyId)}
                    kind="secondary"
                    onClick={() => setRenaming(passkey.passkeyId)}
                  >
                    {t('rename')}
                  </Button>
                  <Button aria-describedby={nameOf(passkey.passkeyId)} kind="danger" onClick={() => setAsking(passkey)}>
                    {t('delete')}
                  </Button>
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
      <NewPasskeyNotice made={made} />
      {passkeys.length >= most && <Notice>{t('most', { count: most })}</Notice>}
      {passkeys.length < most && can && (
        <Button className="self-start" pending={made.pending} onClick={() => void made.add()}>
          {t('add')}
        </Button>
      )}
      {!can && <Notice tone="caution">{t('cannot')}</Notice>}
      <p className="text-sm text-ink-2">{t('always')}</p>
      <ConfirmDialog
        open={asking !== null}
        title={t('ask')}
        confirmLabel={t('delete')}
        danger
        pending={remove.pending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(null)}
      >
        {asking && <p className="font-bold break-words">{asking.name}</p>}
        <p>{t('askText')}</p>
      </ConfirmDialog>
    </>
  );
}

const rename = (passkeyId: string | null) => `rename-${passkeyId}`;
const nameOf = (passkeyId: string) => `passkey-${passkeyId}`;

function Facts({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('passkey');
  const locale = useLocale();
  const { passkeyId, name, createdAt, lastUsedAt } = passkey;
  return (
    <>
      <h2 id={nameOf(passkeyId)} className="text-base break-words">
        {name}
      </h2>
      <DefinitionList
        facts={[
          { term: t('createdAt'), detail: <span className="tabular-nums">{formatMinute(createdAt, locale)}</span> },
          {
            term: t('lastUsedAt'),
            detail: lastUsedAt ? (
              <span className="tabular-nums">{formatMinute(lastUsedAt, locale)}</span>
            ) : (
              t('neverUsed')
            ),
          },
        ]}
      />
    </>
  );
}
