import { useEffect, useRef } from 'react';
import type { LoginScreenQuery } from '@/generated/LoginScreen';
import { loadScript } from '@/lib/loadScript';

type BotCheck = NonNullable<NonNullable<LoginScreenQuery['screen']>['botCheck']>;

type Recaptcha = {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => PromiseLike<string>;
};
type Turnstile = {
  render: (
    element: HTMLElement,
    options: { sitekey: string; action: string; callback: (token: string) => void; 'error-callback': () => void },
  ) => string | null | undefined;
  remove: (widget: string) => void;
};

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
    turnstile?: Turnstile;
  }
}

/**
 * How long a check may take before the login goes on without its token, which the server
 * then refuses.
 */
const patience = 20_000;

function askRecaptcha({ siteKey }: BotCheck): Promise<string> {
  return new Promise((resolve, reject) => {
    const { grecaptcha } = window;
    if (!grecaptcha) throw new Error('the script defines nothing');
    grecaptcha.ready(() => grecaptcha.execute(siteKey, { action: 'login' }).then(resolve, reject));
  });
}

/** A token works once, so every try has a check of its own. */
function askTurnstile({ siteKey }: BotCheck, place: HTMLElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const { turnstile } = window;
    if (!turnstile) throw new Error('the script defines nothing');
    const widget = turnstile.render(place, {
      sitekey: siteKey,
      action: 'login',
      callback: (token) => {
        resolve(token);
        if (widget) turnstile.remove(widget);
      },
      'error-callback': () => reject(new Error('the check failed')),
    });
  });
}

/** The token that tells the server that no program asks; null when the check gave none. */
async function botToken(check: BotCheck, place: HTMLElement): Promise<string | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, patience, null);
  });
  const token = loadScript(check.scriptUrl).then(() =>
    check.provider === 'turnstile' ? askTurnstile(check, place) : askRecaptcha(check),
  );
  return Promise.race([token.catch(() => null), late]);
}

/**
 * The store's bot check: where its challenge appears, and how a form gets its token. Its script is
 * loaded when the member begins to type, or sends what the browser has filled in; without a check,
 * never.
 */
export function useBotCheck(check: BotCheck | null) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!check) return;
    const load = () => void loadScript(check.scriptUrl).catch(() => {});
    document.addEventListener('input', load, { once: true });
    return () => document.removeEventListener('input', load);
  }, [check]);
  const token = async () => (check && place.current ? botToken(check, place.current) : null);
  return { place, token };
}
