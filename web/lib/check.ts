import type { FieldError, FieldErrors, FieldValues, ResolverResult } from 'react-hook-form';
import type * as z from 'zod/mini';
import { nullToEmpty } from './empty';

/** A schema whose issues carry a code as their message: `z.minLength(6, 'TOO_SHORT')`. */
export type FormSchema<Input extends FieldValues = FieldValues, Output = unknown> = z.ZodMiniType<Output, Input>;

type Issue = z.core.$ZodIssue & { minimum?: unknown; maximum?: unknown; input?: unknown };

const generic: Partial<Record<Issue['code'], string>> = {
  invalid_type: 'INVALID_TYPE',
  invalid_format: 'INVALID_FORMAT',
  invalid_value: 'INVALID_TYPE',
  invalid_union: 'INVALID_TYPE',
  too_small: 'TOO_SMALL',
  too_big: 'TOO_BIG',
};

/** The stable code of an issue: the schema's own one if it has one, else the code of its kind. */
export function codeOf(issue: Issue): string {
  if (/^[A-Z][A-Z0-9_]*$/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) return 'REQUIRED';
  return generic[issue.code] ?? 'INVALID_TYPE';
}

/**
 * Checks by the schema. Errors stay codes with their limits (`types`) and are put into words where
 * they are drawn, so a change of language changes them too. The first issue of a field wins.
 */
export async function check<Input extends FieldValues, Output>(
  schema: FormSchema<Input, Output>,
  values: Input,
): Promise<ResolverResult<Input, Output>> {
  const result = await schema.safeParseAsync(nullToEmpty(values), { reportInput: true });
  if (result.success) return { values: result.data, errors: {} };
  const errors: Record<string, unknown> = {};
  for (const issue of result.error.issues as Issue[]) put(errors, issue.path.map(String), issue);
  return { values: {}, errors: errors as FieldErrors<Input> };
}

function put(errors: Record<string, unknown>, path: string[], issue: Issue): void {
  let at = errors;
  for (const part of path.slice(0, -1)) {
    at[part] ??= {};
    at = at[part] as Record<string, unknown>;
  }
  const name = path.at(-1) ?? 'root';
  if (at[name] !== undefined) return;
  const error: FieldError = { type: codeOf(issue), types: {} };
  for (const limit of ['minimum', 'maximum'] as const) {
    if (issue[limit] !== undefined && error.types) error.types[limit] = String(issue[limit]);
  }
  at[name] = error;
}
