// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind } from './enums';

/** What is given to correctProfile. */
export type CorrectProfileInput = {
  /** Yours for this one decision, such as a UUID: the same key once more is the same decision, for 30 days. */
  key: string;
  /** Why, as the member is told. */
  reasonKind: ReasonKind;
  /** Why, in your words, 5 to 500 characters. It stays inside. */
  reason: string;
  /** Number of the inquiry; the member is shown it. */
  ticket?: string | null | undefined;
  /** The member. */
  accountId: string;
  /** Of the member as you were shown them: after another change it is STALE. */
  version: string;
  /** Name, as it is to be; empty: none; null: it stays. */
  name?: string | null | undefined;
  /** Reading of the name, as it is to be; empty: none; null: it stays. */
  nameKana?: string | null | undefined;
  /** Family name, as it is to be; empty: none; null: it stays. */
  familyName?: string | null | undefined;
  /** Given name, as it is to be; empty: none; null: it stays. */
  givenName?: string | null | undefined;
  /** Reading of the family name, as it is to be; empty: none; null: it stays. */
  familyNameKana?: string | null | undefined;
  /** Reading of the given name, as it is to be; empty: none; null: it stays. */
  givenNameKana?: string | null | undefined;
  /** Nickname, as it is to be; empty: none; null: it stays. */
  nickname?: string | null | undefined;
  /** Day of birth, YYYYMMDD, as it is to be; empty: none; null: it stays. */
  birthday?: string | null | undefined;
  /** Phone number, as it is to be; empty: none; null: it stays. */
  phoneNumber?: string | null | undefined;
  /** Postal code, as it is to be; empty: none; null: it stays. */
  postalCode?: string | null | undefined;
  /** Country, ISO 3166-1, as it is to be; empty: none; null: it stays. */
  country?: string | null | undefined;
  /** Address without the prefecture, as it is to be; empty: none; null: it stays. */
  address?: string | null | undefined;
  /** Its second line, as it is to be; empty: none; null: it stays. */
  address2?: string | null | undefined;
  /** 1 male, 2 female, 9 other, 0 prefers not to answer; null: it stays. */
  sex?: number | null | undefined;
  /** 1 Hokkaido to 47 Okinawa, 0 none; null: it stays. */
  prefecture?: number | null | undefined;
};

export type CorrectProfileMutationVariables = {
  input: CorrectProfileInput;
};

export type CorrectProfileMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }>, proposal: { proposalId: string } | null } | null };

export const CorrectProfileDocument = written<CorrectProfileMutation, CorrectProfileMutationVariables>(
  'CorrectProfile',
  "mutation CorrectProfile($input:CorrectProfileInput!){result:correctProfile(input:$input){userErrors{code field message}actId isReplay proposal{proposalId}}}",
);
