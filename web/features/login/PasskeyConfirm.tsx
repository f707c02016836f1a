import { ConfirmLoginDocument } from '@/generated/ConfirmLogin';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { PasskeyButton } from './PasskeyButton';
import { usePasskey } from './usePasskey';

type Props = {
  returnTo: string | null;
  /** There is no other way on this page. */
  alone: boolean;
};

/** Proving once more who one is, with a passkey. */
export function PasskeyConfirm({ returnTo, alone }: Props) {
  const { t } = useTranslation('login');
  const confirm = useAction(ConfirmLoginDocument, undefined, { failure: { says: t('passkey.failed') } });
  const passkey = usePasskey('CONFIRM', (credential) => confirm.run({ passkey: credential, returnTo }));
  if (!passkey.can) return null;
  return (
    <>
      <PasskeyButton passkey={passkey} action={confirm} kind="primary" label={t('passkey.confirm')} />
      {!alone && <p className="text-center text-sm text-ink-2 noscript:hidden">{t('passkey.or')}</p>}
    </>
  );
}
