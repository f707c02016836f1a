import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { useForm } from '@/lib/form';
import { required } from '@/lib/rules';
import { toast } from '@/lib/toast';
import { errorSummary } from '@/testing/refusal';
import { renderView } from '@/testing/render';
import { Form, SubmitButton } from './Form';
import { TextField } from './TextField';

// The script of what a page shows once it is touched does not come, until the network is up.
const network = vi.hoisted(() => ({ isUp: false, tries: 0 }));
vi.mock('./touched', async (load) => {
  const then = (_: unknown, fail: (error: Error) => void) => {
    network.tries++;
    fail(new Error('the chunk did not load'));
  };
  return Object.defineProperty({ ...(await load<object>()) }, 'then', { get: () => (network.isUp ? undefined : then) });
});

const schema = z.object({ a: required(z.string()), b: required(z.string()), c: required(z.string()) });

function Sheet() {
  const form = useForm(schema, { a: '', b: '', c: '' });
  return (
    <Form form={form} onSubmit={() => {}}>
      <TextField name="a" label="甲" autoComplete="off" />
      <TextField name="b" label="乙" autoComplete="off" />
      <TextField name="c" label="丙" autoComplete="off" />
      <SubmitButton>送信</SubmitButton>
    </Form>
  );
}

const field = (name: string) => screen.getByLabelText(name);
const send = () => userEvent.click(screen.getByRole('button', { name: '送信' }));

describe('without what comes with the first touch', () => {
  it('a form that is refused leads to its first wrong field, each time', async () => {
    renderView(<Sheet />);
    await send();
    await waitFor(() => expect(document.activeElement).toBe(field('甲')));
    await userEvent.type(field('甲'), 'x');
    await send();
    await waitFor(() => expect(document.activeElement).toBe(field('乙')));
  });

  it('a toast of a failure can be closed', async () => {
    renderView(null);
    await act(async () => toast.error('変更できませんでした。'));
    await userEvent.click(screen.getByRole('button', { name: '閉じる' }));
    expect(screen.queryByText('変更できませんでした。')).toBeNull();
  });

  it('it is tried again at each touch and when the network is back; then all is as usual, and where it was', async () => {
    renderView(<Sheet />);
    await send();
    await waitFor(() => expect(document.activeElement).toBe(field('甲')));
    await act(async () => toast.error('変更できませんでした。'));
    const close = screen.getByRole('button', { name: '閉じる' });
    const words = screen.getByText('変更できませんでした。').firstChild;
    const before = network.tries;
    await act(async () => fireEvent.pointerDown(document.body));
    await waitFor(() => expect(network.tries).toBeGreaterThan(before));

    network.isUp = true;
    await act(async () => fireEvent(window, new Event('online')));
    await waitFor(() => expect(errorSummary()).toBeTruthy());
    await waitFor(() => expect(document.querySelector('form > [aria-live]')?.textContent).toMatch(/^エラー: .*甲/));
    expect(document.activeElement, 'the member is there').toBe(field('甲'));
    expect(screen.getByRole('button', { name: '閉じる' })).toBe(close);
    expect(close.querySelector('svg')).toBeTruthy();
    expect(screen.getByText('変更できませんでした。').firstChild, 'it is not announced twice').toBe(words);

    await send();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await act(async () => fireEvent.keyDown(document, { key: 'Escape' }));
    expect(screen.queryByText('変更できませんでした。')).toBeNull();
  });
});
