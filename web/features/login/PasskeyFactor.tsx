import { useState } from 'react';
import type { MultiFactorCodeScreenQuery } from '@/generated/MultiFactorCodeScreen';
import { MultiFactorLoginDocument } from '@/generated/MultiFactorLogin';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { forgetDrafts } from '@/lib/keptDrafts';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { useLoginFlow } from './flow';
import { PasskeyButton } from './PasskeyButton';
import { StartAgain } from './StartAgain';
import { usePasskey } from './usePasskey';

type Screen = NonNullable<MultiFactorCodeScreenQuery['screen']>;

/** A passkey as the second factor, which the device is asked for at once by a button. */
export function PasskeyFactor({ screen }: { screen: Screen }) {
  const { t } = useTranslation('login');
  const { oidc, multiFactor } = useLoginFlow();
  const [rememberDevice, remember] = useState(false);
  const login = useAction(MultiFactorLoginDocument, undefined, {
    failure: { says: t('passkey.failed') },
    onDone: forgetDrafts,
  });
  const prove = (value: string) => login.run({ type: 'Passkey', value, isPreferred: false, rememberDevice, oidc });
  const passkey = usePasskey('SECOND_FACTOR', prove);
  return (
    <>
      <WantedPlan plan={screen.wantedPlan} first="login" />
      <PageHeading title={t('factor.enter.Passkey')} lead={t('factor.leads.Passkey')} />
      {passkey.can ? (
        <>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5"
              checked={rememberDevice}
              onChange={(event) => remember(event.target.checked)}
            />
            <span>{t('factor.rememberDevice')}</span>
          </label>
          <PasskeyButton passkey={passkey} action={login} kind="primary" label={t('passkey.factor')} />
        </>
      ) : (
        <Notice tone="caution">{t('passkey.cannot')}</Notice>
      )}
      <div className="flex flex-col border-t border-line pt-4">
        {screen.multiFactorType.length > 1 && (
          <TextLink href={multiFactor()} className="self-center">
            {t('factor.another')}
          </TextLink>
        )}
        <StartAgain returnTo={screen.returnTo} />
      </div>
    </>
  );
}
