import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { answer, asked } from '@/testing/api';
import { withParts } from '@/testing/dynamic';
import { plan } from '@/testing/plans';
import { formScreen, order } from '@/testing/purchase';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { PlanPageView } from './PlanPageView';

withParts();

const show = (hasAvailableCampaign = true) =>
  renderView(<PlanPageView />, {
    document: PurchaseFormScreenDocument,
    data: { screen: { ...formScreen, plan: { ...plan, hasAvailableCampaign, survey: null, sample: null } } },
    variables: { planId: 'standard', paymentMethodId: null },
    root: { authId: 'a1' },
    address: '/plans/standard',
  });

const code = () => screen.getByLabelText(/^キャンペーンコード/, { selector: 'input[type=text]' });
const alone = () => userEvent.click(screen.getByLabelText(/^キャンペーンコードだけで/));
const submit = () => userEvent.click(screen.getByRole('button', { name: '確認画面へ進む' }));
const half = {
  ...order,
  billingAmount: 550,
  campaignId: 'spring',
  campaignType: 'other' as const,
  campaignName: '春の半額キャンペーン',
  discountContinuationCount: 3,
  schedule: order.schedule.map((charge) => ({ ...charge, amount: 550, taxAmount: 50 })),
  regularCharge: { day: '2027-02-21', amount: 1100, taxAmount: 100, termStart: '2027-02-21', termEnd: '2027-03-20' },
};
const verified = {
  result: { redirectTo: null, flowError: null, userErrors: [], verification: half },
};
const done = { result: { redirectTo: null, flowError: null, userErrors: [], purchaseToken: 'token-1' } };

describe('the code of a campaign', () => {
  it('L-058: is asked for only where a campaign takes one', () => {
    show(false);
    expect(screen.queryByLabelText(/^キャンペーンコード/)).toBeNull();
  });

  it('A-111 A-115 S-053 C-064 L-055: is verified on demand, and the order in sight says what it then costs', async () => {
    answer('PurchaseVerify', verified);
    show();
    await userEvent.type(code(), '\u3000SPRING ');
    await userEvent.click(screen.getByRole('button', { name: 'コードを適用する' }));
    const summary = within(screen.getByRole('region', { name: 'ご注文内容' }));
    expect(await summary.findByText('春の半額キャンペーン')).toBeTruthy();
    expect(summary.getAllByText('550円')).toHaveLength(2);
    expect(summary.getByText('2027/2/21から毎月1,100円')).toBeTruthy();
    expect(asked('PurchaseVerify')).toEqual([
      { planId: 'standard', paymentMethodId: 'm-visa', campaignCode: 'SPRING' },
    ]);
  });

  it('S-053: what another code would cost is not said of the one that is typed now', async () => {
    answer('PurchaseVerify', verified);
    show();
    await userEvent.type(code(), 'SPRING');
    await userEvent.click(screen.getByRole('button', { name: 'コードを適用する' }));
    const summary = within(screen.getByRole('region', { name: 'ご注文内容' }));
    expect(await summary.findByText('春の半額キャンペーン')).toBeTruthy();
    await userEvent.type(code(), '2');
    expect(summary.queryByText('春の半額キャンペーン')).toBeNull();
    expect(summary.queryByText('550円')).toBeNull();
  });

  it('F-154 V-040: is sent with the order, trimmed', async () => {
    answer('PurchaseForm', done);
    show();
    await userEvent.type(code(), ' SPRING\u3000');
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(asked('PurchaseForm')[0]).toMatchObject({ campaignCode: 'SPRING' });
  });

  it('V-041: takes letters and digits only', async () => {
    show();
    await userEvent.type(code(), '春のコード');
    await submit();
    expect(await screen.findByText('キャンペーンコードは英数字で入力してください。')).toBeTruthy();
    expect(asked('PurchaseForm')).toEqual([]);
  });

  it('A-115 L-054 F-153 V-039: may pay for all of the order, and is then required', async () => {
    answer('PurchaseForm', done);
    show();
    await alone();
    await submit();
    expect(await screen.findByText('キャンペーンコードを入力してください')).toBeTruthy();
    await userEvent.type(code(), 'GIFT');
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(asked('PurchaseForm')[0]).toMatchObject({ paymentMethodId: 'CampaignCode', campaignCode: 'GIFT' });
  });

  it('E-038: a code that does not pay for all of it is told at the tiles', async () => {
    const message = 'このキャンペーンコードだけではお支払いを完了できません。ほかのお支払い方法をお選びください。';
    const userErrors = [{ code: 'CAMPAIGN_NOT_FREE', field: 'paymentMethodId', message }];
    answer('PurchaseForm', { result: { redirectTo: null, flowError: null, userErrors, purchaseToken: null } });
    show();
    await alone();
    await userEvent.type(code(), 'HALF');
    await submit();
    expect(await screen.findByText(message)).toBeTruthy();
  });
});
