import type { ApolloCache } from '@apollo/client';
import { useState } from 'react';
import { PasskeysScreenDocument, type PasskeysScreenQuery } from '@/generated/PasskeysScreen';
import { RegisterPasskeyDocument } from '@/generated/RegisterPasskey';
import { StartPasskeyRegistrationDocument } from '@/generated/StartPasskeyRegistration';
import { useAction } from '@/lib/action';
import { changeScreen } from '@/lib/changeScreen';
import { deviceHint } from '@/lib/deviceHint';
import { useTranslation } from '@/lib/i18n';
import { device } from '@/lib/passkeys';
import { toast } from '@/lib/toast';

type Passkeys = NonNullable<PasskeysScreenQuery['screen']>['passkeys'];

/** Puts the passkeys that there are now into their page, and their count into My Page. */
export function keepPasskeys(cache: ApolloCache, { passkeys }: { passkeys?: Passkeys | null }): void {
  changeScreen(cache, PasskeysScreenDocument, { passkeys });
  if (!passkeys) return;
  const passkeyCount = passkeys.length;
  cache.modify({ fields: { mypageScreen: (screen: object | null) => screen && { ...screen, passkeyCount } } });
}

/** Registers a passkey of the device at hand; `onAdded` runs once it is there. */
export function useNewPasskey(onAdded?: () => void) {
  const { t } = useTranslation('passkey');
  const failure = { says: t('failed') };
  const start = useAction(StartPasskeyRegistrationDocument, undefined, { failure });
  const register = useAction(RegisterPasskeyDocument, undefined, {
    failure,
    update: keepPasskeys,
    onDone: () => {
      toast.done(t('added'));
      onAdded?.();
    },
  });
  const [asking, setAsking] = useState(false);
  /** What the device said: it has one already, or it failed. */
  const [refusal, setRefusal] = useState<'exists' | 'broken' | null>(null);
  const add = async () => {
    setAsking(true);
    setRefusal(null);
    try {
      const { makePasskey } = await device();
      const begun = await start.run({});
      const credential = begun?.options ? await makePasskey(begun.options) : null;
      if (credential === 'exists') setRefusal('exists');
      else if (credential) await register.run({ credential, name: null, deviceHint: deviceHint() });
    } catch {
      setRefusal('broken');
    } finally {
      setAsking(false);
    }
  };
  return { add, pending: asking || register.pending, start, register, refusal };
}
