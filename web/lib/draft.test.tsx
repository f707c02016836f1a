import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Router from 'next/router';
import { describe, expect, it, vi } from 'vitest';
import { renderView } from '@/testing/render';
import { CodeField } from '@/ui/CodeField';
import { Form } from '@/ui/Form';
import { PasswordField } from '@/ui/PasswordField';
import { RadioField } from '@/ui/RadioField';
import { TextField } from '@/ui/TextField';
import type { Draft } from './draft';
import { useForm } from './form';
import { forgetDrafts, forgetOldDrafts } from './keptDrafts';

const known = { name: '', note: 'old', sex: '', password: '', code: '', card: '' };

function Sheet({ draft, values }: { draft: Draft | undefined; values: typeof known }) {
  const form = useForm<typeof known>(null, values);
  return (
    <Form form={form} draft={draft} onSubmit={() => {}}>
      <TextField name="name" label="氏名" autoComplete="name" />
      <TextField name="note" label="メモ" autoComplete="off" />
      <RadioField
        name="sex"
        label="性別"
        options={[
          { value: '1', label: '男性' },
          { value: '2', label: '女性' },
        ]}
      />
      <PasswordField name="password" label="パスワード" autoComplete="new-password" />
      <CodeField name="code" label="コード" />
      <TextField name="card" label="カード" autoComplete="cc-number" />
    </Form>
  );
}

type Options = { draft?: Draft | null; values?: Partial<typeof known>; authId?: string | null };
const open = ({ draft = { name: 'sheet' }, values, authId = null }: Options = {}) =>
  renderView(<Sheet draft={draft ?? undefined} values={{ ...known, ...values }} />, { root: { authId } });
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

const fill = async () => {
  await userEvent.type(box('氏名'), '灯台 花子');
  await userEvent.type(box('メモ'), '!');
  await userEvent.click(screen.getByRole('radio', { name: '女性' }));
  await userEvent.type(box('パスワード'), 'open9sesame');
  await userEvent.click(screen.getByRole('button', { name: /パスワード/ })); // shown, it is a text
  await userEvent.type(box('パスワード'), '!');
  await userEvent.type(box('コード'), '12345');
  await userEvent.type(box('カード'), '4111');
};

/** Fills a form, and opens the page anew. */
const reload = async (first: Options = {}, second: Options = first) => {
  const { unmount } = open(first);
  await fill();
  unmount();
  open(second);
};

describe('what is typed into a form', () => {
  it('U-7 U-8: is there again after a reload, but for secrets', async () => {
    await reload();
    expect([box('氏名').value, box('メモ').value]).toEqual(['灯台 花子', 'old!']);
    expect((screen.getByRole('radio', { name: '女性' }) as HTMLInputElement).checked).toBe(true);
    expect([box('パスワード').value, box('コード').value, box('カード').value]).toEqual(['', '', '']);
    const kept = JSON.stringify({ ...sessionStorage });
    for (const secret of ['open9sesame', '12345', '4111']) expect(kept).not.toContain(secret);
  });

  it('goes with the next page where it is of somebody else or too old, whatever form that page has', async () => {
    const { unmount } = open({ draft: { name: 'sheet', isFlow: true } });
    await userEvent.type(box('氏名'), '灯台 花子');
    unmount();
    forgetOldDrafts(null);
    expect(sessionStorage).toHaveLength(1);
    forgetOldDrafts('a2');
    expect(sessionStorage).toHaveLength(0);
    open({ draft: { name: 'sheet', isFlow: true } });
    await userEvent.type(box('氏名'), '灯台 花子');
    vi.setSystemTime(Date.now() + 61 * 60_000);
    forgetOldDrafts(null);
    vi.useRealTimers();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is kept nowhere where the form does not ask for it', async () => {
    await reload({ draft: null });
    expect(box('氏名').value).toBe('');
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['another member', { authId: 'a1' }, { authId: 'a2' }],
    ['somebody who logged out', { authId: 'a1' }, { authId: null }],
    [
      'another address',
      { draft: { name: 'sheet', about: 'a@b.example' } },
      { draft: { name: 'sheet', about: 'c@d.example' } },
    ],
    ['values that have changed', {}, { values: { note: 'new' } }],
    ['another form', {}, { draft: { name: 'other' } }],
  ] as [string, Options, Options][])('is not shown to %s', async (_, first, second) => {
    await reload(first, second);
    expect(box('氏名').value).toBe('');
    expect(box('メモ').value).toBe(second.values?.note ?? 'old');
  });

  it('a consent is given anew', async () => {
    await reload({ draft: { name: 'sheet', except: ['sex'] } });
    expect(box('氏名').value).toBe('灯台 花子');
    expect((screen.getByRole('radio', { name: '女性' }) as HTMLInputElement).checked).toBe(false);
  });

  it('is over after an hour', async () => {
    const { unmount } = open();
    await fill();
    unmount();
    const later = Date.now() + 61 * 60 * 1000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    open();
    expect(box('氏名').value).toBe('');
    expect(sessionStorage).toHaveLength(0);
  });

  it('ends when another page of the site opens, but in a flow', async () => {
    open();
    open({ draft: { name: 'flow', isFlow: true } });
    const [plain, flow] = screen.getAllByLabelText('氏名') as [HTMLElement, HTMLElement];
    await userEvent.type(plain, 'a');
    await userEvent.type(flow, 'b');
    act(() => void Router.events.emit('routeChangeStart', '/plans'));
    expect(Object.keys(sessionStorage)).toEqual(['kaiin.draft.flow']);
    forgetDrafts();
    expect(sessionStorage).toHaveLength(0);
  });

  it('a field that was emptied stays empty', async () => {
    const { unmount } = open();
    await userEvent.clear(box('メモ'));
    unmount();
    open();
    expect(box('メモ').value).toBe('');
  });

  it('survives a storage that is broken or refused', async () => {
    sessionStorage.setItem('kaiin.draft.sheet', '{"values":');
    open();
    expect(box('メモ').value).toBe('old');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('quota');
    });
    await userEvent.type(box('氏名'), 'a');
    expect(box('氏名').value).toBe('a');
  });
});
