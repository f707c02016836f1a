import {
  MemberContractsScreenDocument,
  type MemberContractsScreenQuery,
} from '@/generated/staff/MemberContractsScreen';
import { MemberMoneyScreenDocument, type MemberMoneyScreenQuery } from '@/generated/staff/MemberMoneyScreen';
import { MemberScreenDocument, type MemberScreenQuery } from '@/generated/staff/MemberScreen';
import { holds } from '@/lib/desk/desk';
import type { Ask, StaffDocument } from '@/lib/desk/document';
import { Refused } from '@/lib/desk/refused';

export type Member = NonNullable<MemberScreenQuery['member']>;
export type Contract = NonNullable<MemberContractsScreenQuery['contracts']>['nodes'][number];
export type Bill = NonNullable<MemberMoneyScreenQuery['bills']>['nodes'][number];

/** A part of the page: its data, or why there is none; null where its scope is not held. */
type Part<T> = { data: T; wrong?: undefined } | { data?: undefined; wrong: string } | null;

export type MemberPage = MemberScreenQuery & {
  member: Member;
  contracts: Part<MemberContractsScreenQuery>;
  money: Part<MemberMoneyScreenQuery>;
};

/**
 * What the page of a member shows: the parts whose scopes the caller holds. A document is refused
 * as a whole where one is missing, so each part has its own.
 */
export async function loadMember(accountId: string, ask: Ask): Promise<MemberPage | null> {
  const { staff, member } = await ask(MemberScreenDocument, { accountId });
  if (!member) return null;
  const part = async <R>(document: StaffDocument<R, { accountId: string }>): Promise<Part<R>> => {
    try {
      return { data: await ask(document, { accountId }) };
    } catch (error) {
      if (error instanceof Refused && error.fault.status !== 401) return { wrong: error.fault.message ?? '' };
      throw error;
    }
  };
  const [contracts, money] = await Promise.all([
    holds(staff, 'CONTRACTS_READ') ? part(MemberContractsScreenDocument) : null,
    holds(staff, 'MONEY_READ') ? part(MemberMoneyScreenDocument) : null,
  ]);
  return { staff, member, contracts, money };
}

/** Charges that something may be given back of. */
export function refundable({ money }: Pick<MemberPage, 'money'>) {
  return money?.data?.charges?.nodes.filter(({ left, state }) => left > 0 && state === 'settled') ?? [];
}

/** Contracts that have not ended. */
export function running({ contracts }: Pick<MemberPage, 'contracts'>) {
  return contracts?.data?.contracts?.nodes.filter(({ endedAt }) => !endedAt) ?? [];
}
