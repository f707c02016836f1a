import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PinCodeScreenDocument } from '@/generated/PinCodeScreen';
import { completed } from '@/layouts/Completed';
import { getAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { emptyBoxes } from './boxes';
import { PinCodeView } from './PinCodeView';
import { pinSchema } from './schema';

const PinSetView = completed('pin', 'set');

const box = (at: number) => screen.getAllByLabelText(/^4桁中/)[at] as HTMLInputElement;
const digits = () => Array.from({ length: 8 }, (_, at) => box(at).value || '_').join('');
const button = () => screen.getByRole('button', { name: 'PINコードを設定する' }) as HTMLButtonElement;
const result = (redirectTo: string | null, ...userErrors: object[]) => ({
  result: { redirectTo, flowError: null, userErrors },
});
const mismatch = '確認用PINコードが一致しません。';

const show = (isPinCodeSet = false, locale: 'ja' | 'en' = 'ja') =>
  renderView(<PinCodeView />, {
    document: PinCodeScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, isPinCodeSet } },
    locale,
    address: '/mypage/pin-code',
  });

async function type(keys: string, at = 0): Promise<void> {
  await userEvent.click(box(at));
  await userEvent.keyboard(keys);
}

async function paste(at: number, text: string): Promise<void> {
  await userEvent.click(box(at));
  await userEvent.paste(text);
}

describe('the boxes of the PIN', () => {
  it('L-113 L-114 L-116 L-117 K-040: two rows of four boxes, each with its name, a note and a button', () => {
    show();
    for (const name of ['新しいPINコード', '新しいPINコード（確認用）']) {
      const group = screen.getByRole('group', { name });
      const names = [...group.querySelectorAll('input')].map((input) => input.getAttribute('aria-label'));
      expect(names).toEqual(['4桁中1桁目', '4桁中2桁目', '4桁中3桁目', '4桁中4桁目']);
    }
    for (let at = 0; at < 8; at++) expect(box(at).inputMode).toBe('numeric');
    expect(screen.getByText(/推測されやすい数字は避けてください/)).toBeTruthy();
    expect(button().disabled).toBe(true);
    expect(screen.queryByText(/設定済み/)).toBeNull();
  });

  it('a member who has a PIN is told that it is replaced', () => {
    show(true, 'en');
    expect(screen.getByText(/You have a PIN/)).toBeTruthy();
    expect(screen.getByRole('group', { name: 'New PIN (again)' })).toBeTruthy();
  });

  it('L-118: masked, except the one with the focus', async () => {
    show();
    await type('12');
    expect([0, 1, 2, 3].map((at) => box(at).type)).toEqual(['password', 'password', 'text', 'password']);
    act(() => box(2).blur());
    expect([0, 1, 2, 3].map((at) => box(at).type)).toEqual(['password', 'password', 'password', 'password']);
  });

  it('S-100 S-103: a digit moves forward, into the second row too; one more takes the place of the last', async () => {
    show();
    await type('04200421');
    expect(digits()).toBe('04200421');
    expect(document.activeElement).toBe(box(7));
    await userEvent.keyboard('9');
    expect(digits()).toBe('04200429');
    await type('99');
    expect(digits()).toBe('99200429');
  });

  it('A-183 S-101: what is no digit is ignored, in an empty box and in a full one', async () => {
    show();
    await type('a1-b２é');
    expect(digits()).toBe('12______');
    await type('x', 0);
    expect(digits()).toBe('12______');
    expect(document.activeElement).toBe(box(0));
  });

  it('S-102: Backspace clears the box and moves back, of phones too; Delete only clears', async () => {
    show();
    await type('123');
    await userEvent.keyboard('{Backspace}{Backspace}');
    expect(digits()).toBe('12______');
    expect(document.activeElement).toBe(box(1));
    fireEvent.input(box(1), { target: { value: '' }, inputType: 'deleteContentBackward' });
    expect(digits()).toBe('1_______');
    expect(document.activeElement).toBe(box(0));
    await userEvent.keyboard('{Delete}');
    expect(digits()).toBe('________');
    await userEvent.keyboard('{Backspace}');
    expect(document.activeElement).toBe(box(0));
  });

  it.each([
    ['0420', 0, '0420____', 4],
    [' 0420\n', 2, '0420____', 4],
    ['０４２０', 5, '____0420', 7],
    ['042', 0, '________', 0],
    ['04200', 0, '________', 0],
    ['04200420', 0, '________', 0],
    ['04 20', 0, '________', 0],
    ['04a0', 0, '________', 0],
    ['', 0, '________', 0],
  ])('S-104: %j pasted into box %i', async (text, at, expected, focused) => {
    show();
    await paste(at, text);
    expect(digits()).toBe(expected);
    expect(document.activeElement).toBe(box(focused));
  });

  it('what the browser fills in is as good as a paste', async () => {
    show();
    fireEvent.change(box(0), { target: { value: '0420' } });
    fireEvent.change(box(4), { target: { value: 'open9sesame' } });
    expect(digits()).toBe('0420____');
  });

  it('arrows move', async () => {
    show();
    await type('12{ArrowLeft}{ArrowLeft}7{ArrowRight}');
    expect(digits()).toBe('72______');
    expect(document.activeElement).toBe(box(2));
  });
});

describe('setting the PIN', () => {
  it('S-099 S-105 S-106 R-099 C-098: sends the digits once all are there, and follows the answer', async () => {
    answer('SetPinCode', result('/mypage/pin-code/complete'));
    show();
    await type('0420042');
    expect(button().disabled).toBe(true);
    await userEvent.keyboard('0');
    expect(button().disabled).toBe(false);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/pin-code/complete'));
    expect(asked('SetPinCode')).toEqual([{ pinCode: '0420' }]);
    await userEvent.click(box(3));
    await userEvent.keyboard('{Backspace}');
    expect(button().disabled).toBe(true);
  });

  it('V-121 S-098 L-115: a confirmation that differs is told, until a box is edited', async () => {
    show();
    await type('04200421');
    await userEvent.click(button());
    expect(await screen.findByText(mismatch)).toBeTruthy();
    expect(getAlert().textContent).toBe(mismatch);
    expect(document.activeElement).toBe(box(0));
    expect(box(0).getAttribute('aria-invalid')).toBe('true');
    await type('x', 7);
    expect(screen.queryByText(mismatch)).toBeTruthy();
    await userEvent.keyboard('0');
    expect(screen.queryByText(mismatch)).toBeNull();
    expect(asked('SetPinCode')).toEqual([]);
  });

  it.each([
    ['V-119', 'INVALID_FORMAT', '4桁のPINコードを入力してください。'],
    ['V-120', 'INVALID_CHARACTERS', 'PINコードに使用できない文字が含まれています。'],
  ])('%s: the server refuses with %s', async (_row, code, message) => {
    answer('SetPinCode', result(null, { code, field: 'pinCode', message }));
    show();
    await type('04200420');
    await userEvent.click(button());
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('E-087 S-107: a failure is told at the boxes, and the button can be pressed again', async () => {
    answerError('SetPinCode', 'INTERNAL', 'ほかの言葉');
    show();
    await type('04200420');
    await userEvent.click(button());
    expect(await screen.findByText('エラーが発生しました')).toBeTruthy();
    expect(button().getAttribute('aria-disabled')).toBeNull();
    expect(button().disabled).toBe(false);
  });

  it.each([
    ['V-119', ['1', '2', '3', '', '1', '2', '3', ''], 'INVALID_FORMAT'],
    ['V-119', ['1', '2', '3', '4', '1', '2', '3', ''], 'INVALID_FORMAT'],
    ['V-119', emptyBoxes, 'INVALID_FORMAT'],
    ['V-120', ['1', '2', '3', 'x', '1', '2', '3', ''], 'INVALID_CHARACTERS'],
    ['V-120', ['1', '2', '3', '４', '1', '2', '3', '４'], 'INVALID_CHARACTERS'],
    ['V-121', ['1', '2', '3', '4', '1', '2', '4', '3'], 'MISMATCH'],
  ])('%s: %j is %s, should it slip through', (_row, pin, code) => {
    expect(pinSchema.safeParse({ pin }).error?.issues.map((issue) => issue.message)).toEqual([code]);
  });

  it('R-100 L-112: the completion leads to My Page', () => {
    renderView(<PinSetView />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('PINコードを設定しました');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/mypage');
  });
});
