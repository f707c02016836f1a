import { InMemoryCache } from '@apollo/client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PasskeysScreenDocument } from '@/generated/PasskeysScreen';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { mayOffer, offered } from './offered';
import { PasskeyOffer } from './PasskeyOffer';
import { PasskeysView } from './PasskeysView';
import { keepPasskeys } from './useNewPasskey';
import './schema'; // else the first check of the first test waits for it

const { make, canKeep } = vi.hoisted(() => ({ make: vi.fn(), canKeep: vi.fn() }));
vi.mock('@/lib/webauthn', () => ({ makePasskey: make, canKeep }));

const fine = { redirectTo: null, flowError: null, userErrors: [] };
const phone = { passkeyId: 'k1', name: 'iPhone', createdAt: '2026-01-05T00:00:00Z', lastUsedAt: null };
const mac = { passkeyId: 'k2', name: 'Mac', createdAt: '2026-01-06T00:00:00Z', lastUsedAt: '2026-01-07T00:00:00Z' };

const show = (passkeys = [phone, mac], locale: 'ja' | 'en' = 'ja') =>
  renderView(<PasskeysView />, {
    document: PasskeysScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, passkeys, most: 10, isFresh: true } },
    address: '/mypage/passkeys',
    locale,
  });

beforeEach(() => {
  localStorage.clear();
  make.mockReset().mockResolvedValue('{"id":"k"}');
  canKeep.mockReset().mockResolvedValue(true);
  vi.stubGlobal('PublicKeyCredential', class {});
  answer('StartPasskeyRegistration', { result: { ...fine, options: '{}' } });
});

describe('the passkeys of a member', () => {
  it.each([
    ['ja', 'まだ使用していません', 'パスキーを登録する'],
    ['en', 'Not used yet', 'Register a passkey'],
  ] as const)('are listed with what is known of them, in %s', (locale, never, add) => {
    show([phone, mac], locale);
    const [first, second] = screen.getAllByRole('listitem');
    expect(within(first as HTMLElement).getByText(never)).toBeTruthy();
    expect(within(second as HTMLElement).queryByText(never)).toBeNull();
    expect(screen.getByRole('button', { name: add })).toBeTruthy();
  });

  it('tells when each was made in the words of its language', () => {
    show([phone], 'en');
    expect(screen.getByText('Jan 5, 2026 09:00')).toBeTruthy();
  });

  it('counts for My Page, too', () => {
    const cache = new InMemoryCache();
    const of = (): unknown => cache.extract().ROOT_QUERY?.mypageScreen;
    cache.restore({
      ROOT_QUERY: { __typename: 'Query', mypageScreen: { __typename: 'MypageScreen', passkeyCount: 0 } },
    });
    keepPasskeys(cache, { passkeys: [phone, mac] });
    expect(of()).toMatchObject({ passkeyCount: 2 });
    keepPasskeys(cache, { passkeys: null });
    expect(of()).toMatchObject({ passkeyCount: 2 });
  });

  it('one is registered, and the list has it', async () => {
    answer('RegisterPasskey', { result: { ...fine, passkeys: [phone] } });
    show([]);
    expect(screen.getByText('登録されているパスキーはありません。')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'パスキーを登録する' }));
    expect(await screen.findByRole('heading', { name: 'iPhone' })).toBeTruthy();
    expect(asked('RegisterPasskey')).toEqual([{ credential: '{"id":"k"}', name: null, deviceHint: null }]);
  });

  it.each([
    ['has one already', () => make.mockResolvedValue('exists'), 'この端末のパスキーはすでに登録されています。'],
    ['fails', () => make.mockRejectedValue(new Error()), 'パスキーを登録できませんでした。'],
    ['is told so by the server', () => answerError('RegisterPasskey', 'TOO_MANY_PASSKEYS', '10個まで'), '10個まで'],
  ])('a device that %s is told', async (_, arrange, words) => {
    arrange();
    show();
    await userEvent.click(screen.getByRole('button', { name: 'パスキーを登録する' }));
    expect((await findAlert()).textContent).toContain(words);
  });

  it('none is registered where the browser has none, or there are ten', () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    const { unmount } = show();
    expect(screen.queryByRole('button', { name: 'パスキーを登録する' })).toBeNull();
    expect(screen.getByText('このブラウザではパスキーを登録できません。')).toBeTruthy();
    unmount();
    vi.stubGlobal('PublicKeyCredential', class {});
    show(Array.from({ length: 10 }, (_, i) => ({ ...phone, passkeyId: `k${i}` })));
    expect(screen.queryByRole('button', { name: 'パスキーを登録する' })).toBeNull();
    expect(screen.getByText(/10個まで登録できます/)).toBeTruthy();
  });

  it('one gets another name; an empty one is refused on the field', async () => {
    answer('RenamePasskey', { result: { ...fine, passkeys: [{ ...phone, name: '電話' }, mac] } });
    show();
    await userEvent.click(screen.getAllByRole('button', { name: '名前を変更する' })[0] as HTMLElement);
    const field = screen.getByLabelText(/パスキーの名前/);
    expect(document.activeElement).toBe(field);
    await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }));
    const [again] = screen.getAllByRole('button', { name: '名前を変更する', description: 'iPhone' });
    expect(document.activeElement).toBe(again);
    await userEvent.click(again as HTMLElement);
    await userEvent.clear(screen.getByLabelText(/パスキーの名前/));
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findByText('パスキーの名前を入力してください。')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/パスキーの名前/), '電話');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findByRole('heading', { name: '電話' })).toBeTruthy();
    expect(asked('RenamePasskey')).toEqual([{ passkeyId: 'k1', name: '電話' }]);
  });

  it('one is deleted after a question that names it', async () => {
    answer('DeletePasskey', { result: { ...fine, passkeys: [mac] } });
    show();
    await userEvent.click(screen.getAllByRole('button', { name: '削除する' })[0] as HTMLElement);
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('iPhone')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: '削除する' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'iPhone' })).toBeNull());
    expect(asked('DeletePasskey')).toEqual([{ passkeyId: 'k1' }]);
  });
});

describe('the offer of a passkey', () => {
  const offer = () => renderView(<PasskeyOffer />, {});
  const title = '次回から、もっと簡単にログインできます';

  it('is made where the device can keep one, and not again once it is declined', async () => {
    const { unmount } = offer();
    expect(await screen.findByText(title)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '今はしない' }));
    expect(screen.queryByText(title)).toBeNull();
    unmount();
    offer();
    await Promise.resolve();
    expect(screen.queryByText(title)).toBeNull();
    expect(canKeep).toHaveBeenCalledTimes(1);
  });

  it('is not made where the device cannot', async () => {
    canKeep.mockResolvedValue(false);
    offer();
    await waitFor(() => expect(canKeep).toHaveBeenCalled());
    expect(screen.queryByText(title)).toBeNull();
    expect(mayOffer()).toBe(true);
  });

  it('goes once the passkey is there', async () => {
    answer('RegisterPasskey', { result: { ...fine, passkeys: [phone] } });
    offer();
    await userEvent.click(await screen.findByRole('button', { name: 'パスキーを登録する' }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  });

  it('is made once in 30 days', () => {
    const day = 24 * 60 * 60_000;
    expect(mayOffer(day)).toBe(true);
    offered('', day);
    expect(mayOffer(day + 60_000)).toBe(true); // the same login
    expect(mayOffer(day + 16 * 60_000)).toBe(false);
    offered('declined', day + 60_000);
    expect(mayOffer(day + 60_000)).toBe(false);
    expect(mayOffer(30 * day)).toBe(false);
    expect(mayOffer(31 * day)).toBe(true);
  });
});
