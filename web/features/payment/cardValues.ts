import { formatMinute } from '@/lib/format';
import { limits } from '@/lib/limits';

/** The name on the card, which 3-D Secure asks for. */
export const holderFields = ['billingLastName', 'billingFirstName'] as const;

/** The fields of a new card. What is in them goes to the provider's scripts alone. */
export const cardFields = ['ccNumber', 'ccMonth', 'ccYear', 'securityCode', ...holderFields] as const;

/** The longest name the provider's 3-D Secure script takes. */
export const longestName = 45;

type HolderField = (typeof holderFields)[number];
export type CardField = (typeof cardFields)[number];
export type HolderValues = Record<HolderField, string>;
export type CardValues = Record<CardField, string>;

export const emptyHolder: HolderValues = { billingLastName: '', billingFirstName: '' };
export const emptyCard: CardValues = { ccNumber: '', ccMonth: '', ccYear: '', securityCode: '', ...emptyHolder };

/** The months a card may expire in: 01 to 12 (K-030). */
export const expiryMonths = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));

/** The present month in Tokyo as YYYYMM. */
export function monthInTokyo(now: Date = new Date()): string {
  const [year, month] = formatMinute(now).split('/');
  return `${year}${month}`;
}

/** The years a card may expire in: this one and the next nine (K-029). */
export function expiryYears(month: string): string[] {
  const first = Number(month.slice(0, 4));
  return Array.from({ length: limits.card.expiryYears }, (_, i) => String(first + i));
}
