import { formatMinute } from '@/lib/format';

const decade = 10;

/**
 * An entitlement that ends more than ten years from today in Tokyo counts as endless and is not
 * shown (K-021, A-124). Days are YYYY-MM-DD, which compare as text.
 */
export function showsExpiry(expiry: string | null, now: Date = new Date()): expiry is string {
  const [year, month, day] = formatMinute(now).slice(0, 10).split('/');
  return expiry !== null && expiry <= `${Number(year) + decade}-${month}-${day}`;
}
