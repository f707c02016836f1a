import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { WithdrawStopScreenDocument } from '@/generated/WithdrawStopScreen';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { WithdrawStopView } from './WithdrawStopView';

const page = {
  redirectTo: null,
  flowError: null,
  endsAt: '2026-05-18T03:00:00Z' as string | null,
  isStopped: false as boolean | null,
};

const show = (changes: Partial<typeof page> = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<WithdrawStopView />, {
    document: WithdrawStopScreenDocument,
    data: { screen: { ...page, ...changes } },
    variables: { token: 'the-token' },
    address: '/withdraw/stop?token=the-token',
    locale,
  });

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('the link that stops a withdrawal', () => {
  it('says when the membership ends, and acts only when pressed', async () => {
    answer('StopWithdrawal', { result: { redirectTo: null, flowError: null, userErrors: [] } });
    answer('WithdrawStopScreen', { screen: { ...page, isStopped: true } });
    show();
    expect(title()).toBe('退会の中止');
    expect(screen.getByText(/^退会のお申し出を承っています。2026\/5\/18/)).toBeTruthy();
    expect(asked('StopWithdrawal')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '退会を中止する' }));
    expect(await screen.findByText('退会を中止しました')).toBeTruthy();
    expect(asked('StopWithdrawal')).toEqual([{ token: 'the-token' }]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['ja', 'ログインする'],
    ['en', 'Log in'],
  ] as const)('leads on where it is stopped already (%s)', (locale, name) => {
    show({ isStopped: true }, locale);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/login');
  });

  it('shows nothing where the link does not work', () => {
    show({ endsAt: null, isStopped: null });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });
});
