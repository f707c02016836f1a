import type { ApolloCache } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useCallback, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Document, takes } from './document';
import { emptyToNull } from './empty';
import { type Fault, faultOf } from './fault';
import { raiseFlowError } from './flow';
import { useTranslation } from './i18n';
import { go, here } from './nav';
import { andBack } from './paths';
import { dismiss, toast } from './toast';

export type UserError = { code: string; field?: string | null; message: string };

type Payload = {
  redirectTo?: string | null;
  flowError?: { redirectTo?: string | null; message?: string | null } | null;
  userErrors?: readonly UserError[] | null;
};

/**
 * What a form shows above its fields: the words of a failure, or a code that the form translates.
 */
export type Notice = { code: string; message: string | null; retryAfter?: number };

/** The codes of what was not sent for want of a network, and of what got no answer. */
export type Unreached = 'OFFLINE' | 'UNANSWERED';

/** How a failure is told: whatever went wrong that is no mistake in a field of the form. */
type Failure = {
  /** Our words, where the server sent none. */
  says: string;
  /**
   * They stand for the server's words too, which are added only to tell somebody who tried too
   * often to wait.
   */
  instead?: boolean;
  /**
   * In a toast, or at a field of the form, which takes the focus; above the fields unless
   * told otherwise.
   */
  at?: 'toast' | { field: string };
};

type Options<Result> = {
  failure?: Failure;
  /**
   * Our words where nothing could be sent for want of a network, and where no answer came; the
   * usual ones unless told otherwise.
   */
  offline?: Record<Unreached, string>;
  /** Puts a mistake where the form shows it, when the form's names are not the input's. */
  rename?: (error: UserError) => UserError;
  /**
   * Puts what the action changed where the cache cannot know that it belongs, such as a
   * shorter list.
   */
  update?: (cache: ApolloCache, result: Result) => void;
  /**
   * Where a success leads: to its `redirectTo` (push), there in place of this page (replace),
   * or nowhere.
   */
  follow?: 'push' | 'replace' | 'stay';
  /**
   * Runs after a success, before it leads anywhere. When it rejects, such as for data that could
   * not be asked for anew, that failure is told.
   */
  onDone?: (result: Result) => unknown;
  /** Gets the member's mistakes before they are shown; false means that none is shown. */
  onRefused?: (errors: readonly UserError[]) => unknown;
  /**
   * Runs after a failure was told. When it rejects, the message stays; where a login is needed, the
   * login page opens.
   */
  onTold?: (found: Notice) => Promise<unknown> | undefined;
};

export type Action<Result, Variables> = {
  run: (variables: Variables) => Promise<Result | undefined>;
  pending: boolean;
  notice: Notice | null;
  clearNotice: () => void;
  /** The form's values as they were sent last; a code page blocks the same code twice (S-004). */
  submitted: FieldValues | null;
};

/** Any action, for what only shows its state. */
export type AnyAction = Action<unknown, never>;

/** What a document is run with: the fields of its input, where it takes one. */
export type InputOf<Variables> = Variables extends { input: infer Input } ? Input : Variables;

/** What a document's mutation answers. */
export type Outcome<D> = D extends { result?: infer P } ? NonNullable<P> : never;

/**
 * Runs one mutation document for a form or a button. A document that few of those who see the page
 * need is given as a function that loads it; where that fails, the action does.
 *
 * The member's mistakes land on the fields of `form`; those without a field, and faults, are told
 * as `failure` says. `redirectTo` is followed, `flowError` opens its dialog, what has to be done
 * first, such as logging in, leads there and back. A second call while one runs does nothing, so a
 * double press cannot act twice. `run` resolves to the payload, or to undefined when there is
 * nothing to go on with.
 */
export function useAction<Data, Variables, Values extends FieldValues = FieldValues>(
  document: Document<Data, Variables> | (() => Promise<Document<Data, Variables>>),
  form?: UseFormReturn<Values>,
  options: Options<Outcome<Data>> = {},
): Action<Outcome<Data>, InputOf<Variables>> {
  const [pending, setPending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [submitted, setSubmitted] = useState<FieldValues | null>(null);
  const running = useRef(false);
  const toasted = useRef(0);
  const { t } = useTranslation('common');
  const [mutate] = useMutation<Data>(typeof document === 'function' ? late : document);

  const run = async (values: InputOf<Variables>): Promise<Outcome<Data> | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setPending(true);
    setNotice(null);
    dismiss(toasted.current);
    if (form) setSubmitted({ ...form.getValues() });
    const offline = !navigator.onLine;
    try {
      const loaded = typeof document === 'function' ? await document() : document;
      const variables = takes(loaded, 'input') ? { input: emptyToNull(values) } : values;
      const { data } = await mutate({
        ...({ mutation: loaded } as object), // which a document that has come late is not known by
        variables: variables as Record<string, unknown>,
        update: (cache, { data }) => {
          const changed = resultOf(data);
          if (changed && !changed.userErrors?.length) options.update?.(cache, changed as Outcome<Data>);
        },
      });
      const result = resultOf(data) as Outcome<Data> | null;
      if (!result) throw new Error('no result');
      return await settle(result);
    } catch (error) {
      await fail(faultOf(error, offline));
      return undefined;
    } finally {
      running.current = false;
      setPending(false);
    }
  };

  async function settle(result: Outcome<Data>): Promise<Outcome<Data> | undefined> {
    const payload = result as Payload;
    if (raiseFlowError(payload.flowError)) return undefined;
    const errors = payload.userErrors ?? [];
    if (errors.length > 0) {
      if (options.onRefused?.(errors) !== false) await land(errors);
      return undefined;
    }
    await options.onDone?.(result);
    const { follow = 'push' } = options;
    if (follow !== 'stay' && payload.redirectTo) await go(payload.redirectTo, follow);
    return result;
  }

  /**
   * Each mistake goes to its field, the first of them takes the focus; the first that no field of
   * this form owns is a failure.
   */
  async function land(errors: readonly UserError[]): Promise<void> {
    let focused = false;
    let failure: Notice | undefined;
    for (const error of errors) {
      const { code, field, message } = options.rename?.(error) ?? error;
      const name = form && field ? fieldNamed(form, field) : null;
      if (form && name) {
        form.setError(name as never, { type: 'server', message, types: { code } }, { shouldFocus: !focused });
        focused = true;
      } else failure ??= { code, message };
    }
    if (failure) await tell(failure);
  }

  async function fail(fault: Fault): Promise<void> {
    if (fault.redirectTo) await go(andBack(fault.redirectTo, here()));
    else await tell(fault);
  }

  /** Says a failure in the words and at the place that the options ask for. */
  async function tell(found: Notice): Promise<void> {
    const { failure } = options;
    const message = wordsFor(found);
    if (failure?.at === 'toast') toasted.current = toast.error(message ?? '');
    else if (failure?.at)
      form?.setError(failure.at.field as never, { type: 'server', message: message ?? '' }, { shouldFocus: true });
    else setNotice({ ...found, message });
    await options.onTold?.(found)?.catch(async (error) => {
      const { redirectTo } = faultOf(error);
      if (redirectTo) await go(andBack(redirectTo, here()));
    });
  }

  function wordsFor(found: Notice): string | null {
    const { failure, offline } = options;
    if (/^(OFFLINE|UNANSWERED)$/.test(found.code)) return offline?.[found.code as Unreached] ?? t('errors.offline');
    return failure ? worded(found, failure) : found.message;
  }

  const clearNotice = useCallback(() => setNotice(null), []);
  return { run, pending, notice, clearNotice, submitted };
}

function resultOf(data: unknown): Payload | null {
  return (data as { result?: Payload | null } | null)?.result ?? null;
}

/** Stands for a document that is not there yet. */
const late = { kind: 'Document', definitions: [] } as never;

function worded({ code, message }: Notice, { says, instead }: Failure): string {
  if (!instead) return message ?? says;
  return code === 'TOO_MANY_REQUESTS' && message ? `${says} ${message}` : says;
}

/**
 * The form's name for a field of the input, which may be nested there (`formData.email`); null when
 * no such field is on screen, because a mistake in a hidden one would have nowhere to show.
 */
function fieldNamed<Values extends FieldValues>(form: UseFormReturn<Values>, field: string): string | null {
  const names = field.split('.').map((_, from, parts) => parts.slice(from).join('.'));
  return names.find((name) => form.control._names.mount.has(name)) ?? null;
}
