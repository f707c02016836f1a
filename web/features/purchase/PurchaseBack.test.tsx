import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getAlert } from '@/testing/alerts';
import { answer, asked } from '@/testing/api';
import { withParts } from '@/testing/dynamic';
import { playScripts } from '@/testing/payment';
import { type FormScreen, formScreen } from '@/testing/purchase';
import { addCard, done, field, fillCard, show, submit } from '@/testing/purchaseForm';
import { router } from '@/testing/router';
import { question, surveyOf } from '@/testing/survey';

withParts();

const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

const refused = (code: string, field: string | null, message: string) => ({
  result: { redirectTo: null, flowError: null, userErrors: [{ code, field, message }], purchaseToken: null },
});

describe('back from the bank', () => {
  const survey = surveyOf(question('text'));
  const back = '/plans/standard?paymentMethodId=m-visa&signup=1';
  /** The form was sent with a new card, in this tab or, without it, in another one. */
  const sent = async () => {
    playScripts();
    answer('RegisterCard', done('https://bank.example/3ds'));
    const { unmount } = show(
      { paymentMethods: [], plan: { ...formScreen.plan, survey } },
      { address: '/plans/standard?signup=1' },
    );
    await userEvent.type(field(/^textの質問/), '灯り');
    await fillCard();
    await submit(addCard);
    await waitFor(() => expect(assign).toHaveBeenCalled());
    unmount();
  };
  const comeBack = (changes: Partial<FormScreen> = {}, address = back) =>
    show({ selectedPaymentMethodId: 'm-visa', plan: { ...formScreen.plan, survey }, ...changes }, { address });

  it('goes on by itself with the card and the answers, once', async () => {
    await sent();
    answer('PurchaseForm', done());
    const { unmount } = comeBack();
    expect(screen.getByText('お支払い方法を登録しました。')).toBeTruthy();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/plans/standard/confirm'));
    expect(asked('PurchaseForm')).toEqual([
      {
        planId: 'standard',
        paymentMethodId: 'm-visa',
        campaignCode: null,
        answers: [{ questionId: 'text', values: ['灯り'] }],
        signup: true,
      },
    ]);
    unmount();
    comeBack();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked('PurchaseForm')).toHaveLength(1);
  });

  it('tells what keeps it from going on, and can be sent again', async () => {
    await sent();
    answer('PurchaseForm', refused('PRODUCT_UNAVAILABLE', null, 'お申し込みいただけません。'));
    comeBack();
    await waitFor(() => expect(getAlert().textContent).toContain('お申し込みいただけません。'));
    await submit();
    await waitFor(() => expect(asked('PurchaseForm')).toHaveLength(2));
  });

  it.each([
    ['when the form was not sent in this tab', false, back, 'm-visa'],
    ['after a card that was refused', true, '/plans/standard?signup=1', null],
    ['with a card that is not the one in the address', true, '/plans/standard?paymentMethodId=m-other', null],
  ])('stays %s', async (_who, wasSent, address, selectedPaymentMethodId) => {
    if (wasSent) await sent();
    answer('PurchaseForm', done());
    comeBack({ selectedPaymentMethodId }, address);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked('PurchaseForm')).toEqual([]);
    expect(screen.queryByText('お支払い方法を登録しました。') !== null).toBe(!wasSent);
  });
});
