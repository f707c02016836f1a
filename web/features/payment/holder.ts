import { toHalfWidth } from '@/lib/typed';

/** The name on a card as the field shows it once it is left: with one space between its parts. */
export function toHolder(typed: string): string {
  return toHalfWidth(typed).trim().split(/\s+/).join(' ');
}

/** The two names of it, for 3-D Secure: the family name is the last on a card. */
export function namesOf(holder: string): { billingLastName: string; billingFirstName: string } {
  const parts = holder.split(' ');
  const billingLastName = parts.pop() ?? '';
  return { billingLastName, billingFirstName: parts.join(' ') };
}
