import type { GraphQLFormattedError } from 'graphql';
import { type Fault, faultIn } from '../fault';

/** A wrong field of what was sent, in the words of the server. */
type Wrong = { field?: string | null; message: string };

/** Why the desk did not do what it was asked. */
export class Refused extends Error {
  constructor(
    readonly fault: Fault,
    readonly fields: readonly Wrong[] = [],
  ) {
    super(fault.code);
  }
}

/** What the errors of an answer say. */
export function refusal(errors: readonly GraphQLFormattedError[]): Refused {
  const { fields } = errors[0]?.extensions ?? {};
  return new Refused(faultIn(errors), Array.isArray(fields) ? (fields as Wrong[]) : []);
}
