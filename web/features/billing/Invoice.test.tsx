import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PaymentHistoryEntryFragment as Entry, InvoiceFragment } from '@/generated/fragments';
import { InvoiceScreenDocument } from '@/generated/InvoiceScreen';
import { ReturnInvoiceScreenDocument } from '@/generated/ReturnInvoiceScreen';
import { renderView } from '@/testing/render';
import { addressed } from './honorifics';
import { InvoiceView, ReturnInvoiceView } from './InvoiceView';
import { addresseeSchema } from './schema';

const card: Entry['accountPaymentMethod'] = {
  paymentMethodType: 'SbpsCredit',
  sbpsCreditInfo: { cardbrandCode: 'V', cardNumberSuffix: '4242' },
};

const invoice: InvoiceFragment = {
  earningsId: 'e-1',
  refundId: null,
  orderInfoId: 'o-1',
  number: 'S-7QXM-2PZC-HT5W',
  originalNumber: null,
  orderNumber: 'C-7QXM-2PZC-HT5W',
  contactEmail: 'taro@example.jp',
  planName: '見放題スタンダード',
  startDay: '2027-03-01',
  endDay: '2027-03-31',
  createdAt: '2027-02-28T16:00:00Z',
  doneAt: '2027-03-01T16:00:00Z',
  soldAt: '2027-03-01T16:00:00Z',
  originalPrice: 1100,
  discount: 110,
  campaignName: '春の1割引',
  billingAmount: 990,
  netBillingAmount: 900,
  taxAmount: 90,
  taxRate: 10,
  accountPaymentMethod: card,
  invoiceRegistrationNumber: 'T1234567890123',
  seller: {
    name: '株式会社シネマ',
    serviceName: 'シネマオンライン',
    address: '東京都千代田区1-1',
    phone: '03-0000-0000',
    email: 'help@example.jp',
  },
};

function open(of: Partial<InvoiceFragment> = {}, locale: 'ja' | 'en' = 'ja') {
  const data = { screen: { redirectTo: null, flowError: null, invoice: { ...invoice, ...of } } };
  if (of.refundId) {
    const variables = { refundId: of.refundId };
    return renderView(<ReturnInvoiceView />, { document: ReturnInvoiceScreenDocument, data, variables, locale });
  }
  return renderView(<InvoiceView />, {
    document: InvoiceScreenDocument,
    data,
    variables: { earningsId: 'e-1' },
    locale,
    address: '/mypage/invoice/e-1',
  });
}

/** Answers the dialog. */
async function address(name: string, honorific?: string) {
  const user = userEvent.setup();
  const field = screen.getByRole('textbox');
  await user.clear(field);
  if (name) await user.click(field);
  if (name) await user.paste(name);
  if (honorific) await user.click(screen.getByRole('radio', { name: honorific }));
  await user.click(screen.getByRole('button', { name: /^(表示する|Show)$/ }));
}

const sheet = () => screen.findByRole('article');

describe('an invoice', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('A-151 A-152 L-076 S-088: is there only once it is known whom it is addressed to', async () => {
    open();
    expect(screen.getByRole('dialog', { name: '宛名の入力' })).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByText('990円')).toBeNull();
    await address('株式会社かいいん', '御中');
    expect((await sheet()).textContent).toContain('株式会社かいいん 御中');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('R-078 L-078 F-228 F-229: says who sold, what, when, with the totals of the rate', async () => {
    open();
    await address('山田 太郎', '様');
    const text = (await sheet()).textContent ?? '';
    for (const part of [
      '山田 太郎 様',
      '株式会社シネマ',
      '登録番号: T1234567890123',
      'ご請求金額（税込）990円',
      '見放題スタンダード2027/3/1〜2027/3/311,100円',
      '割引春の1割引−110円',
      '10%対象900円90円990円',
      'お支払い日2027/3/2',
      'お支払い方法Visa •••• 下4桁 4242',
      '請求書番号S-7QXM-2PZC-HT5W',
      '注文番号C-7QXM-2PZC-HT5W',
      'taro@example.jp',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('in English, with what the store does not tell left out', async () => {
    open(
      {
        invoiceRegistrationNumber: null,
        orderInfoId: null,
        orderNumber: null,
        contactEmail: null,
        accountPaymentMethod: null,
        discount: 0,
        campaignName: null,
      },
      'en',
    );
    await address('Kaiin Inc.', 'None');
    const text = (await sheet()).textContent ?? '';
    expect(text).toContain('Kaiin Inc.株式会社シネマ'); // no honorific between them
    for (const absent of ['Registration number', 'Order number', 'email address', 'Payment method', 'Discount']) {
      expect(text).not.toContain(absent);
    }
  });

  it('of a refund names the payment that it belongs to', async () => {
    open({
      refundId: 'r-1',
      number: 'H-7QXM-2PZC-HT5W',
      originalNumber: 'S-7QXM-2PZC-HT5W',
      billingAmount: 330,
      netBillingAmount: 300,
      taxAmount: 30,
      originalPrice: 0,
      discount: 0,
      campaignName: null,
      doneAt: '2027-03-09T16:00:00Z',
    });
    await address('山田');
    const text = (await sheet()).textContent ?? '';
    for (const part of [
      '返還請求書',
      '返金額（税込）330円',
      '見放題スタンダードの返金',
      '10%対象300円30円330円',
      '返金日2027/3/10',
      '元のお支払い日2027/3/2',
      '返還請求書番号H-7QXM-2PZC-HT5W',
      '元の請求書番号S-7QXM-2PZC-HT5W',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('V-055 V-056: a name is needed, of 100 characters at most', async () => {
    open();
    await address('   ');
    expect(await screen.findByText('宛名を入力してください。')).toBeTruthy();
    await address('あ'.repeat(200));
    expect(await screen.findByText('宛名は100文字以内で入力してください。')).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    await address('あ'.repeat(100));
    expect((await sheet()).textContent).toContain(`${'あ'.repeat(100)} 様`);
  });

  it('a name is text, whatever it looks like, and any width stays', async () => {
    open();
    const name = '<img src=x onerror="alert(1)">ＡＢＣ　カブシキ';
    await address(name);
    expect((await sheet()).textContent).toContain(`${name} 様`);
    expect((await sheet()).querySelector('img')).toBeNull();
  });

  it('can be addressed anew, and left as it is', async () => {
    open();
    await address('山田');
    await sheet();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: '宛名を変更する' }));
    await user.click(screen.getByRole('button', { name: '閉じる' }));
    expect((await sheet()).textContent).toContain('山田 様');
    await user.click(screen.getByRole('button', { name: '宛名を変更する' }));
    await address('佐藤', '御中');
    await waitFor(async () => expect((await sheet()).textContent).toContain('佐藤 御中'));
  });

  it('is printed by the browser', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    open();
    await address('山田');
    await userEvent.setup().click(await screen.findByRole('button', { name: '印刷する' }));
    expect(print).toHaveBeenCalledOnce();
  });
});

//
describe('whom it is addressed to', () => {
  it.each([
    ['none', '山田'],
    ['sama', '山田 様'],
    ['onchu', '山田 御中'],
  ] as const)('V-057: %s', (honorific, printed) => {
    expect(addresseeSchema.safeParse({ addressee: ' 山田 ', honorific }).data).toEqual({
      addressee: '山田',
      honorific,
    });
    expect(addressed('山田', honorific)).toBe(printed);
  });

  it.each(['', 'kun', null, undefined, 'SAMA'])('V-057: not %j', (honorific) => {
    const result = addresseeSchema.safeParse({ addressee: '山田', honorific });
    expect(result.error?.issues.map(({ message }) => message)).toEqual(['INVALID_CHOICE']);
  });
});
