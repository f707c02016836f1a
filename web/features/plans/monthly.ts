import type { PlanFragment } from '@/generated/fragments';

/** How many of a unit are in a year. */
const inAYear = { months: 12, weeks: 52, days: 365 };

/**
 * What a subscription costs a month, in whole yen: exact where its term is in months that divide
 * its price, else rounded up.
 */
export function monthlyPrice({ price, renewSpan, renewSpanUnit }: Priced): { yen: number; exact: boolean } {
  const unit = renewSpanUnit in inAYear ? renewSpanUnit : 'months';
  const yen = (price * inAYear[unit]) / (12 * renewSpan); // whole numbers up to the one division
  return { yen: Math.ceil(yen), exact: unit === 'months' && Number.isInteger(yen) };
}

type Priced = Pick<PlanFragment, 'price' | 'renewSpan' | 'renewSpanUnit'>;
