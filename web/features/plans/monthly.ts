import type { PlanFragment } from '@/generated/fragments';

const monthsIn = { months: 1, weeks: 12 / 52, days: 12 / 365 };

/**
 * What a subscription costs a month, in whole yen: exact where its term is in months that divide
 * its price, else rounded up.
 */
export function monthlyPrice({ price, renewSpan, renewSpanUnit }: Priced): { yen: number; exact: boolean } {
  const unit = renewSpanUnit in monthsIn ? renewSpanUnit : 'months';
  const yen = price / (renewSpan * monthsIn[unit]);
  return { yen: Math.ceil(yen), exact: unit === 'months' && Number.isInteger(yen) };
}

type Priced = Pick<PlanFragment, 'price' | 'renewSpan' | 'renewSpanUnit'>;
