import type { MemberFactor, ResentMail, TimelineKind, WaitingMatter } from '@/generated/staff/enums';
import {
  MemberContractsScreenDocument,
  type MemberContractsScreenQuery,
} from '@/generated/staff/MemberContractsScreen';
import { MemberMoneyScreenDocument, type MemberMoneyScreenQuery } from '@/generated/staff/MemberMoneyScreen';
import { MemberScreenDocument, type MemberScreenQuery } from '@/generated/staff/MemberScreen';
import { MemberTimelineScreenDocument, type MemberTimelineScreenQuery } from '@/generated/staff/MemberTimelineScreen';
import { holds } from '@/lib/desk/desk';
import type { Ask, StaffDocument } from '@/lib/desk/document';
import { Refused } from '@/lib/desk/refused';
import { factorKinds, happenings, matters } from './values';

export type Member = NonNullable<MemberScreenQuery['member']>;
export type Contracts = NonNullable<MemberContractsScreenQuery['member']>;
export type Contract = Contracts['contracts']['nodes'][number];
export type Money = NonNullable<MemberMoneyScreenQuery['member']>;
export type Bill = Money['bills']['nodes'][number];
type Charge = Bill['charges'][number];
export type Timeline = NonNullable<MemberTimelineScreenQuery['member']>['timeline'];

/** A part of the page: its data, or why there is none; null where its scope is not held. */
type Part<T> = { data: T; wrong?: undefined } | { data?: undefined; wrong: string } | null;

/** Which part of the timeline is shown. */
type Wanted = { kind: TimelineKind | null; after: string | null };

export type MemberPage = MemberScreenQuery & {
  member: Member;
  contracts: Part<Contracts>;
  money: Part<Money>;
  timeline: Part<Timeline>;
  wanted: Wanted;
};

/** What an address asks for of the timeline; a kind that there is not is none. */
export function wantedOf(kind: string | null, after: string | null): Wanted {
  return { kind: happenings.find((known) => known === kind) ?? null, after: after || null };
}

/**
 * What the page of a member shows: the parts whose scopes the caller holds. A document is refused
 * as a whole where one is missing, so each part has its own. The timeline comes last: it is told
 * under the acts of reading contracts and money, where those were read before it.
 */
export async function loadMember(accountId: string, wanted: Wanted, ask: Ask): Promise<MemberPage | null> {
  const { member, ...rest } = await ask(MemberScreenDocument, { accountId });
  if (!member) return null;
  const part = async <R extends { member: unknown }, V extends object>(
    document: StaffDocument<R, V>,
    variables: V,
  ): Promise<Part<NonNullable<R['member']>>> => {
    try {
      const { member: data } = await ask(document, variables);
      return data ? { data } : null;
    } catch (error) {
      if (error instanceof Refused && error.fault.status !== 401) return { wrong: error.fault.message ?? '' };
      throw error;
    }
  };
  const [contracts, money] = await Promise.all([
    holds(rest.staff, 'CONTRACTS_READ') ? part(MemberContractsScreenDocument, { accountId }) : null,
    holds(rest.staff, 'MONEY_READ') ? part(MemberMoneyScreenDocument, { accountId }) : null,
  ]);
  const { kind, after } = wanted;
  const happened = await part(MemberTimelineScreenDocument, { accountId, kinds: kind ? [kind] : null, after });
  const timeline = happened?.data ? { data: happened.data.timeline } : (happened as Part<Timeline>);
  return { ...rest, member, contracts, money, timeline, wanted };
}

/** The charges of all bills, the newest first. */
export function chargesOf(money: Money): Charge[] {
  return money.bills.nodes.flatMap(({ charges }) => charges).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Charges that something may be given back of. */
export function refundable({ money }: Pick<MemberPage, 'money'>): Charge[] {
  return money?.data ? chargesOf(money.data).filter(({ left, state }) => left > 0 && state === 'settled') : [];
}

/** Bills of contracts that are not paid, and not being paid. */
export function waivable({ money }: Pick<MemberPage, 'money'>): Bill[] {
  return money?.data?.bills.nodes.filter(({ state, subscriptionId }) => state === 'open' && subscriptionId) ?? [];
}

type OfContracts = Pick<MemberPage, 'contracts'>;

/** Contracts that have not ended. */
export function running({ contracts }: OfContracts): Contract[] {
  return contracts?.data?.contracts.nodes.filter(({ endedAt }) => !endedAt) ?? [];
}

/** Those that end with what is paid of them. */
export function cancelled(page: OfContracts): Contract[] {
  return running(page).filter(({ cancelledAt }) => cancelledAt);
}

/** Those whose next billing day may be moved: nothing of theirs is being paid or tried again. */
export function extendable(page: OfContracts): Contract[] {
  return running(page).filter(
    ({ biller, outlook }) => biller === 'ours' && (outlook?.course === 'CHARGED' || outlook?.course === 'ENDS'),
  );
}

/** Those whose refused charge is tried again. */
export function retried(page: OfContracts): Contract[] {
  return running(page).filter(({ outlook }) => outlook?.course === 'RETRIED');
}

/** Those that owe something, and wait for it. */
export function owing(page: OfContracts): Contract[] {
  return running(page).filter(({ outlook }) => outlook?.course === 'RETRIED' || outlook?.course === 'HELD');
}

/** The version of one, as it is shown. */
export function versionOf(contracts: readonly Contract[], id: string): string | null {
  return contracts.find(({ subscriptionId }) => subscriptionId === id)?.version ?? null;
}

/** What was rented, and was not taken back. */
export function rentals({ contracts }: OfContracts): Contracts['entitlements']['nodes'] {
  return (
    contracts?.data?.entitlements.nodes.filter(
      ({ subscriptionId, expiresAt, revokedAt }) => !subscriptionId && expiresAt && !revokedAt,
    ) ?? []
  );
}

/** The second factors of the member. */
export function factorsOf({ login }: Pick<Member, 'login'>): MemberFactor[] {
  return factorKinds.filter((kind) => login.factors.includes(kind));
}

/** What waits for its time and can be stopped. */
export function waitingOf({ leavesAt, login }: Pick<Member, 'leavesAt' | 'login'>): WaitingMatter[] {
  const waits: Record<WaitingMatter, boolean> = {
    EMAIL_CHANGE: login.heldChanges.some(({ email }) => email),
    FACTOR_RESET: login.heldChanges.some(({ email }) => !email),
    WITHDRAWAL: !!leavesAt,
  };
  return matters.filter((matter) => waits[matter]);
}

type Mail = { kind: ResentMail; subjectId: string; about: string; at: string | null };

/** Mails that can be sent once more, as far as the caller may read what they tell. */
export function mails({ member, contracts, money }: Pick<MemberPage, 'member' | 'contracts' | 'money'>): Mail[] {
  const { email, emailVerifiedAt } = member.profile;
  if (!email || member.status === 'withdrawn') return [];
  const verify: Mail = { kind: 'VERIFY', subjectId: '', about: '', at: null };
  return [
    ...(emailVerifiedAt ? [] : [verify]),
    ...(money?.data?.orders.nodes ?? []).flatMap(({ orderId, planName, state, completedAt }): Mail[] =>
      state === 'completed' ? [{ kind: 'ORDER', subjectId: orderId, about: planName, at: completedAt }] : [],
    ),
    ...cancelled({ contracts }).flatMap(({ subscriptionId, planName, receipt, cancelledAt }): Mail[] =>
      receipt ? [{ kind: 'CANCELLATION', subjectId: subscriptionId, about: planName, at: cancelledAt }] : [],
    ),
    ...(money?.data?.refunds.nodes ?? []).flatMap(({ refundId, amount, state, doneAt }): Mail[] =>
      state === 'done' ? [{ kind: 'REFUND', subjectId: refundId, about: `${amount}`, at: doneAt }] : [],
    ),
  ];
}
