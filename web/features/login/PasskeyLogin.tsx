import { LoginByPasskeyDocument } from '@/generated/LoginByPasskey';
import { useAction } from '@/lib/action';
import { deviceHint } from '@/lib/deviceHint';
import { useTranslation } from '@/lib/i18n';
import { forgetDrafts } from '@/lib/keptDrafts';
import { useLoginFlow } from './flow';
import { PasskeyButton } from './PasskeyButton';
import { usePasskey } from './usePasskey';

/** Logging in with a passkey: by the button, or where the browser fills in the address. */
export function PasskeyLogin({ returnTo }: { returnTo: string | null }) {
  const { t } = useTranslation('login');
  const { oidc } = useLoginFlow();
  const login = useAction(LoginByPasskeyDocument, undefined, {
    failure: { says: t('passkey.failed') },
    onDone: forgetDrafts,
  });
  const prove = (credential: string) => login.run({ credential, returnTo, deviceHint: deviceHint(), oidc });
  const passkey = usePasskey('LOGIN', prove, { fillIn: true });
  if (!passkey.can) return null;
  return <PasskeyButton passkey={passkey} action={login} label={t('passkey.use')} hint={t('passkey.what')} />;
}
