import type { PersonalField, ReasonKind } from '@/generated/staff/enums';

/** Why something is done, as every form of the desk asks it. */
export type Reason = { reasonKind: ReasonKind; reason: string; ticket: string };

export const noReason: Reason = { reasonKind: 'INQUIRY', reason: '', ticket: '' };

export const reasonKinds = [
  'INQUIRY',
  'BILLING',
  'SECURITY',
  'LEGAL',
  'FRAUD',
  'MAINTENANCE',
  'MISTAKE',
] as const satisfies readonly ReasonKind[];

/** What can be opened of a member, in the order of the page. */
export const personalFields = [
  'NAME',
  'KANA',
  'EMAIL',
  'PHONE',
  'BIRTHDAY',
  'SEX',
  'POSTAL_CODE',
  'ADDRESS',
  'USER_ID',
  'LOGIN_ADDRESSES',
] as const satisfies readonly PersonalField[];

/** What a caller may say of themselves. */
export const claims = ['nameKana', 'birthday', 'phoneLast4', 'postalCode', 'cardSuffix', 'lastPaymentYen'] as const;

export function reasonOf({ reasonKind, reason, ticket }: Reason): Reason {
  return { reasonKind, reason, ticket };
}

export const ways = ['approve', 'reject', 'withdraw'] as const;

/** What becomes of a proposal. */
export type Way = (typeof ways)[number];
