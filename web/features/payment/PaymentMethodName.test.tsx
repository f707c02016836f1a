import { describe, expect, it } from 'vitest';
import type { PaymentMethodType } from '@/generated/fragments';
import { completed } from '@/layouts/Completed';
import { expired, visa } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { PaymentMethodName } from './PaymentMethodName';

const shown = (...[method, warnExpired, locale]: [typeof visa, boolean?, ('ja' | 'en')?]) =>
  renderView(<PaymentMethodName method={method} warnExpired={warnExpired} />, { locale }).container.textContent ?? '';

describe('a payment method in words', () => {
  it('L-073 L-074: a card shows its brand, its last four digits and until when it is good', () => {
    expect(shown(visa)).toBe('Visa •••• 下4桁 1111 有効期限 2030/12');
    expect(shown(visa, false, 'en')).toBe('Visa •••• ending in 1111 expires 12/2030');
  });

  it('F-217: a brand we do not know is just a card', () => {
    const card = { cardbrandCode: '', cardNumberSuffix: '0004', expireDate: '203101', isExpired: false };
    expect(shown({ ...visa, sbpsCreditInfo: card })).toContain('クレジットカード •••• ');
  });

  it('A-143 L-072: an expired card is pointed out only where that is wanted', () => {
    expect(shown(expired)).not.toContain('有効期限が切れています');
    expect(shown(expired, true)).toContain('このカードは有効期限が切れています。');
  });

  it.each([
    ['F-199', 'CampaignCode', 'キャンペーンコード'],
    ['F-200', 'PaypalNvp', 'PayPal'],
    ['F-201', 'PaypalRest', 'PayPal'],
    ['F-203', 'SbpsAuone', 'auかんたん決済'],
    ['F-204', 'SbpsAuSimple', 'auかんたん決済'],
    ['F-205', 'SbpsDocomo', 'd払い'],
    ['F-206', 'SbpsPaypay', 'PayPay'],
    ['F-207', 'SbpsSoftbank', 'ソフトバンクまとめて支払い'],
    ['F-208', 'SbpsSoftbankYahoo', 'ソフトバンク・ワイモバイルまとめて支払い'],
    ['', 'Unheard', 'その他のお支払い方法'],
  ])('%s: %s is %s', (_row, type, name) => {
    const paymentMethodType = type as PaymentMethodType;
    expect(shown({ ...visa, paymentMethodType, sbpsCreditInfo: null })).toBe(name);
  });
});

it.each([['R-077', 'deleted', 'お支払い方法を削除しました。']] as const)(
  '%s: a page says what happened, and one next step',
  (_row, of, text) => {
    const View = completed('payment', of);
    const { getByText, getByRole } = renderView(<View />);
    expect(getByText(text)).toBeTruthy();
    expect(getByRole('link').getAttribute('href')).toBe('/mypage/payment-method');
  },
);
