import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ChangePlanScreenDocument } from '@/generated/ChangePlanScreen';
import type {
  ComingPlanFragment,
  PaymentMethodType,
  SubscriptionFragment,
  UserErrorFragment,
} from '@/generated/fragments';
import { PlanChangeConfirmScreenDocument } from '@/generated/PlanChangeConfirmScreen';
import { PlanChangedScreenDocument } from '@/generated/PlanChangedScreen';
import { answer, asked } from '@/testing/api';
import { contract, visa } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { ChangePlanView } from './ChangePlanView';
import { PlanChange } from './PlanChange';
import { PlanChangeConfirmView } from './PlanChangeConfirmView';
import { PlanChangedView } from './PlanChangedView';

const annual: ComingPlanFragment = {
  planId: 'annual',
  planName: '年間パスポート',
  service: '全作品を4K画質で。',
  renewSpan: 12,
  renewSpanUnit: 'months',
  day: '2026-12-05',
  amount: 9800,
  tax: 890,
  periodEnd: '2027-12-04',
};
const coming: SubscriptionFragment = { ...contract, planChange: annual, planChangeUndoDay: '2026-12-04' };
const none = { redirectTo: null, flowError: null };

describe('choosing another plan', () => {
  const show = (
    blockedBy: UserErrorFragment | null,
    options: ComingPlanFragment[],
    locale: 'ja' | 'en' = 'ja',
    subscription: SubscriptionFragment = contract,
  ) =>
    renderView(<ChangePlanView />, {
      document: ChangePlanScreenDocument,
      data: { screen: { ...none, subscription, blockedBy, options } },
      variables: { subscriptionId: 's-1' },
      address: '/mypage/subscription/s-1/plan',
      locale,
    });

  it('U-1: shows what each costs, from when, and leads on without a script', () => {
    show(null, [annual]);
    const facts = screen.getByRole('article', { name: '年間パスポート' }).textContent;
    expect(facts).toContain('9,800円（税込）');
    expect(facts).toContain('2026/12/5〜2027/12/4');
    const choose = screen.getByRole('link', { name: /^このプランに変更する.*年間パスポート$/ });
    expect(choose.getAttribute('href')).toBe('/mypage/subscription/s-1/plan/confirm?planId=annual');
    const present = screen.getByRole('region', { name: '現在のプラン' });
    expect(present.textContent).toBe('現在のプラン見放題スタンダード1,100円（税込） 1か月あたり');
  });

  it('says in both languages that there is none', () => {
    show(null, []);
    expect(screen.getByText('変更できるプランがありません。')).toBeTruthy();
    cleanup();
    show(null, [], 'en');
    expect(screen.getByText('There is no plan to change to.')).toBeTruthy();
  });

  it('leads to another way to pay, or says when a plan that a code pays for can be changed', () => {
    const blocked = { code: 'PLAN_NOT_CHANGEABLE' as const, field: null, message: '変更できません' };
    const paidBy = (paymentMethodType: PaymentMethodType) => ({
      ...contract,
      accountPaymentMethod: { ...visa, paymentMethodType, sbpsCreditInfo: null },
    });
    const link = () => screen.queryByRole('link', { name: 'お支払い方法を変更する' })?.getAttribute('href');
    show(blocked, [], 'ja', paidBy('SbpsAuSimple'));
    expect(link()).toBe('/mypage/subscription/s-1/payment-method');
    cleanup();
    show(blocked, [], 'ja', paidBy('CampaignCode'));
    expect(screen.getByText(/終了後に、ほかのプランをお申し込みいただけます。/)).toBeTruthy();
    expect(link()).toBeUndefined();
    cleanup();
    show(blocked, [], 'en', paidBy('CampaignCode'));
    expect(screen.getByText(/After that you can order another plan./)).toBeTruthy();
    cleanup();
    show(blocked, []);
    expect(link()).toBeUndefined();
  });

  it('names what is chosen already, unless the contract is to end', () => {
    show(null, [], 'ja', coming);
    expect(screen.getByText(/2026\/12\/5から「年間パスポート」に変わります。/)).toBeTruthy();
    expect(screen.getByText('ほかに変更できるプランはありません。')).toBeTruthy();
    cleanup();
    const cancelled = { code: 'PLAN_CHANGE_CANCELLED' as const, field: null, message: '解約済み' };
    show(cancelled, [], 'ja', { ...coming, statusGroup: 'CANCEL_REQUESTED' });
    expect(screen.queryByText(/年間パスポート/)).toBeNull();
  });

  it('says why not, and leads to what comes first', () => {
    show({ code: 'PLAN_CHANGE_UNPAID', field: null, message: '先にお支払いを' }, []);
    expect(screen.getByText('先にお支払いを')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'お支払い方法を確認する' }).getAttribute('href')).toBe(
      '/mypage/subscription/s-1/payment-method',
    );
    expect(screen.queryByText('変更できるプランがありません。')).toBeNull();
  });
});

describe('the change of plan before it is agreed on', () => {
  const show = () =>
    renderView(<PlanChangeConfirmView />, {
      document: PlanChangeConfirmScreenDocument,
      data: {
        screen: {
          ...none,
          subscription: contract,
          plan: annual,
          terms: { items: [{ key: 'change', title: 'プランの変更', text: '変わります' }], buttonLabel: '変更する' },
          shown: 'digest',
        },
      },
      variables: { subscriptionId: 's-1', planId: 'annual' },
      address: '/mypage/subscription/s-1/plan/confirm?planId=annual',
    });
  const press = () => userEvent.click(screen.getByRole('button', { name: '変更する' }));

  it('U-1: shows what is charged when and the conditions, and sends what was shown', async () => {
    answer('ChangePlan', {
      result: { redirectTo: '/mypage/subscription/s-1/plan/complete', flowError: null, userErrors: [] },
    });
    show();
    expect(screen.getByText('2026/12/5のお支払い')).toBeTruthy();
    expect(screen.getByText('変わります')).toBeTruthy();
    await press();
    await waitFor(() => expect(router.replace).toHaveBeenCalled());
    expect(asked('ChangePlan')).toEqual([{ subscriptionId: 's-1', planId: 'annual', shown: 'digest' }]);
  });

  it('leads back to the choice when the price has changed meanwhile', async () => {
    answer('ChangePlan', {
      result: { ...none, userErrors: [{ code: 'PRICE_CHANGED', field: null, message: '変わりました' }] },
    });
    show();
    await press();
    const again = await screen.findByRole('link', { name: '内容を確認し直す' });
    expect(again.getAttribute('href')).toBe('/mypage/subscription/s-1/plan');
    expect(screen.queryByRole('button', { name: '変更する' })).toBeNull();
  });
});

const nothing = async () => {};

describe('a contract that is going to be of another plan', () => {
  it('says so, and takes it back once', async () => {
    answer('KeepPlan', { result: { redirectTo: '/mypage/subscription/s-1', flowError: null, userErrors: [] } });
    let kept = 0;
    renderView(
      <PlanChange
        subscription={coming}
        onKept={() => {
          kept++;
        }}
        refetch={nothing}
      />,
    );
    expect(screen.getByText(/2026\/12\/5から「年間パスポート」に変わります。/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '変更を取り消す' }));
    await waitFor(() => expect(kept).toBe(1));
    expect(asked('KeepPlan')).toEqual([{ subscriptionId: 's-1' }]);
  });

  it('has no button once it is too late, and shows nothing without a choice', () => {
    renderView(<PlanChange subscription={{ ...coming, planChangeUndoDay: null }} onKept={nothing} refetch={nothing} />);
    expect(screen.queryByRole('button', { name: '変更を取り消す' })).toBeNull();
    cleanup();
    for (const subscription of [contract, { ...coming, statusGroup: 'CANCEL_REQUESTED' as const }]) {
      renderView(<PlanChange subscription={subscription} onKept={nothing} refetch={nothing} />);
      expect(screen.queryByRole('region', { name: 'プランの変更を承っています' })).toBeNull();
    }
  });

  it('is asked for anew where taking it back is refused', async () => {
    answer('KeepPlan', {
      result: { ...none, userErrors: [{ code: 'PLAN_CHANGE_UNPAID', field: null, message: '先にお支払いを' }] },
    });
    let anew = 0;
    const refetch = async () => {
      anew++;
    };
    renderView(<PlanChange subscription={coming} onKept={nothing} refetch={refetch} />);
    await userEvent.click(screen.getByRole('button', { name: '変更を取り消す' }));
    expect(await screen.findByText('先にお支払いを')).toBeTruthy();
    expect(anew).toBe(1);
  });
});

describe('after the change of plan', () => {
  it('says from when, for how much, and until when it can be taken back', () => {
    renderView(<PlanChangedView />, {
      document: PlanChangedScreenDocument,
      data: { screen: { ...none, subscription: coming } },
      variables: { subscriptionId: 's-1' },
      address: '/mypage/subscription/s-1/plan/complete',
    });
    expect(screen.getByRole('heading', { name: 'プランの変更を承りました' })).toBeTruthy();
    expect(screen.getByText('2026/12/4までは、変更を取り消すことができます。')).toBeTruthy();
  });
});
