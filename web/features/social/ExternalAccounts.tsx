import { useState } from 'react';
import { DisableSocialDocument } from '@/generated/DisableSocial';
import { MypageScreenDocument, type MypageScreenQuery } from '@/generated/MypageScreen';
import { useAction } from '@/lib/action';
import { changeScreen } from '@/lib/changeScreen';
import { useTranslation } from '@/lib/i18n';
import { PlainLink } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { ProviderMark } from './marks';

type Linked = NonNullable<MypageScreenQuery['screen']>['externalAccounts'][number];

/** The external accounts the store offers, each to be linked or unlinked. */
export function ExternalAccounts({ accounts }: { accounts: readonly Linked[] }) {
  const { t } = useTranslation('social');
  const [asked, setAsked] = useState<Linked | null>(null);
  const disable = useAction(DisableSocialDocument, undefined, {
    update: (cache, { externalAccounts }) => changeScreen(cache, MypageScreenDocument, { externalAccounts }),
  });
  const unlink = async () => {
    if (!asked) return;
    const { userIdentifierType, userIdentifierMethod } = asked;
    await disable.run({ userIdentifierType, userIdentifierMethod });
    setAsked(null);
  };
  return (
    <section className="flex flex-col gap-3" aria-labelledby="external-accounts">
      <h3 id="external-accounts" className="text-base">
        {t('block.title')}
      </h3>
      <p className="text-ink-2">{t('block.lead')}</p>
      <ActionNotice action={disable} />
      <ul className="card divide-y divide-line overflow-hidden p-0 sm:p-0">
        {accounts.map((account) => (
          <li key={account.userIdentifierType} className="flex min-h-14 flex-wrap items-center gap-3 px-4 py-2 sm:px-6">
            <ProviderMark type={account.userIdentifierType} />
            <span className="min-w-0 flex-1">{account.userIdentifierName}</span>
            <State account={account} onUnlink={() => setAsked(account)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={t('unlink.title', { name: asked?.userIdentifierName ?? '' })}
        confirmLabel={t('unlink.confirm')}
        pending={disable.pending}
        danger
        onConfirm={() => void unlink()}
        onClose={() => setAsked(null)}
      >
        <p>{t('unlink.text', { name: asked?.userIdentifierName ?? '' })}</p>
      </ConfirmDialog>
    </section>
  );
}

function State({ account, onUnlink }: { account: Linked; onUnlink: () => void }) {
  const { t } = useTranslation('social');
  const name = account.userIdentifierName;
  if (!account.isLinked) {
    return (
      <PlainLink
        href={paths.external(account.userIdentifierType, 'enableExternalAuth', paths.mypage)}
        aria-label={t('block.linkTo', { name })}
        className="button button-secondary w-auto no-underline"
      >
        {t('block.link')}
      </PlainLink>
    );
  }
  if (account.isLogin) return <Badge tone="done">{t('block.loggedIn')}</Badge>;
  return (
    <>
      <Badge tone="accent">{t('block.linked')}</Badge>
      <Button kind="danger" fit aria-label={t('block.unlinkFrom', { name })} onClick={onUnlink}>
        {t('block.unlink')}
      </Button>
    </>
  );
}
