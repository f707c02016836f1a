import { useQuery } from '@apollo/client/react';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { PurchaseVerifyDocument } from '@/generated/PurchaseVerify';
import { SessionsScreenDocument } from '@/generated/SessionsScreen';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { useRefetch } from './refetch';

const fine = { redirectTo: null, flowError: null };
const session = {
  sessionId: 's1',
  createdAt: '2026-01-04T15:04:05Z',
  lastSeenAt: '2026-01-04T16:04:05Z',
  loginMethod: 'Password',
  ip: '203.0.113.7',
  deviceInfo: null,
  browserInfo: null,
  country: null,
  current: true,
};

function Sessions({ onFailed }: { onFailed?: () => void }) {
  const { data } = useQuery(SessionsScreenDocument);
  const refetch = useRefetch(SessionsScreenDocument);
  return (
    <button type="button" onClick={() => void refetch().catch(onFailed)}>
      {data?.screen?.sessions.map(({ sessionId }) => sessionId).join() || 'none'}
    </button>
  );
}

const show = (onFailed?: () => void) =>
  renderView(<Sessions onFailed={onFailed} />, {
    document: SessionsScreenDocument,
    data: { screen: { ...fine, sessions: [session] } },
  });
const shown = () => screen.getByRole('button').textContent;
const press = () => userEvent.click(screen.getByRole('button'));

describe('the page’s own data', () => {
  it('X-004: is what came with the page, and nothing is asked for again', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const complained = vi.spyOn(console, 'error');
    show();
    expect(shown()).toBe('s1');
    await new Promise((done) => setTimeout(done, 50));
    expect(fetched).not.toHaveBeenCalled();
    expect(complained).not.toHaveBeenCalled();
  });

  it('is live: asking again changes the page, and leaves out what frames it', async () => {
    answer('SessionsScreen', { screen: { ...fine, sessions: [] } });
    show();
    await press();
    await waitFor(() => expect(shown()).toBe('none'));
    expect(asked('SessionsScreen')).toEqual([{ root: false }]);
  });

  it('asked anew, it follows redirectTo and keeps what it showed', async () => {
    answer('SessionsScreen', { screen: { ...fine, redirectTo: '/login/confirm', sessions: [] } });
    show();
    await press();
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/login/confirm'));
    expect(shown()).toBe('s1');
  });

  it('asked anew, it opens the dialog of a flow error', async () => {
    const flowError = { redirectTo: '/mypage', message: '時間切れです。' };
    answer('SessionsScreen', { screen: { ...fine, flowError, sessions: [session] } });
    show();
    await press();
    expect((await screen.findByRole('dialog', { name: 'Error' })).textContent).toContain('時間切れです。');
    await userEvent.click(screen.getByRole('button', { name: '最初からやり直す' }));
  });

  it('an answer that comes when the page was left does nothing', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const gone = { __typename: 'SessionsScreen', redirectTo: '/login/confirm', flowError: null, sessions: [] };
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      await held;
      return new Response(JSON.stringify({ data: { screen: gone } }));
    });
    const { unmount } = show(() => {});
    await press();
    unmount();
    await act(async () => release());
    expect(router.replace).not.toHaveBeenCalled();
  });

  it('asked anew in vain, it rejects and keeps what it showed', async () => {
    answerError('SessionsScreen', 'UNAUTHENTICATED', '', { redirectTo: '/login' });
    const told = vi.fn();
    show(told);
    await press();
    await waitFor(() => expect(told).toHaveBeenCalledOnce());
    expect(shown()).toBe('s1');
  });
});

describe('documents', () => {
  it('carry their hash and no fragments', () => {
    for (const document of [SessionsScreenDocument, PurchaseFormScreenDocument, PurchaseVerifyDocument]) {
      expect(document.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(document)).not.toContain('Fragment');
    }
  });
});
