import { useQuery } from '@apollo/client/react';
import { EnableMultiFactorDocument } from '@/generated/EnableMultiFactor';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { useStore, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { EnabledFactor } from './EnabledFactor';

/** Codes by mail, which need an address that was verified, and nothing else. */
export function EmailFactorView() {
  const { t } = useTranslation('mfa');
  const { data } = useQuery(MultiFactorTypeScreenDocument, { variables: useVariables(MultiFactorTypeScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { enabled, sendTo, isEmailVerified } = screen;
  return (
    <>
      <PageHeading title={t('email.title')} lead={!enabled && isEmailVerified && t('email.lead')} />
      {enabled && <EnabledFactor type="Email" sendTo={sendTo} />}
      {!enabled && (isEmailVerified ? <Enable sendTo={sendTo} /> : <Unverified hasEmail={sendTo !== null} />)}
    </>
  );
}

function Enable({ sendTo }: { sendTo: string | null }) {
  const { t } = useTranslation('mfa');
  const enable = useAction(EnableMultiFactorDocument, undefined, { failure: { says: t('enable.failed') } });
  return (
    <>
      <p className="font-bold break-all">{sendTo}</p>
      <ActionNotice action={enable} ns="mfa" />
      <Button wide pending={enable.pending} onClick={() => void enable.run({ multiFactorType: 'Email' })}>
        {t('enable.button')}
      </Button>
    </>
  );
}

function Unverified({ hasEmail }: { hasEmail: boolean }) {
  const { t } = useTranslation('mfa');
  const { emailEditUrl } = useStore();
  return (
    <Notice tone="caution">
      <p>{t(hasEmail ? 'email.unverified' : 'email.missing')}</p>
      <TextLink href={hasEmail ? paths.emailVerify : emailEditUrl || paths.emailEdit}>
        {t(hasEmail ? 'email.verify' : 'email.register')}
      </TextLink>
    </Notice>
  );
}
