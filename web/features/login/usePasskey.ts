import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { StartPasskeyDocument } from '@/generated/StartPasskey';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { device, useHasPasskeys } from '@/lib/passkeys';
import { useFirstTouch } from '@/lib/touch';
import { useLoginFlow } from './flow';

type Use = 'LOGIN' | 'SECOND_FACTOR' | 'CONFIRM';

/** A challenge is valid for five minutes: one that waits to be filled in is replaced before. */
const anew = 4 * 60_000;

/**
 * What asks for a challenge just now. It may begin a session, whose cookie must not come after that
 * of a login: any other way to log in waits for it.
 */
export type Starting = RefObject<Promise<unknown> | null>;

/**
 * Asks the device for a passkey when the member presses a button, and has it proved by `prove`.
 * With `fillIn` the browser also offers passkeys where it fills in the address, from the first
 * touch on.
 */
export function usePasskey(
  use: Use,
  prove: (credential: string) => Promise<unknown>,
  { fillIn = false, starting }: { fillIn?: boolean; starting?: Starting } = {},
) {
  const { t } = useTranslation('login');
  const { oidc } = useLoginFlow();
  const can = useHasPasskeys();
  const start = useAction(StartPasskeyDocument, undefined, { failure: { says: t('passkey.failed') } });
  const offer = useAction(StartPasskeyDocument); // beside it, and what fails of it is not told
  const [asking, setAsking] = useState(false);
  const [broken, setBroken] = useState(false);
  const waiting = useRef<AbortController | null>(null);
  const pressed = useRef(false);
  const gone = useRef(false);
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
    if (!(await canFillIn()) || pressed.current || gone.current) return;
    const mine = turn();
    const running = offer.run({ use, oidc });
    if (starting) starting.current = running;
    const begun = await running;
    if (!begun?.options || mine.signal.aborted) return;
    renewal.current = setTimeout(() => void fill().catch(() => undefined), anew);
    const credential = await askForPasskey(begun.options, { signal: mine.signal, fillIn: true });
    if (credential) await prove(credential);
  };

  const ask = async () => {
    pressed.current = true;
    setAsking(true);
    setBroken(false);
    let proved: unknown;
    try {
      const { askForPasskey } = await device();
      const mine = turn();
      const begun = await start.run({ use, oidc });
      const credential = begun?.options && (await askForPasskey(begun.options, mine));
      if (credential) proved = await prove(credential);
    } catch {
      setBroken(true);
    } finally {
      pressed.current = false;
      setAsking(false);
    }
    if (fillIn && !proved) void fill().catch(() => undefined);
  };

  useFirstTouch(() => {
    if (fillIn && can) void fill().catch(() => undefined);
  });
  const leave = useEffectEvent(() => turn().abort());
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      leave();
    };
  }, []);
  return { can, ask, asking, start, broken };
}
