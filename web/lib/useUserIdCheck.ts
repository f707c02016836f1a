import { useRef } from 'react';
import { VerifyUserIdDocument } from '@/generated/VerifyUserId';
import { useAction } from '@/lib/action';

/**
 * Asks whether a user ID is free when the member leaves the field, unless it is the one asked about
 * last or the one the form opened with (V-114). An ID that is in use goes into `taken`; `recheck`
 * then makes the form's own rules say so.
 */
export function useUserIdCheck(first: string, taken: Set<string>, recheck: () => Promise<boolean>) {
  const asked = useRef(first);
  const verify = useAction(VerifyUserIdDocument, undefined, {
    onRefused: (errors) => {
      if (errors.some(({ code }) => code === 'ACCOUNT_ALREADY_EXISTS_USER_ID')) taken.add(asked.current.toLowerCase());
      return false;
    },
  });
  return async (userId: string) => {
    if (userId === asked.current) return;
    asked.current = userId;
    if (userId === '' || !(await recheck())) return;
    await verify.run({ userId });
    if (taken.has(userId.toLowerCase())) await recheck();
  };
}
