import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SignupFormScreenDocument } from '@/generated/SignupFormScreen';
import { answer, asked } from '@/testing/api';
import { withParts } from '@/testing/dynamic';
import { fieldError } from '@/testing/refusal';
import { renderView } from '@/testing/render';
import { done, emptyForm, inlineForm, inlineStore, neededSetting, refused } from '@/testing/signup';
import { translate } from '@/testing/translate';
import './schema'; // else the first check of the first test waits for it
import { SignupFormView } from './SignupFormView';

withParts();

const show = (changes: Partial<typeof inlineForm> = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<SignupFormView />, {
    document: SignupFormScreenDocument,
    data: { screen: { ...inlineForm, ...changes } },
    storeSettingData: inlineStore,
    locale,
    address: '/signup/form',
  });
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const name = () => box('お名前');
/** What says how the name was read. */
const reading = (field = name()) =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '');
const register = () => userEvent.click(screen.getByRole('button', { name: '登録する' }));
const fill = async (text: string) => {
  await userEvent.type(name(), text);
  await userEvent.type(box('生年月日'), '19900131');
  await userEvent.type(box('パスワード'), 'abcdef12');
};

describe('the name in the inline style', () => {
  it('U-6: is one field that a browser fills in, with an example', () => {
    show();
    expect(name().autocomplete).toBe('name');
    expect(name().getAttribute('aria-required')).toBe('true');
    const [hint] = (name().getAttribute('aria-describedby') ?? '').split(' ');
    expect(document.getElementById(hint ?? '')?.textContent).toContain('例：山田 太郎');
    for (const label of ['姓', '名', '氏名']) expect(screen.queryByLabelText(label)).toBeNull();
  });

  it('says how it was read once the field is left, in a region that was there before', async () => {
    show();
    const region = reading();
    expect(region?.textContent).toBe('');
    expect(region?.getAttribute('aria-live')).toBe('polite');
    await userEvent.type(name(), '　山田　 太郎');
    expect(region?.textContent).toBe('');
    await userEvent.tab();
    expect(region?.textContent).toBe('姓：山田　名：太郎');
    expect(reading()).toBe(region);
    await userEvent.type(name(), '丸');
    expect(region?.textContent, 'it is silent while the member types').toBe('');
    await userEvent.tab();
    expect(region?.textContent).toBe('姓：山田　名：太郎丸');
  });

  it('says it too when the browser has filled the field in', () => {
    show();
    fireEvent.input(name(), { target: { value: '山田 太郎' } });
    expect(reading()?.textContent).toBe('姓：山田　名：太郎');
  });

  it('is read in the English order in English, but for kanji', async () => {
    show({}, 'en');
    const field = box('Full name');
    await userEvent.type(field, 'Taro Yamada');
    await userEvent.tab();
    expect(reading(field)?.textContent).toBe('Family name: Yamada, given name: Taro');
    await userEvent.clear(field);
    await userEvent.type(field, '山田 太郎');
    await userEvent.tab();
    expect(reading(field)?.textContent).toBe('Family name: 山田, given name: 太郎');
  });

  it('is sent in its two parts', async () => {
    answer('Signup', done('/signup/complete'));
    show();
    await fill('灯台　花子');
    await register();
    await waitFor(() => expect(asked('Signup')).toHaveLength(1));
    const [{ formData }] = asked('Signup') as [{ formData: object }];
    expect(formData).toMatchObject({ familyName: '灯台', givenName: '花子' });
    expect(formData).not.toHaveProperty('fullName');
  });

  it('without white space is refused, and is right as soon as there is some', async () => {
    answer('Signup', done('/signup/complete'));
    show();
    await fill('山田太郎');
    expect(reading()?.textContent).toBe('');
    await register();
    expect(await fieldError('姓と名の間に空白を入れてください。')).toBeTruthy();
    expect(name().getAttribute('aria-invalid')).toBe('true');
    expect(asked('Signup')).toEqual([]);
    await userEvent.clear(name());
    await userEvent.type(name(), '山田 太郎');
    await waitFor(() => expect(name().getAttribute('aria-invalid')).toBeNull());
    await register();
    await waitFor(() => expect(asked('Signup')).toHaveLength(1));
  });

  it('without white space is refused in English words too', async () => {
    show({}, 'en');
    await userEvent.type(box('Full name'), 'Taro');
    await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(await fieldError('Please put a space between your given name and your family name.')).toBeTruthy();
  });

  it.each([
    ['山'.repeat(100), '太'.repeat(100), 1],
    ['山'.repeat(101), '太', 0],
    ['山', '太'.repeat(101), 0],
  ])('has parts as long as in fields of their own: %#', async (familyName, givenName, times) => {
    answer('Signup', done('/signup/complete'));
    show();
    await fill('山');
    fireEvent.input(name(), { target: { value: `${familyName} ${givenName}` } });
    await register();
    if (times === 0) await fieldError('お名前は、姓と名をそれぞれ100文字以内で入力してください。');
    else await waitFor(() => expect(asked('Signup')).toHaveLength(1));
    expect(asked('Signup')).toHaveLength(times);
  });

  it.each(['familyName', 'formData.givenName'])('shows what the server says of its parts: %s', async (field) => {
    answer('Signup', refused({ code: 'INVALID_CHARACTERS', field, message: '使えない文字です。' }));
    show();
    await fill('山田 太郎');
    await register();
    expect(await fieldError('使えない文字です。')).toBeTruthy();
    expect(name().getAttribute('aria-invalid')).toBe('true');
  });

  it('opens with what is known, and says how that is read', () => {
    show({ formData: { ...emptyForm, familyName: '山田', givenName: '太郎' } });
    expect(name().value).toBe('山田 太郎');
    expect(reading()?.textContent).toBe('姓：山田　名：太郎');
  });

  it('is asked for in its parts where what is known would be read otherwise', async () => {
    answer('Signup', done('/signup/complete'));
    show({ formData: { ...emptyForm, familyName: 'van Beethoven', givenName: 'Ludwig' } });
    expect([box('姓').value, box('名').value]).toEqual(['van Beethoven', 'Ludwig']);
    await userEvent.type(box('生年月日'), '19900131');
    await userEvent.type(box('パスワード'), 'abcdef12');
    await register();
    await waitFor(() => expect(asked('Signup')).toHaveLength(1));
    const [{ formData }] = asked('Signup') as [{ formData: object }];
    expect(formData).toMatchObject({ familyName: 'van Beethoven', givenName: 'Ludwig' });
    expect(formData).not.toHaveProperty('fullName');
  });

  it('is one part alone where the store needs no other', () => {
    show({ setting: { ...neededSetting, givenName: 'NOT_USE' } });
    expect(box('姓').autocomplete).toBe('family-name');
    expect(screen.queryByLabelText('お名前')).toBeNull();
  });

  it('has its reading in kana below, where the store needs that', () => {
    show({ setting: { ...neededSetting, familyNameKana: 'REQUIRED', givenNameKana: 'REQUIRED' } });
    const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent);
    expect(labels.slice(0, 3)).toEqual(['お名前', '姓（カナ）', '名（カナ）']);
  });

  it('survives a reload and another language as it was typed', async () => {
    const { unmount } = show();
    await userEvent.type(name(), 'Taro  Yamada');
    await userEvent.tab();
    expect(reading()?.textContent).toBe('姓：Taro　名：Yamada');
    unmount();
    show({}, 'en');
    const field = box('Full name');
    await waitFor(() => expect(field.value).toBe('Taro  Yamada'));
    expect(reading(field)?.textContent).toBe('Family name: Yamada, given name: Taro');
  });

  it('F-01: is read anew on a page that the browser has translated', async () => {
    const { container } = show();
    await userEvent.type(name(), '山田 太郎');
    await userEvent.tab();
    translate(container);
    await userEvent.type(name(), '丸');
    expect(reading()?.textContent).toBe('');
    await userEvent.tab();
    expect(reading()?.textContent).toBe('姓：山田　名：太郎丸');
  });
});
