import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { PurchaseVerifyDocument } from '@/generated/PurchaseVerify';
import { RootScreenDocument } from '@/generated/RootScreen';
import { answer, asked } from '@/testing/api';
import { renderView, rootFor } from '@/testing/render';
import { usePageQuery } from './apollo';

function Name() {
  const { root, refetch } = usePageQuery(RootScreenDocument);
  return (
    <button type="button" onClick={() => void refetch()}>
      {root?.storeSettingData.serviceName}
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
