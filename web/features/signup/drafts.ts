import { forgetDraft } from '@/lib/keptDrafts';

/** The forms of the sign-up whose texts stay in this tab until it ends. */
export const drafts = { address: 'signup.address', form: 'signup.form' } as const;

export function forgetSignup(): void {
  for (const name of Object.values(drafts)) forgetDraft(name);
}
