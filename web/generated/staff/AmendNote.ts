// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind } from './enums';

/** What is given to amendNote. */
export type AmendNoteInput = {
  /** Yours for this one decision, such as a UUID: the same key once more is the same decision, for 30 days. */
  key: string;
  /** Why, as the member is told. */
  reasonKind: ReasonKind;
  /** Why, in your words, 5 to 500 characters. It stays inside. */
  reason: string;
  /** Number of the inquiry; the member is shown it. */
  ticket?: string | null | undefined;
  /** The note. */
  noteId: string;
  /** Its version, as you read it: one that is not the newest is STALE. */
  version: number;
  /** The note, at most 4,000 characters. */
  text: string;
  /** It stays above the others. */
  isPinned?: boolean;
};

export type AmendNoteMutationVariables = {
  input: AmendNoteInput;
};

export type AmendNoteMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const AmendNoteDocument = written<AmendNoteMutation, AmendNoteMutationVariables>(
  'AmendNote',
  "mutation AmendNote($input:AmendNoteInput!){result:amendNote(input:$input){userErrors{code field message}actId isReplay}}",
);
