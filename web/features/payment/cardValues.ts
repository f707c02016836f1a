import { formatMinute } from '@/lib/format';

/** The name on the card, which 3-D Secure asks for. */
export const holderFields = ['cardHolder'] as const;

/** The fields of a new card. What is in them goes to the provider's scripts alone. */
export const cardFields = ['ccNumber', 'ccExpiry', 'securityCode', ...holderFields] as const;

/** The longest given and family name the provider's 3-D Secure script takes, each. */
export const longestName = 45;

type HolderField = (typeof holderFields)[number];
export type CardField = (typeof cardFields)[number];
export type HolderValues = Record<HolderField, string>;
export type CardValues = Record<CardField, string>;

export const emptyHolder: HolderValues = { cardHolder: '' };
export const emptyCard: CardValues = { ccNumber: '', ccExpiry: '', securityCode: '', ...emptyHolder };

/** The present month in Tokyo as YYYYMM. */
export function monthInTokyo(now: Date = new Date()): string {
  const [year, month] = formatMinute(now).split('/');
  return `${year}${month}`;
}
