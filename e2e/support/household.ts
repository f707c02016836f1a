import { cards, Member } from './member.ts';
import type { Locale } from './words.ts';

/**
 * What is made once a language, when it is first asked for, and anew when it is older than so
 * many minutes.
 */
export function shared<T>(minutes: number, make: (locale: Locale) => Promise<T>): (locale: Locale) => Promise<T> {
  const known = new Map<Locale, { made: Promise<T>; until: number }>();
  return (locale) => {
    const last = known.get(locale);
    if (last && Date.now() < last.until) return last.made;
    const made = make(locale);
    known.set(locale, { made, until: Date.now() + minutes * 60_000 });
    return made;
  };
}

/**
 * How long a login is proof enough to change what guards an account (15 minutes), less what a
 * test takes.
 */
export const fresh = 10;

/** A member who has just signed up. Many pages are looked at as them, and none changes anything. */
export const newcomer = shared(fresh, (locale) => Member.create({ locale }));

/** A member who has something to show on every page, and where those pages are. */
export type Household = { member: Member; contract: string; evidence: string };

/** A member whose contract is cancelled, and where that contract is. */
export const leaver = shared(60, async (locale): Promise<Household> => {
  const member = await Member.create({ locale });
  const { subscriptionId } = await member.buy('standard', await member.registerCard(cards.good));
  const { orderId } = await member.visitor.must('GET', '/plans/standard/complete/screen-data');
  await member.cancel(String(subscriptionId));
  return { member, contract: `/mypage/subscription/${subscriptionId}`, evidence: `/mypage/evidence/${orderId}` };
});

/** A member who has ordered a contract right after sign-up. */
export const joiner = shared(fresh, async (locale) => {
  const member = await Member.create({ locale });
  await member.buy('weekly', await member.registerCard(cards.good), { signup: true });
  return member;
});

/**
 * A member with a card, a contract ordered from the plan list, and an order of each kind that waits
 * on its confirm page, for half an hour.
 */
export const household = shared(fresh, async (locale): Promise<Household> => {
  const member = await Member.create({ locale });
  const card = await member.registerCard(cards.good);
  const { subscriptionId } = await member.buy('standard', card);
  const { orderId } = await member.visitor.must('GET', '/plans/standard/complete/screen-data');
  await member.order('film-foghorn', card);
  await member.order('rental-night-train', card, { signup: true });
  return { member, contract: `/mypage/subscription/${subscriptionId}`, evidence: `/mypage/evidence/${orderId}` };
});
