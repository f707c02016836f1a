// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind } from './enums';

/** What is given to removeNote. */
export type RemoveNoteInput = {
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
};

export type RemoveNoteMutationVariables = {
  input: RemoveNoteInput;
};

export type RemoveNoteMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const RemoveNoteDocument = written<RemoveNoteMutation, RemoveNoteMutationVariables>(
  'RemoveNote',
  "mutation RemoveNote($input:RemoveNoteInput!){result:removeNote(input:$input){userErrors{code field message}actId isReplay}}",
);
