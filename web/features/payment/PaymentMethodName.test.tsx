import { describe, expect, it } from 'vitest';
import type { PaymentMethodType } from '@/generated/fragments';
import { completed } from '@/layouts/Completed';
import { expired, visa } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { PaymentMethodName } from './PaymentMethodName';

const PaymentMethodCompleteView = completed('payment', 'complete');

const shown = (...[method, warnExpired, locale]: [typeof visa, boolean?, ('ja' | 'en')?]) =>
  renderView(<PaymentMethodName method={method} warnExpired={warnExpired} />, { locale }).container.textContent ?? '';

describe('a payment method in words', () => {
  it('L-073 L-074: a card shows its brand, its last four digits and until when it is good', () => {
    expect(shown(visa)).toBe('Visa •••• 下4桁 1111 有効期限 2030/12');
    expect(shown(visa, false, 'en')).toBe('Visa •••• ending in 1111 good thru 2030/12');
  });

  it('F-217: a brand we do not know is just a card', () => {
    const card = { cardbrandCode: '', cardNumberSuffix: '0004', expireDate: '203101', isExpired: false };
    expect(shown({ ...visa, sbpsCreditInfo: card })).toContain('クレジットカード •••• ');
  });

  it('L-072: an expired card is pointed out only where that is wanted', () => {
    expect(shown(expired)).not.toContain('有効期限が切れています');
    expect(shown(expired, true)).toContain('このカードは有効期限が切れています。');
  });

  it.each([
    ['SbpsPaypay', 'PayPay'],
    ['PaypalNvp', 'PayPal'],
    ['SbpsDocomo', 'd払い'],
    ['Unheard', 'その他のお支払い方法'],
  ])('%s is %s', (type, name) => {
    const paymentMethodType = type as PaymentMethodType;
    expect(shown({ ...visa, paymentMethodType, sbpsCreditInfo: null })).toBe(name);
  });
});

it('R-076: a registration ends with what happened and one next step', () => {
  const { getByText, getByRole } = renderView(<PaymentMethodCompleteView />, {
    address: '/mypage/payment-method/complete',
  });
  expect(getByText('お支払い方法を登録しました。')).toBeTruthy();
  expect(getByRole('link').getAttribute('href')).toBe('/mypage');
});
