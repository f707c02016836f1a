import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { MemberPage } from '@/features/desk/member';
import type { DeskProps } from '@/lib/desk/props';
import { PageContext } from '@/lib/pageContext';
import { inPage, pageFor } from './render';

// A page of the staff: who is logged in, and a member with something of everything.

const note = { by: '灯 葵', createdAt: '2026-01-05T00:00:00Z', changedAt: '2026-01-05T00:00:00Z' };

export const member: MemberPage['member'] = {
  accountId: 'a1',
  status: 'active',
  isGuarded: false,
  locale: 'ja',
  createdAt: '2026-01-04T15:04:05Z',
  withdrawnAt: null,
  erasedAt: null,
  leavesAt: null,
  viewableUntil: null,
  version: 'm1',
  profile: {
    ...{ name: '会＊＊＊', nameKana: null, email: 'v***@example.jp', emailVerifiedAt: null, phone: '***-****-5678' },
    ...{
      birthday: '19800504',
      sex: '1',
      postalCode: '1000001',
      prefecture: 13,
      address: '＊＊＊',
      userId: null,
      custom: [],
    },
  },
  reveal: null,
  login: {
    ...{ hasPassword: true, mustChangePassword: false, factors: [], externalAccounts: [] },
    ...{ lastLoginAt: null, failedSince: 2, openSessions: 1, trustedDevices: 0, throttles: [], heldChanges: [] },
  },
  loginHistory: { nodes: [] },
  notes: {
    nodes: [
      { ...note, noteId: 'n1', version: 1, text: '新しい', isPinned: false },
      { ...note, noteId: 'n2', version: 2, text: '固定した', isPinned: true, by: '沖 蓮' },
    ],
  },
};

export const page = (more: Partial<MemberPage> = {}): MemberPage => ({
  ...{ staff: null, member, proposals: null, contracts: null, money: null, timeline: null },
  wanted: { kind: null, after: null },
  ...more,
});

type Contracts = NonNullable<NonNullable<MemberPage['contracts']>['data']>;
type Money = NonNullable<NonNullable<MemberPage['money']>['data']>;

const contract: Contracts['contracts']['nodes'][number] = {
  ...{ subscriptionId: 'c1', version: 'v1', status: 'ONGOING_CONTRACT', planId: 'standard', planName: 'スタンダード' },
  ...{
    nextPlanName: null,
    period: 2,
    paidThrough: '2026-02-03',
    nextSettlementDay: '2026-02-04',
    biller: 'ours',
    cardBrand: 'V',
  },
  ...{ cardSuffix: '1111', receipt: null, cancelledAt: null, heldAt: null, endedAt: null },
  ...{ createdAt: '2026-01-04T00:00:00Z', outlook: { course: 'CHARGED', day: '2026-02-04', amount: 1100 } },
};

/** Contracts in every state that an act asks for. */
export const contracts: { data: Contracts } = {
  data: {
    contracts: {
      nodes: [
        contract,
        {
          ...contract,
          ...{
            subscriptionId: 'c2',
            version: 'v2',
            planName: '解約中',
            receipt: 'K-1',
            cancelledAt: '2026-01-06T00:00:00Z',
          },
          outlook: { course: 'ENDS', day: '2026-02-03', amount: 0 },
        },
        {
          ...contract,
          ...{ subscriptionId: 'c3', version: 'v3', planName: '未払い' },
          outlook: { course: 'RETRIED', day: '2026-02-05', amount: 1100 },
        },
        {
          ...contract,
          ...{ subscriptionId: 'c4', version: 'v4', planName: '保留', heldAt: '2026-01-06T00:00:00Z' },
          outlook: { course: 'HELD', day: '2026-03-05', amount: 1100 },
        },
        { ...contract, subscriptionId: 'c5', planName: '終了', endedAt: '2026-01-06T00:00:00Z', outlook: null },
      ],
      pageInfo: { hasNextPage: false },
    },
    entitlements: {
      nodes: [
        {
          ...{ entitlementId: 'e1', planName: '借りた映画', subscriptionId: null, startsAt: '2026-01-04T00:00:00Z' },
          ...{ expiresAt: '2026-01-06T00:00:00Z', revokedAt: null },
        },
        {
          ...{ entitlementId: 'e2', planName: '買った映画', subscriptionId: null, startsAt: '2026-01-04T00:00:00Z' },
          ...{ expiresAt: null, revokedAt: null },
        },
      ],
      pageInfo: { hasNextPage: false },
    },
  },
};

const charge: Money['bills']['nodes'][number]['charges'][number] = {
  ...{ chargeId: 'p1', version: 'w1', planName: 'スタンダード', state: 'settled', provider: 'SBPS' },
  ...{ providerOrderId: 'o-1', amount: 1100, left: 1100, cardBrand: 'V', cardSuffix: '1111', errorCode: '' },
  ...{ settledAt: '2026-01-04T00:00:00Z', createdAt: '2026-01-04T00:00:00Z' },
};

const bill: Money['bills']['nodes'][number] = {
  ...{
    billId: 'b1',
    number: 'S-7QXM-2PZC-HT5W',
    version: 'x1',
    subscriptionId: 'c1',
    planName: 'スタンダード',
    startDay: null,
    endDay: null,
  },
  ...{ amount: 1100, dueDay: '2026-02-04', state: 'open', attempts: 1, nextAttemptAt: null, paidAt: null, refunded: 0 },
  charges: [],
};

export const money: { data: Money } = {
  data: {
    orders: {
      nodes: [
        {
          ...{
            orderId: 'o1',
            number: 'C-7QXM-2PZC-HT5W',
            planId: 'standard',
            planName: 'スタンダード',
            state: 'completed',
            amount: 1100,
          },
          completedAt: '2026-01-04T00:00:00Z',
        },
      ],
    },
    bills: {
      nodes: [
        bill,
        {
          ...bill,
          ...{ billId: 'b2', state: 'paid', paidAt: '2026-01-04T00:00:00Z' },
          charges: [charge, { ...charge, chargeId: 'p2', state: 'declined', createdAt: '2026-01-05T00:00:00Z' }],
        },
      ],
      pageInfo: { hasNextPage: false },
    },
    refunds: {
      nodes: [
        {
          ...{
            refundId: 'r1',
            number: 'H-7QXM-2PZC-HT5W',
            chargeId: 'p1',
            amount: 300,
            state: 'done',
            askedBy: '灯 葵',
            errorCode: '',
          },
          ...{ doneAt: '2026-01-05T00:00:00Z', createdAt: '2026-01-05T00:00:00Z' },
        },
      ],
      pageInfo: { hasNextPage: false },
    },
  },
};

const staff = { staffNumber: 7, name: '灯 葵', department: 'サポート', roles: [], scopes: [], freshUntil: null };

export type Held = Pick<NonNullable<DeskProps['caller']>, 'scopes'> & { freshUntil?: string | null };

/** A view as a page of the staff has it. */
export function deskPage(view: ReactNode, held: Held, data: object | null, fault: DeskProps['fault'] = null) {
  const desk: DeskProps = { byIssuer: false, explorer: false, caller: { ...staff, ...held }, data, fault };
  return inPage(<PageContext value={{ ...pageFor(), desk }}>{view}</PageContext>, { address: '/staff' });
}

export function showAtDesk(...of: Parameters<typeof deskPage>) {
  return render(deskPage(...of));
}
