import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import initHeadManager from 'next/dist/client/head-manager';
import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime';
import Head from 'next/head';
import { type ReactNode, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { useFormContext } from 'react-hook-form';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { PinBoxes } from '@/features/pin/PinBoxes';
import { useForm } from '@/lib/form';
import type { Locale } from '@/lib/locale';
import { fields, optional, required } from '@/lib/rules';
import { sharedInstance } from '@/lib/server/texts';
import { errorSummary, fieldError, listed } from '@/testing/refusal';
import { renderView } from '@/testing/render';
import { DateField } from './DateField';
import { Form, SubmitButton } from './Form';
import { RadioField } from './RadioField';
import { SelectField } from './SelectField';
import { TextField } from './TextField';

type Values = Record<string, string>;
type Refuse = (values: Values, form: ReturnType<typeof useForm<Values>>) => unknown;

function Sheet({ schema, onSubmit, children }: { schema: object; onSubmit?: Refuse; children: ReactNode }) {
  const form = useForm(schema as z.ZodMiniType<Values, Values>, {});
  return (
    <Form form={form} onSubmit={(values) => onSubmit?.(values, form)}>
      {children}
      <SubmitButton>送信</SubmitButton>
    </Form>
  );
}

const options = [
  { value: 'a', label: '甲' },
  { value: 'b', label: '乙' },
];
const chosen = z.string().check(z.refine((value) => value !== '', 'INVALID_CHOICE'));

const four = {
  schema: z.object({
    familyName: required(z.string()),
    way: z.nullish(chosen),
    birthday: required(fields.birthday),
    prefecture: required(fields.prefecture),
  }),
  children: (
    <>
      <TextField name="familyName" label="姓" autoComplete="family-name" />
      <RadioField name="way" label="連絡方法" options={options} />
      <DateField name="birthday" label="生年月日" />
      <SelectField name="prefecture" label="都道府県" options={options} placeholder="選択" />
    </>
  ),
};

const boxes = ['', '', '', '', '', '', '', ''];

function Pin() {
  const form = useForm(null, { pin: boxes, a: '', b: '' });
  const refuse = () => form.setError('pin', { type: 'MISMATCH' });
  return (
    <Form form={form} ns="pin" onSubmit={refuse}>
      <PinBoxes name="pin" />
      <TextField name="a" label="甲" autoComplete="off" />
      <TextField name="b" label="乙" autoComplete="off" />
      <SubmitButton>送信</SubmitButton>
    </Form>
  );
}

/** Further fields come with the first choice. */
function Chosen() {
  const form = useForm<{ way: string; a: { name: string; kana: string; town: string }; b: string }>(null, {
    way: 'a',
    a: { name: '', kana: '', town: '' },
    b: '',
  });
  const refuse = () => {
    for (const name of ['a.name', 'a.kana', 'a.town', 'b'] as const) form.setError(name, { type: 'REQUIRED' });
  };
  return (
    <Form form={form} onSubmit={refuse}>
      <RadioField name="way" label="連絡方法" options={options} />
      {form.watch('way') === 'a' && (
        <>
          <TextField name="a.name" label="姓" autoComplete="off" />
          <TextField name="a.kana" label="セイ" autoComplete="off" />
          <TextField name="a.town" label="町" autoComplete="off" />
        </>
      )}
      <TextField name="b" label="丙" autoComplete="off" />
      <SubmitButton>送信</SubmitButton>
    </Form>
  );
}

/** The first field is judged when it is left. */
function Late() {
  const { setError, clearErrors } = useFormContext();
  const judge = (value: string) =>
    value === 'x' ? setError('a', { type: 'server', message: '甲が違います。' }) : clearErrors('a');
  return (
    <>
      <TextField name="a" label="甲" autoComplete="off" onLeave={judge} />
      <TextField name="b" label="乙" autoComplete="off" />
    </>
  );
}

/** A page with its title, as Next keeps it. */
function Page({ children }: { children: ReactNode }) {
  const [head] = useState(initHeadManager);
  return (
    <HeadManagerContext value={head}>
      <Head>
        <title key="title">会員登録 | 灯台座</title>
      </Head>
      {children}
    </HeadManagerContext>
  );
}

const send = () => userEvent.click(screen.getByRole('button', { name: '送信' }));
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const link = (name: string) => screen.getByRole('link', { name });
/** The region of the form that is not seen. */
const said = () => document.querySelector('form > [aria-live]')?.textContent;

describe('a form of more than two fields that is refused', () => {
  it('lists what is wrong above its fields, takes the focus there, and links lead to every kind of field', async () => {
    renderView(<Sheet {...four} />);
    await send();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    expect(screen.getByRole('heading', { name: '入力内容に誤りがあります。4か所をご確認ください。' })).toBeTruthy();
    expect(listed()).toEqual([
      '姓を入力してください。',
      '「連絡方法」の選択肢から選択してください。',
      '生年月日を入力してください。',
      '都道府県を選択してください。',
    ]);
    for (const [words, label] of [
      ['「連絡方法」の選択肢から選択してください。', '甲'],
      ['生年月日を入力してください。', '生年月日'],
      ['都道府県を選択してください。', '都道府県'],
      ['姓を入力してください。', '姓'],
    ] as const) {
      await userEvent.click(link(words));
      expect(document.activeElement).toBe(box(label));
    }
    expect(said(), 'the list is read with the focus').toBe('');
  });

  it('in English too', async () => {
    renderView(<Sheet {...four} />, { locale: 'en' });
    await send();
    await screen.findByRole('heading', { name: 'Some entries need your attention. Places to check: 4.' });
    expect(listed()).toContain('Please enter your family name.');
  });

  it('lists the boxes of a PIN by their first one', async () => {
    renderView(<Pin />);
    await send();
    await userEvent.click(await screen.findByRole('link', { name: '確認用PINコードが一致しません。' }));
    expect(document.activeElement).toBe(document.querySelector('fieldset input'));
  });

  it('names the field where the words of the server do not', async () => {
    const onSubmit: Refuse = (_, form) => {
      form.setError('familyName', { type: 'server', message: '形式が正しくありません。' });
      form.setError('way', { type: 'server', message: '選択してください。' });
      form.setError('birthday', { type: 'server', message: '生年月日が違います。' });
    };
    renderView(<Sheet {...four} schema={z.object({})} onSubmit={onSubmit} />);
    await send();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    expect(listed()).toEqual(['姓：形式が正しくありません。', '連絡方法：選択してください。', '生年月日が違います。']);
  });

  it('names no field twice, in whatever case the words do', async () => {
    const onSubmit: Refuse = (_, form) => {
      form.setError('a', { type: 'server', message: 'Your present password is incorrect.' });
    };
    const children = ['a', 'b', 'c'].map((name) => (
      <TextField key={name} name={name} label={name === 'a' ? 'Present password' : name} autoComplete="off" />
    ));
    renderView(
      <Sheet schema={z.object({})} onSubmit={onSubmit}>
        {children}
      </Sheet>,
    );
    await send();
    await waitFor(() => expect(listed()).toEqual(['Your present password is incorrect.']));
  });

  it('goes when the form is sent well, and counts anew when it is not', async () => {
    const onSubmit = vi.fn();
    const schema = z.object({ familyName: required(z.string()), birthday: required(fields.birthday) });
    renderView(<Sheet {...four} schema={schema} onSubmit={onSubmit} />);
    await send();
    await waitFor(() => expect(listed()).toHaveLength(2));
    await userEvent.type(box('姓'), '山田');
    await waitFor(() => expect(listed(), 'one that was put right goes').toEqual(['生年月日を入力してください。']));
    expect(document.activeElement, 'the member goes on').toBe(box('姓'));
    await send();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    expect(listed()).toEqual(['生年月日を入力してください。']);
    await userEvent.type(box('生年月日'), '19900401');
    await send();
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(screen.queryByRole('group', { name: /か所/ })).toBeNull();
  });

  it('is gone once all fields are right, and does not come back before the form is sent', async () => {
    const schema = z.object({ familyName: required(z.string()) });
    renderView(<Sheet {...four} schema={schema} />);
    await send();
    await waitFor(() => expect(listed()).toHaveLength(1));
    await userEvent.type(box('姓'), '山田');
    await waitFor(() => expect(screen.queryByRole('group', { name: /か所/ })).toBeNull());
    await userEvent.clear(box('姓'));
    await fieldError('姓を入力してください。');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByRole('group', { name: /か所/ })).toBeNull();
  });

  it('takes in an error that comes while it is shown, and what a field says now', async () => {
    const schema = z.object({ familyName: required(z.string()), birthday: required(fields.birthday) });
    renderView(<Sheet {...four} schema={schema} />);
    await userEvent.type(box('生年月日'), '19900401');
    await send();
    await waitFor(() => expect(listed()).toEqual(['姓を入力してください。']));
    await userEvent.clear(box('生年月日'));
    await waitFor(() => expect(listed()).toEqual(['姓を入力してください。', '生年月日を入力してください。']));
    await userEvent.type(box('生年月日'), '1990');
    await waitFor(() => expect(listed()[1]).not.toBe('生年月日を入力してください。'));
    expect(listed()).toHaveLength(2);
  });

  it('leaves out fields that are not on the page any more, which have no error when they are back', async () => {
    renderView(<Chosen />);
    await send();
    await waitFor(() => expect(listed()).toHaveLength(4));
    await userEvent.click(box('乙'));
    await waitFor(() => expect(listed()).toEqual(['「丙」の欄に入力してください。']));
    await userEvent.click(box('甲'));
    expect(box('姓').getAttribute('aria-invalid')).toBeNull();
    expect(box('丙').getAttribute('aria-invalid')).toBe('true');
  });

  it('has links that the browser opens elsewhere where the member asks for that', async () => {
    renderView(<Sheet {...four} />);
    await send();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    const click = createEvent.click(link('姓を入力してください。'), { ctrlKey: true });
    fireEvent(link('姓を入力してください。'), click);
    expect(click.defaultPrevented).toBe(false);
    expect(document.activeElement).toBe(errorSummary());
  });

  it.each([
    ['ja', 'エラー: 会員登録 | 灯台座'],
    ['en', 'Error: 会員登録 | 灯台座'],
  ] as const)('says so in the title as long as it is shown (%s)', async (locale: Locale, title) => {
    const schema = z.object({ familyName: required(z.string()) });
    const sheet = (
      <I18nextProvider i18n={sharedInstance(locale)}>
        <Page>
          <Sheet {...four} schema={schema} />
        </Page>
      </I18nextProvider>
    );
    const { rerender } = render(sheet);
    expect(document.title).toBe('会員登録 | 灯台座');
    await send();
    await waitFor(() => expect(document.title).toBe(title));
    await send();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    expect(document.title).toBe(title);
    await userEvent.type(box('姓'), '山田');
    await send();
    await waitFor(() => expect(document.title).toBe('会員登録 | 灯台座'));

    await userEvent.clear(box('姓'));
    await send();
    await waitFor(() => expect(document.title).toBe(title));
    rerender(
      <I18nextProvider i18n={sharedInstance(locale)}>
        <Page>{null}</Page>
      </I18nextProvider>,
    );
    await waitFor(() => expect(document.title, 'the page is left').toBe('会員登録 | 灯台座'));
  });
});

describe('a form of one or two fields that is refused', () => {
  const two = {
    schema: z.object({ familyName: required(z.string()), givenName: required(z.string()) }),
    children: (
      <>
        <TextField name="familyName" label="姓" autoComplete="family-name" />
        <TextField name="givenName" label="名" autoComplete="given-name" />
      </>
    ),
  };

  it('leads to the first wrong field, says the other one, and has no list', async () => {
    renderView(<Sheet {...two} />);
    await send();
    await waitFor(() => expect(document.activeElement).toBe(box('姓')));
    expect(screen.queryByRole('link')).toBeNull();
    await waitFor(() => expect(said()).toBe('エラー: 名を入力してください。'));
  });

  it('says what is wrong with the field that had the focus already', async () => {
    const onSubmit: Refuse = (_, form) => form.setError('familyName', { type: 'server', message: '姓が違います。' });
    renderView(<Sheet {...two} schema={z.object({})} onSubmit={onSubmit} />);
    await userEvent.type(box('姓'), '山田{Enter}');
    await waitFor(() => expect(said()).toBe('エラー: 姓が違います。'));
    expect(document.activeElement).toBe(box('姓'));
  });

  it('says each error of a try once, and all again when the next try has the same', async () => {
    const onSubmit: Refuse = (_, form) => {
      form.setError('familyName', { type: 'server', message: '姓が違います。' });
      form.setError('givenName', { type: 'server', message: '名が違います。' });
    };
    renderView(<Sheet {...two} schema={z.object({})} onSubmit={onSubmit} />);
    const words: (string | null)[] = [];
    const region = document.querySelector('form > [aria-live]') as Element;
    const changes = new MutationObserver(() => words.push(region.textContent));
    changes.observe(region, { childList: true, characterData: true, subtree: true });
    const both = 'エラー: 姓が違います。 エラー: 名が違います。';
    await userEvent.type(box('姓'), '山田{Enter}');
    await waitFor(() => expect(said()).toBe(both));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(words).toEqual([both]);
    await userEvent.type(box('姓'), '{Enter}');
    await waitFor(() => expect(words).toEqual([both, '', both]));
    changes.disconnect();
  });

  it('says the second field again, too', async () => {
    renderView(<Sheet {...two} />);
    await send();
    await waitFor(() => expect(said()).toBe('エラー: 名を入力してください。'));
    const words: (string | null)[] = [];
    const region = document.querySelector('form > [aria-live]') as Element;
    const changes = new MutationObserver(() => words.push(region.textContent));
    changes.observe(region, { childList: true, characterData: true, subtree: true });
    await send();
    await waitFor(() => expect(words).toEqual(['', 'エラー: 名を入力してください。']));
    changes.disconnect();
  });
});

describe('errors that arrive late', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = () => act(() => vi.advanceTimersByTimeAsync(1000));

  it('have their region in the HTML of the server', () => {
    const html = renderToString(
      <I18nextProvider i18n={sharedInstance('ja')}>
        <Sheet {...four} />
      </I18nextProvider>,
    );
    expect(html).toMatch(/<div aria-live="polite" class="sr-only"><\/div><\/form>/);
  });

  it('are said once when the field is left, and again when they come back', async () => {
    renderView(
      <Sheet schema={z.object({})}>
        <Late />
      </Sheet>,
    );
    fireEvent.focusIn(box('甲'));
    const region = document.querySelector('form > [aria-live]') as Element;
    const words: (string | null)[] = [];
    new MutationObserver(() => words.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    const leave = async (value: string) => {
      box('甲').focus();
      fireEvent.input(box('甲'), { target: { value } });
      box('乙').focus();
      await pass();
    };
    await leave('x');
    expect(words).toEqual(['エラー: 甲が違います。']);
    box('甲').focus();
    box('乙').focus();
    await pass();
    expect(words, 'nothing has changed').toHaveLength(1);
    await leave('y');
    await leave('x');
    expect(words).toEqual(['エラー: 甲が違います。', '', 'エラー: 甲が違います。']);
  });

  it('are not said on each key of the field that is being typed in', async () => {
    const schema = z.object({ userId: fields.userId, a: optional(z.string()), b: optional(z.string()) });
    renderView(
      <Sheet schema={schema}>
        <TextField name="userId" label="ユーザID" autoComplete="off" />
        <TextField name="a" label="甲" autoComplete="off" />
        <TextField name="b" label="乙" autoComplete="off" />
      </Sheet>,
    );
    fireEvent.focusIn(box('ユーザID'));
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    await pass();
    expect(screen.getByText('ユーザIDは6文字以上で入力してください。', { selector: 'p > span' })).toBeTruthy();
    box('ユーザID').focus();
    for (const value of ['あ', 'あi', 'あiu']) {
      fireEvent.input(box('ユーザID'), { target: { value } });
      await pass();
      expect(said()).toBe('');
    }
    box('甲').focus();
    await pass();
    expect(said()).toBe('エラー: ユーザIDは半角英数字で入力してください。');
  });
});
