import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SubscriptionFragment } from '@/generated/fragments';
import { PurchaseConfirmScreenDocument } from '@/generated/PurchaseConfirmScreen';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { withParts } from '@/testing/dynamic';
import { contract } from '@/testing/plans';
import { confirmScreen, formScreen } from '@/testing/purchase';
import { renderView } from '@/testing/render';
import { Beside } from './Beside';
import { PlanPageView } from './PlanPageView';
import { PurchaseConfirmView } from './PurchaseConfirmView';

withParts();

const goesOn = /現在「見放題スタンダード」（毎月1,100円）をご契約中です。/;
const address = `/plans/${formScreen.plan.planId}`;
const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');
const form = (beside: SubscriptionFragment | null) =>
  renderView(<PlanPageView />, {
    document: PurchaseFormScreenDocument,
    data: { screen: { ...formScreen, beside } },
    address,
  });
const confirm = (beside: SubscriptionFragment | null) =>
  renderView(<PurchaseConfirmView />, {
    document: PurchaseConfirmScreenDocument,
    data: { screen: { ...confirmScreen, beside } },
    variables: { planId: confirmScreen.plan?.planId, signup: false },
    address: `${address}/confirm`,
  });

describe('a member who has a plan of the group that goes on beside this one', () => {
  it.each([
    ['the form', form, '確認画面へ進む'],
    ['the confirm page', confirm, /申し込みを確定する/],
  ] as const)('U-1: is told so by %s, which still orders', async (_name, show, button) => {
    show(contract);
    expect(await screen.findByText(goesOn)).toBeTruthy();
    expect(screen.getByText('このお申し込みをされても、自動では解約されません。')).toBeTruthy();
    expect(screen.getByText(/アンケートのあるプランとの間では、プランの変更はできません。/)).toBeTruthy();
    expect(link('ご契約中のプランを期間の終わりで解約する')).toBe(
      `/mypage/subscription/s-1/withdraw?returnTo=${encodeURIComponent(address)}`,
    );
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
    expect(screen.queryByText(/次回のお支払い日から、このプランに変更できます。/)).toBeNull();
  });

  it.each([
    ['the form', form, '確認画面へ進む'],
    ['the confirm page', confirm, /申し込みを確定する/],
  ] as const)('is told nothing by %s without such a plan', async (_name, show, button) => {
    show(null);
    expect(await screen.findByRole('button', { name: button })).toBeTruthy();
    expect(screen.queryByText(/をご契約中です。/)).toBeNull();
  });

  it('is told so in English', () => {
    renderView(<Beside subscription={contract} planId="supporter" />, { locale: 'en' });
    expect(screen.getByText('It is not cancelled by this order.')).toBeTruthy();
    expect(link('Cancel your present plan at the end of its term')).toBe(
      '/mypage/subscription/s-1/withdraw?returnTo=%2Fplans%2Fsupporter',
    );
  });
});
