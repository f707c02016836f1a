import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ConnectionScreenDocument } from '@/generated/ConnectionScreen';
import { findAlert } from '@/testing/alerts';
import { answerError, asked } from '@/testing/api';
import { modalDialogs } from '@/testing/dialogs';
import { renderView } from '@/testing/render';
import { ConnectionView } from './ConnectionView';

const client = {
  client_name: 'Todaiza TV',
  client_name_ja: null,
  logo_uri: null,
  description: null,
  provider_name: null,
};
const accountGrant = {
  grantId: 'g-1',
  clientId: 'todaiza-tv',
  issuedAt: '2026-01-04T15:04:05Z',
  lastUsedAt: null,
  client,
  authorizedScopes: [],
};

describe('an app that cannot be disconnected', () => {
  it.each([
    ['ja', '連携を解除する', '解除する', '連携を解除できませんでした。時間をおいてもう一度お試しください。'],
    ['en', 'Disconnect', 'Disconnect', 'The app could not be disconnected. Please try again later.'],
  ] as const)('is told where the question is closed, and in the log (%s)', async (locale, open, release, words) => {
    modalDialogs();
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    answerError('RevokeGrant', 'INTERNAL');
    renderView(<ConnectionView />, {
      document: ConnectionScreenDocument,
      data: { screen: { redirectTo: null, flowError: null, oidcProviderName: '灯台座', accountGrant } },
      variables: { clientId: 'todaiza-tv' },
      locale,
    });
    await userEvent.click(screen.getByRole('button', { name: open }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: release }));
    expect((await findAlert()).textContent).toBe(words);
    await waitFor(async () => expect(document.activeElement).toBe(await findAlert()));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(log).toHaveBeenCalledWith('the app could not be disconnected', 'INTERNAL');
    expect(asked('RevokeGrant')).toHaveLength(1);
  });
});
