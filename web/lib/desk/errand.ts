import { useRef, useState } from 'react';
import type { FieldValues, UseFormSetError } from 'react-hook-form';
import type { Action, Notice } from '../action';
import { faultOf } from '../fault';
import { useTranslation } from '../i18n';
import { go, here } from '../nav';
import { deskPaths } from './paths';
import { Refused } from './refused';

/** What of a form its mistakes need. */
type Mended<Values extends FieldValues> = {
  setError: UseFormSetError<Values>;
  control: { _names: { mount: Set<string> } };
};

/**
 * Runs one thing that somebody of the staff does, in the manner of `useAction`: mistakes land on
 * the fields of the form, the rest above them; a person who is logged out, or has to prove once
 * more who they are, is led there and back. Its key stays the same until it has succeeded, so that
 * what is sent once more is not done twice.
 */
export function useErrand<Input, Result, Values extends FieldValues = FieldValues>(
  errand: (input: Input, key: string) => Promise<Result>,
  form?: Mended<Values>,
  onDone?: (result: Result) => unknown,
): Action<Result, Input> {
  const [pending, setPending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const running = useRef(false);
  const key = useRef('');
  const { t } = useTranslation('common');

  const run = async (input: Input): Promise<Result | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setPending(true);
    setNotice(null);
    key.current ||= crypto.randomUUID();
    try {
      const result = await errand(input, key.current);
      key.current = '';
      await onDone?.(result);
      return result;
    } catch (error) {
      await tell(error instanceof Refused ? error : new Refused(faultOf(error)));
      return undefined;
    } finally {
      running.current = false;
      setPending(false);
    }
  };

  async function tell({ fault, fields }: Refused): Promise<void> {
    const { code, message, retryAfter } = fault;
    if (code === 'UNAUTHENTICATED') return go(deskPaths.login(here()));
    if (code === 'REAUTHENTICATION_REQUIRED') return go(deskPaths.confirm(here()));
    if (code === 'KEY_REUSED') key.current = ''; // what was sent before has been done
    const mistakes = fields.filter(({ field }) => field && form?.control._names.mount.has(field));
    for (const [at, { field, message }] of mistakes.entries())
      form?.setError(field as never, { type: 'server', message }, { shouldFocus: at === 0 });
    if (mistakes.length === 0 || mistakes.length < fields.length) {
      const unreached = /^(OFFLINE|UNANSWERED)$/.test(code) ? t('errors.offline') : null;
      const other = fields.find((each) => !mistakes.includes(each));
      setNotice({ code, message: unreached ?? other?.message ?? message, retryAfter });
    }
  }

  return { run, pending, notice, clearNotice: () => setNotice(null), submitted: null };
}
