import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { StartPasskeyDocument } from '@/generated/StartPasskey';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { device, useHasPasskeys } from '@/lib/passkeys';
import { useFirstTouch } from '@/lib/touch';
import { useLoginFlow } from './flow';

type Use = 'LOGIN' | 'SECOND_FACTOR' | 'CONFIRM';

/** A challenge is valid for five minutes: one that only waits to be filled in is asked for anew before. */
const anew = 4 * 60_000;

/**
 * Asks the device for a passkey when the member presses a button, and has it proved by `prove`. With
 * `fillIn` the browser also offers passkeys where it fills in the address, from the first touch on.
 */
export function usePasskey(use: Use, prove: (credential: string) => Promise<unknown>, { fillIn = false } = {}) {
  const { t } = useTranslation('login');
  const { oidc } = useLoginFlow();
  const can = useHasPasskeys();
  const start = useAction(StartPasskeyDocument, undefined, { failure: { says: t('passkey.failed') } });
  const offer = useAction(StartPasskeyDocument); // beside it, and what fails of it is not told
  const [asking, setAsking] = useState(false);
  const [broken, setBroken] = useState(false);
  const waiting = useRef<AbortController | null>(null);
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Ends what was asked before: a browser asks for one passkey at a time. */
  const turn = (): AbortController => {
    waiting.current?.abort();
    clearTimeout(renewal.current);
    waiting.current = new AbortController();
    return waiting.current;
  };

  const fill = async () => {
    const { askForPasskey, canFillIn } = await device();
    if (!(await canFillIn())) return;
    const mine = turn();
    const begun = await offer.run({ use, oidc });
    if (!begun?.options || mine.signal.aborted) return;
    renewal.current = setTimeout(() => void fill().catch(() => undefined), anew);
    const credential = await askForPasskey(begun.options, { signal: mine.signal, fillIn: true });
    if (!credential) return;
    await prove(credential);
    await fill(); // after a refusal; a login has left the page
  };

  const ask = async () => {
    setAsking(true);
    setBroken(false);
    try {
      const { askForPasskey } = await device();
      const mine = turn();
      const begun = await start.run({ use, oidc });
      const credential = begun?.options && (await askForPasskey(begun.options, mine));
      if (credential) await prove(credential);
      else if (fillIn && begun) void fill().catch(() => undefined);
    } catch {
      setBroken(true);
    } finally {
      setAsking(false);
    }
  };

  useFirstTouch(() => {
    if (fillIn && can) void fill().catch(() => undefined);
  });
  const leave = useEffectEvent(() => turn().abort());
  useEffect(() => () => leave(), []);
  return { can, ask, asking, start, broken };
}
