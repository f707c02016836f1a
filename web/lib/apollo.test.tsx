import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { PurchaseVerifyDocument } from '@/generated/PurchaseVerify';
import { RootScreenDocument } from '@/generated/RootScreen';
import { SessionsScreenDocument } from '@/generated/SessionsScreen';
import { answer, answerError, asked } from '@/testing/api';
import { renderView, rootFor } from '@/testing/render';
import { router } from '@/testing/router';
import { usePageQuery } from './apollo';

function Name() {
  const { root, refetch } = usePageQuery(RootScreenDocument);
  return (
    <button type="button" onClick={() => void refetch()}>
      {root?.storeSettingData.serviceName}
    </button>
  );
}

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
  const { root, screen, refetch } = usePageQuery(SessionsScreenDocument);
  return (
    <button type="button" onClick={() => void refetch().catch(onFailed)}>
      {`${screen?.sessions.map(({ sessionId }) => sessionId).join()} ${root?.locale}`}
    </button>
  );
}

describe('the page’s own query', () => {
  it('X-004: takes the data that came with the page and asks for nothing again', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const complained = vi.spyOn(console, 'error');
    renderView(<Name />, { document: RootScreenDocument, storeSettingData: { serviceName: 'Kaiin Cinema' } });
    expect(screen.getByRole('button').textContent).toBe('Kaiin Cinema');
    await new Promise((done) => setTimeout(done, 50));
    expect(fetched).not.toHaveBeenCalled();
    expect(complained).not.toHaveBeenCalled();
  });

  it('is a live query: asking again changes the page', async () => {
    answer('RootScreen', { root: rootFor({ storeSettingData: { serviceName: 'Neu' } }) });
    renderView(<Name />, { document: RootScreenDocument, storeSettingData: { serviceName: 'Kaiin Cinema' } });
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(screen.getByRole('button').textContent).toBe('Neu'));
    expect(asked('RootScreen')).toHaveLength(1);
  });

  it('never asks for what frames the page: root and header come with the page alone', async () => {
    answer('SessionsScreen', { screen: { ...fine, sessions: [] } });
    renderView(<Sessions />, { document: SessionsScreenDocument, data: { screen: { ...fine, sessions: [session] } } });
    expect(screen.getByRole('button').textContent).toBe('s1 ja');
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(screen.getByRole('button').textContent).toBe(' ja'));
    expect(asked('SessionsScreen')).toEqual([{ root: false }]);
  });

  it('asked anew, it follows redirectTo and keeps what it showed', async () => {
    answer('SessionsScreen', { screen: { ...fine, redirectTo: '/login/confirm', sessions: [] } });
    renderView(<Sessions />, { document: SessionsScreenDocument, data: { screen: { ...fine, sessions: [session] } } });
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/login/confirm'));
    expect(screen.getByRole('button').textContent).toBe('s1 ja');
  });

  it('asked anew, it opens the dialog of a flow error', async () => {
    const flowError = { redirectTo: '/mypage', message: '時間切れです。' };
    answer('SessionsScreen', { screen: { ...fine, flowError, sessions: [session] } });
    renderView(<Sessions />, { document: SessionsScreenDocument, data: { screen: { ...fine, sessions: [session] } } });
    await userEvent.click(screen.getByRole('button'));
    expect((await screen.findByRole('dialog', { name: 'Error' })).textContent).toContain('時間切れです。');
    await userEvent.click(screen.getByRole('button', { name: '最初からやり直す' }));
  });

  it('asked anew in vain, it rejects and keeps what it showed', async () => {
    answerError('SessionsScreen', 'UNAUTHENTICATED', '', { redirectTo: '/login' });
    const told = vi.fn();
    renderView(<Sessions onFailed={told} />, {
      document: SessionsScreenDocument,
      data: { screen: { ...fine, sessions: [session] } },
    });
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(told).toHaveBeenCalledOnce());
    expect(screen.getByRole('button').textContent).toBe('s1 ja');
  });

  it('shows nothing of the member before: another authId has its own cache', () => {
    const shown = (serviceName: string, authId: string) =>
      renderView(<Name />, { document: RootScreenDocument, root: { authId }, storeSettingData: { serviceName } });
    shown('A', 'a').unmount();
    shown('B', 'b');
    expect(screen.getByRole('button').textContent).toBe('B');
  });
});

describe('documents', () => {
  it('carry their hash and no fragments, which the cache could not match', () => {
    for (const document of [RootScreenDocument, PurchaseFormScreenDocument, PurchaseVerifyDocument]) {
      expect(document.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(document)).not.toContain('Fragment');
    }
  });
});
