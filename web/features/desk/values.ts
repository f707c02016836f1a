import type { CorrectProfileInput } from '@/generated/staff/CorrectProfile';
import type {
  MemberFactor,
  MemberLimit,
  PersonalField,
  ReasonKind,
  ResentMail,
  StaffScope,
  TimelineKind,
  WaitingMatter,
  WithdrawalRequest,
} from '@/generated/staff/enums';

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
  'CUSTOM',
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

/** What of a member can be put right, in the order of a form. */
export const corrections = [
  'familyName',
  'givenName',
  'familyNameKana',
  'givenNameKana',
  'name',
  'nameKana',
  'nickname',
  'birthday',
  'sex',
  'phoneNumber',
  'postalCode',
  'prefecture',
  'address',
  'address2',
] as const satisfies readonly (keyof CorrectProfileInput)[];

export type Correction = (typeof corrections)[number];

export const limitKinds = ['LOGIN', 'SECOND_FACTOR', 'PASSWORD', 'CODES'] as const satisfies readonly MemberLimit[];

export const factorKinds = ['Email', 'SMS', 'OTP', 'Passkey'] as const satisfies readonly MemberFactor[];

export type MailKind = ResentMail;

export const matters = ['EMAIL_CHANGE', 'FACTOR_RESET', 'WITHDRAWAL'] as const satisfies readonly WaitingMatter[];

export const requests = ['LETTER', 'PHONE', 'COURT'] as const satisfies readonly WithdrawalRequest[];

/** What happens to a member, in the order of the filter. */
export const happenings = [
  'LOGIN',
  'ORDER',
  'CONTRACT',
  'BILL',
  'REFUND',
  'MESSAGE',
  'ACT',
  'NOTE',
] as const satisfies readonly TimelineKind[];

/** What is read with a scope of its own; all else with that of the member. */
export const needs: Partial<Record<TimelineKind, StaffScope>> = {
  ORDER: 'MONEY_READ',
  CONTRACT: 'CONTRACTS_READ',
  BILL: 'MONEY_READ',
  REFUND: 'MONEY_READ',
  ACT: 'ACTS_READ',
};
