import { vi } from 'vitest';
import type { CardScripts } from '@/features/payment/cardTokens';

/** The provider's scripts for tests. */

export const cardScripts: CardScripts = {
  merchantId: '10001',
  serviceId: '001',
  tokenScriptUrl: 'https://card.example/com_sbps_system_token.js',
  tdsScriptUrl: 'https://card.example/com_sbps_system_tds2infotoken.js',
  contactEmail: 'taro@example.jp',
};

type Outcome<T> = { result: 'OK'; tokenResponse: T } | { result: 'NG'; errorCode: string };

const token: Outcome<{ token: string; tokenKey: string }> = {
  result: 'OK',
  tokenResponse: { token: 't', tokenKey: 'k' },
};
const tds: Outcome<{ tds2infoToken: string; tds2infoTokenKey: string }> = {
  result: 'OK',
  tokenResponse: { tds2infoToken: 't3', tds2infoTokenKey: 'k3' },
};

export const refusal = (errorCode: string) => ({ result: 'NG', errorCode }) as const;

/** Plays both scripts with their answers; returns the inputs they were given. */
export function playScripts({ card = token, holder = tds }: { card?: typeof token; holder?: typeof tds } = {}) {
  const given = { card: [] as Record<string, string>[], holder: [] as Record<string, string>[] };
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) (node as HTMLScriptElement).onload?.(new Event('load'));
  });
  const script = <T>(inputs: Record<string, string>[], outcome: T) => ({
    generateToken: (input: Record<string, string>, callback: (outcome: T) => void) => {
      inputs.push(input);
      callback(outcome);
    },
  });
  vi.stubGlobal('com_sbps_system', script(given.card, card));
  vi.stubGlobal('com_sbps_system_tds2', script(given.holder, holder));
  return given;
}
