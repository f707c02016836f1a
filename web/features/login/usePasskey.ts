import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { StartPasskeyDocument } from '@/generated/StartPasskey';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { device, useHasPasskeys } from '@/lib/passkeys';
import { useFirstTouch } from '@/lib/touch';
import { useLoginFlow } from './flow';

type Use = 'LOGIN' | 'SECOND_FACTOR' | 'CONFIRM';

/** A challenge is valid for five minutes: one that waits to be filled in is replaced before. */
const anew = 4 * 60_000;

/** How many challenges a page asks for by itself: each counts for the visitor's network. */
const most = 6;

/**
 * Asks the device for a passkey when the member presses a button, and has it proved by `prove`.
 * With `fillIn` the browser also offers passkeys where it fills in the address, from the first
 * touch on.
 */
export function usePasskey(
  use: Use,
  prove: (credential: string) => Promise<unknown>,
  { fillIn = false }: { fillIn?: boolean } = {},
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
  const asked = useRef(0);
  const running = useRef<Promise<unknown> | null>(null); // what asks for a challenge just now

  /** Ends what was asked before: a browser asks for one passkey at a time. */
  const turn = (): AbortController => {
    waiting.current?.abort();
    clearTimeout(renewal.current);
    waiting.current = new AbortController();
    return waiting.current;
  };

  const fill = async (): Promise<void> => {
    const { askForPasskey, canFillIn } = await device();
    if (!(await canFillIn()) || pressed.current || gone.current || asked.current >= most) return;
    asked.current += 1;
    const mine = turn();
    const starting = offer.run({ use, oidc });
    running.current = starting;
    const begun = await starting;
    if (!begun?.options || mine.signal.aborted) return;
    renewal.current = setTimeout(() => renew(mine.signal), anew);
    const credential = await askForPasskey(begun.options, { signal: mine.signal, fillIn: true });
    if (mine.signal.aborted) return;
    clearTimeout(renewal.current); // the dialog of a running proof must not be broken off
    const proved = credential && (await prove(credential));
    if (!proved) await fill();
  };

  /** Asks for another challenge, where somebody looks at the page and does nothing else with it. */
  const renew = (signal: AbortSignal) => {
    if (signal.aborted) return;
    if (document.hidden) document.addEventListener('visibilitychange', () => renew(signal), { once: true, signal });
    else void fill().catch(() => undefined);
  };

  const ask = async () => {
    pressed.current = true;
    setAsking(true);
    setBroken(false);
    let proved: unknown;
    try {
      const { askForPasskey } = await device();
      const mine = turn();
      await running.current; // of several challenges at once the browser may keep the cookie of one
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
