import { describe, expect, it, vi } from 'vitest';
import { cardScripts, playScripts, refusal } from '@/testing/payment';
import { cardToken, holderToken } from './cardTokens';
import { emptyCard } from './cardValues';
import { TokenError } from './tokenError';

const card = {
  ...emptyCard,
  ccNumber: '4111 1111 1111 1111',
  ccExpiry: '05/30',
  securityCode: '123',
  cardHolder: 'TARO JIRO KAIIN',
};

describe('what the scripts are asked', () => {
  it('X-063: the card goes to the script with the store’s merchant and service', async () => {
    const given = playScripts();
    expect(await cardToken(cardScripts, card)).toEqual({ token: 't', tokenKey: 'k' });
    expect(given.card).toEqual([
      {
        merchantId: '10001',
        serviceId: '001',
        ccNumber: '4111111111111111',
        ccExpiration: '203005',
        securityCode: '123',
      },
    ]);
  });

  it('the holder goes to the other one, with a way to reach them', async () => {
    const given = playScripts();
    expect(await holderToken(cardScripts, card)).toEqual({ tds2infoToken: 't3', tds2infoTokenKey: 'k3' });
    expect(given.holder).toEqual([
      {
        merchantId: '10001',
        serviceId: '001',
        billingLastName: 'KAIIN',
        billingFirstName: 'TARO JIRO',
        email: 'taro@example.jp',
      },
    ]);
  });
});

describe('what goes wrong', () => {
  const failure = (asking: Promise<unknown>) =>
    asking.then(
      () => null,
      (error: unknown) => error as TokenError,
    );

  it('a refusal keeps its code', async () => {
    playScripts({ card: refusal('04003') });
    expect(await failure(cardToken(cardScripts, card))).toMatchObject({ cause: 'invalid', field: 'ccNumber' });
  });

  it('a script that does not load is a failure of the system, and is tried again', async () => {
    const url = 'https://card.example/broken.js';
    const append = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      for (const node of nodes) queueMicrotask(() => (node as HTMLScriptElement).onerror?.(new Event('error')));
    });
    const scripts = { ...cardScripts, tokenScriptUrl: url };
    expect(await failure(cardToken(scripts, card))).toMatchObject({ cause: 'system' });
    expect(await failure(cardToken(scripts, card))).toMatchObject({ cause: 'system' });
    expect(append).toHaveBeenCalledTimes(2);
  });

  it('so is one that never answers', async () => {
    vi.useFakeTimers();
    playScripts();
    vi.stubGlobal('com_sbps_system', { generateToken: () => {} });
    const asking = failure(cardToken(cardScripts, card));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await asking).toMatchObject({ cause: 'system' });
    vi.useRealTimers();
  });
});

describe('error codes', () => {
  it.each([
    ['E-056 E-057 E-062', '03001', 'required', 'merchantId'],
    ['E-056 E-058 E-063', '04002', 'invalid', 'serviceId'],
    ['E-056 E-059 E-064', '07003', 'invalid', 'ccNumber'],
    ['E-056 E-060 E-065', '05004', 'length', 'ccExpiry'],
    ['E-056 E-061 E-066', '99005', 'system', 'securityCode'],
  ])('%s: %s is %s of %s', (_row, code, cause, field) => {
    expect(new TokenError('card', code)).toMatchObject({ cause, field });
  });

  it.each(['', '03', '030031', '42003', '03042'])('E-056 E-067: %s says too little', (code) => {
    const { cause, field } = new TokenError('card', code);
    expect(cause === null || field === null).toBe(true);
  });

  it('the 3-D Secure script numbers its fields for itself', () => {
    expect(new TokenError('holder', '07003')).toMatchObject({ cause: 'invalid', field: 'cardHolder' });
    expect(new TokenError('holder', '05004')).toMatchObject({ cause: 'length', field: 'cardHolder' });
  });
});
