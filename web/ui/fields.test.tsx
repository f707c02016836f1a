import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { useForm } from '@/lib/form';
import { shownBirthday } from '@/lib/japan/birthday';
import { fields, optional, required } from '@/lib/rules';
import { sharedInstance } from '@/lib/server/texts';
import { findAlert, queryAlert } from '@/testing/alerts';
import { answerPath, askedPaths } from '@/testing/api';
import { renderView } from '@/testing/render';
import vectors from '../../schema/typed.json';
import { AddressFields } from './AddressFields';
import { CodeField } from './CodeField';
import { DateField } from './DateField';
import { Form, SubmitButton } from './Form';
import { KanaField } from './KanaField';
import { PasswordField } from './PasswordField';
import { PhoneField } from './PhoneField';
import { TextField } from './TextField';

type Values = Record<string, string>;

function Sheet({
  schema,
  values,
  onSubmit,
  children,
}: {
  schema: unknown;
  values: Values;
  onSubmit?: (sent: unknown) => void;
  children: ReactNode;
}) {
  const form = useForm(schema as z.ZodMiniType<Values, Values>, values);
  return (
    <Form form={form} onSubmit={(sent) => onSubmit?.(sent)}>
      {children}
      <SubmitButton>送信</SubmitButton>
    </Form>
  );
}

const send = () => userEvent.click(screen.getByRole('button', { name: '送信' }));
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

describe('a field', () => {
  it('V-002 V-005: says 必須 or 任意, and to assistive technology', () => {
    renderView(
      <Sheet schema={z.object({})} values={{}}>
        <TextField name="a" label="名前" required autoComplete="name" />
        <TextField name="b" label="愛称" required={false} autoComplete="nickname" />
      </Sheet>,
    );
    const tagOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
    expect([tagOf('名前'), tagOf('愛称')]).toEqual(['必須', '任意']);
    expect(box('名前').getAttribute('aria-required')).toBe('true');
    expect(box('愛称').getAttribute('aria-required')).toBeNull();
  });

  it('V-005: in English too', () => {
    renderView(
      <Sheet schema={z.object({})} values={{}}>
        <TextField name="a" label="Name" required autoComplete="name" />
      </Sheet>,
      { locale: 'en' },
    );
    expect(screen.getByText('Required')).toBeTruthy();
  });

  it('focuses the first wrong field and words the error by its label', async () => {
    const schema = z.object({ a: required(z.string()), email: required(fields.email) });
    renderView(
      <Sheet schema={schema} values={{ a: '', email: 'x@' }}>
        <TextField name="a" label="名前" required autoComplete="name" />
        <TextField name="email" label="メール" type="email" autoComplete="email" />
      </Sheet>,
    );
    await send();
    expect(await screen.findByText('「名前」の欄に入力してください。')).toBeTruthy();
    expect(screen.getByText('メールアドレスの形式が正しくありません。')).toBeTruthy();
    expect(document.activeElement).toBe(box('名前'));
    for (const [name, words] of [
      ['名前', '「名前」の欄に入力してください。'],
      ['メール', 'メールアドレスの形式が正しくありません。'],
    ] as const)
      expect(document.getElementById(box(name).getAttribute('aria-describedby') ?? '')?.textContent).toContain(words);
  });

  it('keeps what was typed and says what to do when its checks do not load, as after a new release', async () => {
    const onSubmit = vi.fn();
    const gone = () => Promise.reject(new Error('404'));
    renderView(
      <Sheet schema={gone} values={{ a: '' }} onSubmit={onSubmit}>
        <TextField name="a" label="名前" autoComplete="name" />
      </Sheet>,
    );
    await userEvent.type(box('名前'), '太郎');
    await send();
    expect((await findAlert()).textContent).toContain('ページを再読み込みしてください');
    expect(box('名前').value).toBe('太郎');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('has its first value in the server’s HTML, so that a page without script shows it', () => {
    const html = renderToString(
      <I18nextProvider i18n={sharedInstance('ja')}>
        <Sheet schema={z.object({})} values={{ a: '太郎' }}>
          <TextField name="a" label="名前" autoComplete="name" />
        </Sheet>
      </I18nextProvider>,
    );
    expect(html).toContain('value="太郎"');
    expect(html).toContain('method="post"');
    expect(html).not.toContain('style=');
  });

  it('rewrites kana and phone when the member leaves, and sends the result', async () => {
    const onSubmit = vi.fn();
    const schema = z.object({ kana: required(fields.nameKana), phone: optional(fields.phoneNumber) });
    renderView(
      <Sheet schema={schema} values={{ kana: '', phone: '' }} onSubmit={onSubmit}>
        <KanaField name="kana" label="カナ" />
        <PhoneField name="phone" label="電話" autoComplete="tel" />
      </Sheet>,
    );
    await userEvent.type(box('カナ'), 'ﾔﾏﾀﾞ');
    await userEvent.type(box('電話'), '０３-1234-5678');
    await userEvent.tab();
    expect(box('カナ').value).toBe('ヤマダ');
    expect(box('電話').value).toBe('0312345678');
    await send();
    expect(onSubmit).toHaveBeenCalledWith({ kana: 'ヤマダ', phone: '0312345678' });
  });

  it('keeps a password exactly as typed and reveals it by a real button', async () => {
    renderView(
      <Sheet schema={z.object({})} values={{ password: '' }}>
        <PasswordField name="password" label="パスワード" autoComplete="new-password" />
      </Sheet>,
    );
    await userEvent.type(box('パスワード'), ' Ａbc1 ');
    await userEvent.tab();
    expect(box('パスワード').value).toBe(' Ａbc1 ');
    const reveal = screen.getByRole('button', { name: 'パスワードを表示する' });
    expect(box('パスワード').type).toBe('password');
    await userEvent.click(reveal);
    expect(box('パスワード').type).toBe('text');
    expect(reveal.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('birthday field', () => {
  it('L-089 V-068 V-069: shows slashes while typing, ten characters at most', async () => {
    renderView(
      <Sheet schema={z.object({ birthday: required(fields.birthday) })} values={{ birthday: '' }}>
        <DateField name="birthday" label="生年月日" />
      </Sheet>,
    );
    await userEvent.type(box('生年月日'), '199001023456');
    expect(box('生年月日').value).toBe('1990/01/02');
  });

  it.each([
    ['1990年4月1日', '1990/04/01'],
    ['1990年12月31日', '1990/12/31'],
    ['1990-4-1', '1990/04/01'],
    ['１９９０．４．１', '1990/04/01'],
    [' 1990年1月23日', '1990/01/23'],
    ['1990-1-23 ', '1990/01/23'],
    ['1990. 1. 23', '1990/01/23'],
    [' 1990/1/23', '1990/01/23'],
    ['1990 1 23', '1990/01/23'],
    ['\u202a1990/1/23\u202c', '1990/01/23'],
    ['生年月日：1990年1月23日', '1990/01/23'],
    ['１９９０ー１ー２３', '1990/01/23'],
    ['01/23/1990', '01/23/1990'],
    ['19/10/1985', '19/10/1985'],
  ])('F-10: %s is %s once the field is left', async (typed, shown) => {
    renderView(
      <Sheet schema={z.object({ birthday: required(fields.birthday) })} values={{ birthday: '' }}>
        <DateField name="birthday" label="生年月日" />
      </Sheet>,
    );
    await userEvent.click(box('生年月日'));
    await userEvent.paste(typed);
    await userEvent.tab();
    expect(box('生年月日').value).toBe(shown);
  });

  it('V-070: a bad birthday says so', async () => {
    renderView(
      <Sheet schema={z.object({ birthday: required(fields.birthday) })} values={{ birthday: '' }}>
        <DateField name="birthday" label="誕生日" />
      </Sheet>,
    );
    await userEvent.type(box('誕生日'), '1990');
    await send();
    expect(await screen.findByText('生年月日の形式が正しくありません。')).toBeTruthy();
  });
});

describe('what is pasted', () => {
  it.each(['123 456', '１２３－４５６', '認証コード：123 456（60分間有効です）', '\u202a123456\u202c'])(
    'F-05 F-08: the code in %j is shown at once',
    async (pasted) => {
      renderView(
        <Sheet schema={z.object({ code: z.string() })} values={{ code: '' }}>
          <CodeField name="code" label="コード" />
        </Sheet>,
      );
      await userEvent.click(box('コード'));
      await userEvent.paste(pasted);
      expect(box('コード').value).toBe('123456');
    },
  );

  it.each([
    ['+81 90-1234-5678', '09012345678'],
    ['\u202a090-1234-5678\u202c', '09012345678'],
    ['(03) 1234.5678', '0312345678'],
    ['\u202a+81 90-1234-5678\u202c', '09012345678'],
    [' +81 90-1234-5678', '09012345678'],
    ['tel:+81-90-1234-5678', '09012345678'],
    ['03-1234-5678（内線12）', '0312345678（内線12）'.normalize('NFKC').replace(/[()]/g, '')],
    ['0081 90 1234 5678', '00819012345678'],
  ])('F-07 F-08: the phone number %j is %s', async (pasted, shown) => {
    renderView(
      <Sheet schema={z.object({ phone: fields.phoneNumber })} values={{ phone: '' }}>
        <PhoneField name="phone" label="電話番号" autoComplete="tel-national" />
      </Sheet>,
    );
    await userEvent.click(box('電話番号'));
    await userEvent.paste(pasted);
    await userEvent.tab();
    expect(box('電話番号').value).toBe(shown);
  });

  const ofKind = (kind: string) => vectors.filter(([one]) => one === kind);

  it.each(ofKind('phone'))('F-07 F-08: %s: %j is %j in its field, too', async (_kind, pasted, wanted) => {
    renderView(
      <Sheet schema={z.object({ phone: fields.phoneNumber })} values={{ phone: '' }}>
        <PhoneField name="phone" label="電話番号" autoComplete="tel-national" />
      </Sheet>,
    );
    await userEvent.click(box('電話番号'));
    await userEvent.paste(pasted as string);
    if (/^0\d{9,10}$/.test(wanted as string)) expect(box('電話番号').value).toBe(wanted);
    await userEvent.tab();
    expect(box('電話番号').value).toBe(wanted);

    if (!/^0\d{9,10}$/.test(wanted as string)) return;
    await userEvent.clear(box('電話番号'));
    await userEvent.type(box('電話番号'), (pasted as string).replace(/[[{]/g, '$&$&'));
    await userEvent.tab();
    expect(box('電話番号').value).toBe(wanted);
  });

  it.each(ofKind('birthday'))('F-08 F-10: %s: %j is %j in its field, too', async (_kind, pasted, wanted) => {
    renderView(
      <Sheet schema={z.object({ birthday: required(fields.birthday) })} values={{ birthday: '' }}>
        <DateField name="birthday" label="生年月日" />
      </Sheet>,
    );
    await userEvent.click(box('生年月日'));
    await userEvent.paste(pasted as string);
    expect(box('生年月日').value).toBe(shownBirthday(wanted));
    await userEvent.clear(box('生年月日'));
    await userEvent.type(box('生年月日'), pasted as string);
    await userEvent.tab();
    expect(box('生年月日').value).toBe(shownBirthday(wanted));
  });

  it('F-07: what is dropped on a field, or pasted over its value, is the whole value', async () => {
    const onSubmit = vi.fn();
    renderView(
      <Sheet schema={z.object({ phone: fields.phoneNumber })} values={{ phone: '' }} onSubmit={onSubmit}>
        <PhoneField name="phone" label="電話番号" autoComplete="tel-national" />
      </Sheet>,
    );
    await userEvent.type(box('電話番号'), '0');
    await userEvent.paste('+81 90-1234-5678');
    expect(box('電話番号').value).toBe('09012345678');
    fireEvent.drop(box('電話番号'), { dataTransfer: { getData: () => ' +81 3-1234-5678' } });
    expect(box('電話番号').value).toBe('0312345678');
    await send();
    expect(onSubmit).toHaveBeenCalledWith({ phone: '0312345678' });
  });

  it('F-07 V-025 V-026: a phone number is digits, eleven at most, and begins with 0', async () => {
    renderView(
      <Sheet schema={z.object({ phone: fields.phoneNumber })} values={{ phone: '' }}>
        <PhoneField name="phone" label="電話番号" autoComplete="tel-national" />
      </Sheet>,
    );
    await userEvent.type(box('電話番号'), '090a1234567890');
    expect(box('電話番号').value).toBe('09012345678');
    expect(z.safeParse(fields.phoneNumber, '09012345678').success).toBe(true);
    expect(z.safeParse(fields.phoneNumber, '1234567890').success).toBe(false);
  });
});

describe('address fields', () => {
  const rules = { postalCode: 'REQUIRED', prefecture: 'REQUIRED', address: 'REQUIRED', address2: 'OPTIONAL' };
  const schema = z.object({
    postalCode: required(fields.postalCode),
    prefecture: required(fields.prefecture),
    address: required(fields.address),
    address2: optional(fields.address2),
  });
  const empty = { postalCode: '', prefecture: '', address: '', address2: '' };
  const jinnan = { prefectureCode: 13, city: '渋谷区', town: '神南', allAddress: '東京都渋谷区神南' };
  const other = { prefectureCode: 13, city: '渋谷区', town: '宇田川町', allAddress: '東京都渋谷区宇田川町' };

  const show = () =>
    renderView(
      <Sheet schema={schema} values={empty}>
        <AddressFields rules={rules} />
      </Sheet>,
    );
  const search = () => screen.getByRole('button', { name: '住所検索' }) as HTMLButtonElement;

  it('L-084 L-085 L-086 L-087: has all four and the search', () => {
    show();
    for (const name of ['郵便番号', '都道府県', '市区町村・番地', '建物名・部屋番号']) expect(box(name)).toBeTruthy();
    expect(search()).toBeTruthy();
  });

  it('V-001: leaves out what the store does not use', () => {
    renderView(
      <Sheet schema={schema} values={empty}>
        <AddressFields rules={{ ...rules, address2: 'NOT_USE' }} />
      </Sheet>,
    );
    expect(screen.queryByLabelText('建物名・部屋番号')).toBeNull();
  });

  it('V-083 V-084: the search waits for seven digits', async () => {
    show();
    expect(search().disabled).toBe(true);
    await userEvent.type(box('郵便番号'), '150004');
    expect(search().disabled).toBe(true);
    await userEvent.type(box('郵便番号'), '1');
    expect(search().disabled).toBe(false);
    fireEvent.input(box('郵便番号'), { target: { value: '150-004' } });
    expect(search().disabled).toBe(true);
    fireEvent.input(box('郵便番号'), { target: { value: '15000a1' } });
    expect(search().disabled).toBe(true);
  });

  it('V-084: stays disabled while the field is wrong', async () => {
    answerPath('/zapi/postal-code/9999999', 400, { code: 'INVALID', message: '該当する住所がありません。' });
    show();
    await userEvent.type(box('郵便番号'), '9999999');
    await userEvent.click(search());
    await screen.findByText('該当する住所がありません。');
    expect(search().disabled).toBe(true);
  });

  it('S-089: one address fills prefecture and address', async () => {
    answerPath('/zapi/postal-code/1500041', 200, { results: [jinnan] });
    show();
    await userEvent.type(box('郵便番号'), '1500041');
    await userEvent.click(search());
    await waitFor(() => expect(box('市区町村・番地').value).toBe('渋谷区神南'));
    expect(box('都道府県').value).toBe('13');
  });

  it('says what the search has filled in, in a region that was there before', async () => {
    answerPath('/zapi/postal-code/1500041', 200, { results: [jinnan] });
    show();
    const region = document.querySelector('fieldset > [aria-live]');
    expect(region?.textContent).toBe('');
    await userEvent.type(box('郵便番号'), '1500041');
    await userEvent.click(search());
    await waitFor(() => expect(region?.textContent).toBe('「東京都渋谷区神南」を入力しました。'));
  });

  it('S-090 S-091: several open a choice; the same code opens it again without a call', async () => {
    answerPath('/zapi/postal-code/1500042', 200, { results: [jinnan, other] });
    show();
    await userEvent.type(box('郵便番号'), '1500042');
    await userEvent.click(search());
    await userEvent.click(await screen.findByRole('button', { name: '東京都渋谷区宇田川町' }));
    expect(box('市区町村・番地').value).toBe('渋谷区宇田川町');
    await userEvent.click(search());
    await userEvent.click(await screen.findByRole('button', { name: '東京都渋谷区神南' }));
    expect(box('市区町村・番地').value).toBe('渋谷区神南');
    expect(askedPaths()).toEqual(['/zapi/postal-code/1500042']);
  });

  it('E-076: the server’s message lands on the field', async () => {
    answerPath('/zapi/postal-code/1500041', 429, {
      code: 'TOO_MANY_REQUESTS',
      message: '時間をおいてお試しください。',
    });
    show();
    await userEvent.type(box('郵便番号'), '1500041');
    await userEvent.click(search());
    await screen.findByText('時間をおいてお試しください。');
    expect(box('郵便番号').getAttribute('aria-invalid')).toBe('true');
  });

  it('E-077: any other failure is only logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    answerPath('/zapi/postal-code/1500041', 500, {});
    show();
    await userEvent.type(box('郵便番号'), '1500041');
    await act(async () => userEvent.click(search()));
    await waitFor(() => expect(log).toHaveBeenCalled());
    expect(queryAlert()).toBeNull();
    expect(box('郵便番号').getAttribute('aria-invalid')).toBeNull();
  });

  it('without a network the field says so, and the search may be tried again', async () => {
    const words = '通信できませんでした。接続を確認して、もう一度お試しください。';
    answerPath('/zapi/postal-code/1500041', 200, { results: [jinnan] });
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    show();
    await userEvent.type(box('郵便番号'), '1500041');
    await userEvent.click(search());
    await screen.findByText(words);
    expect(document.activeElement).toBe(box('郵便番号'));
    await userEvent.click(search());
    await waitFor(() => expect(box('市区町村・番地').value).toBe('渋谷区神南'));
    expect(screen.queryByText(words)).toBeNull();
  });

  it('a code that was not found may be put right, and searched again', async () => {
    answerPath('/zapi/postal-code/9999999', 200, { results: [] });
    answerPath('/zapi/postal-code/1500041', 200, { results: [jinnan] });
    show();
    await userEvent.type(box('郵便番号'), '9999999');
    await userEvent.click(search());
    await waitFor(() => expect(box('郵便番号').getAttribute('aria-invalid')).toBe('true'));
    await userEvent.type(box('郵便番号'), '{Backspace}');
    expect(box('郵便番号').getAttribute('aria-invalid')).toBeNull();
    await userEvent.clear(box('郵便番号'));
    await userEvent.type(box('郵便番号'), '1500041');
    expect(search().disabled).toBe(false);
    await userEvent.click(search());
    await waitFor(() => expect(box('市区町村・番地').value).toBe('渋谷区神南'));
  });
});
