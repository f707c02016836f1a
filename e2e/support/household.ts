import { cards, Member } from './member.ts';
import type { Locale } from './words.ts';

/** A member who has something to show on every page, and where those pages are. */
export type Household = { member: Member; contract: string; evidence: string };

const cancelled = new Map<Locale, Promise<Household>>();

/** A member of a language whose contract is cancelled, and where that contract is; made when they are first asked for. */
export function leaver(locale: Locale): Promise<Household> {
  const known = cancelled.get(locale) ?? gone(locale);
  cancelled.set(locale, known);
  return known;
}

async function gone(locale: Locale): Promise<Household> {
  const member = await Member.create({ locale });
  const { subscriptionId } = await member.buy('standard', await member.registerCard(cards.good));
  const { orderId } = await member.visitor.must('GET', '/plans/standard/complete/screen-data');
  await member.cancel(String(subscriptionId));
  return { member, contract: `/mypage/subscription/${subscriptionId}`, evidence: `/mypage/evidence/${orderId}` };
}

const households = new Map<Locale, { made: Promise<Household>; until: number }>();

/**
 * How long a household is the same, in milliseconds: an order waits on its confirm page for half an hour, and a login opens the
 * pages of security for a quarter of one, which a test that begins now may still need at its end.
 */
const lasting = 10 * 60_000;

/**
 * The household of a language, made when it is first asked for, and anew when it is old: a card, a contract ordered from the plan
 * list and one ordered right after sign-up, and an order of each kind that waits on its confirm page.
 */
export function household(locale: Locale): Promise<Household> {
  const known = households.get(locale);
  if (known && Date.now() < known.until) return known.made;
  const made = found(locale);
  households.set(locale, { made, until: Date.now() + lasting });
  return made;
}

async function found(locale: Locale): Promise<Household> {
  const member = await Member.create({ locale });
  const card = await member.registerCard(cards.good);
  const { subscriptionId } = await member.buy('standard', card);
  const { orderId } = await member.visitor.must('GET', '/plans/standard/complete/screen-data');
  await member.buy('weekly', card, { signup: true });
  await member.order('annual', card);
  await member.order('light', card, { signup: true });
  return { member, contract: `/mypage/subscription/${subscriptionId}`, evidence: `/mypage/evidence/${orderId}` };
}
