import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PlanPageView } from '@/features/purchase/PlanPageView';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { type FormScreen, formScreen } from './purchase';
import { renderView } from './render';

/** The form of a plan as tests show it, and a member's hands on it. */

export const show = (
  changes: Partial<FormScreen> = {},
  {
    locale = 'ja' as 'ja' | 'en',
    address = '/plans/standard',
    authId = 'a1',
    signupStyle = 'scroll' as 'scroll' | 'inline',
  } = {},
) =>
  renderView(<PlanPageView />, {
    document: PurchaseFormScreenDocument,
    data: { screen: { ...formScreen, ...changes } },
    variables: { planId: 'standard', paymentMethodId: null },
    root: { authId },
    storeSettingData: { signupStyle },
    locale,
    address,
  });

export const done = (redirectTo: string | null = null, extra: object = {}) => ({
  result: { redirectTo, flowError: null, userErrors: [], purchaseToken: null, ...extra },
});

export const submit = (name: RegExp | string = '確認画面へ進む') =>
  userEvent.click(screen.getByRole('button', { name }));
export const addCard = 'カードを登録して次へ進む';
export const field = (name: RegExp | string) => screen.getByLabelText(name) as HTMLInputElement;
/** The last two digits of the year that many years ahead. */
export const nextYears = (ahead: number) => String(new Date().getFullYear() + ahead).slice(-2);
export const fillCard = async (number = '4111111111111111', code = '123') => {
  await userEvent.type(field(/^カード番号/), number);
  await userEvent.type(field(/^有効期限/), `12${nextYears(4)}`);
  await userEvent.type(field(/^セキュリティコード/), code);
  await userEvent.type(field(/^カード名義/), 'TARO KAIIN');
};
