import Router from 'next/router';
import { useEffect, useEffectEvent } from 'react';
import { type Control, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { forgetDraft, isOver, read, type Value, write } from './keptDrafts';
import { useAuthId } from './pageContext';

/** What is typed into such a control is kept nowhere, whatever its form says. */
const secret = /password|one-time-code|^cc-/;

/** How what is typed into a form is kept. */
export type Draft = {
  /** The name of the form, for the whole site. */
  name: string;
  /** Another page of the site does not end it: a flow leads through several. */
  isFlow?: boolean;
  /** What else the form is about, such as the address of a sign-up. */
  about?: string | null;
  /** Fields that are no text but an act of now, such as a consent. */
  except?: readonly string[];
};

type Form = Pick<UseFormReturn<FieldValues>, 'control' | 'getValues' | 'setValue' | 'subscribe'>;

/**
 * Keeps what is typed into a form in this tab, and puts it back after a reload, a change of the
 * language, or when a phone has dropped the tab. Secrets are never kept: passwords, codes, cards.
 * It is over when the caller forgets it, when the member leaves for another page (but for a flow),
 * when somebody else or none is logged in, and an hour later. Without `draft` nothing is kept.
 */
export function useDraft(form: Form, draft: Draft | undefined): void {
  const authId = useAuthId();
  const { name = '', isFlow = false, about = null, except = [] } = draft ?? {};
  const { control, subscribe } = form;

  const restore = useEffectEvent(() => {
    const kept = read(name);
    if (!kept) return;
    const over = digest(about, control._defaultValues);
    if (isOver(kept, authId) || kept.over !== over) {
      forgetDraft(name);
      return;
    }
    for (const [field, value] of Object.entries(kept.values)) {
      // What was typed before the script arrived is newer.
      const isUntouched = isSame(get(form.getValues(), field), get(control._defaultValues, field));
      if (isUntouched && isKept(control, field)) form.setValue(field, value, { shouldDirty: true });
    }
  });
  const keep = useEffectEvent(() => {
    const changed = leavesOf(control, form.getValues()).filter(
      ([field, value]) => !except.includes(field) && !isSame(value, get(control._defaultValues, field)),
    );
    const over = digest(about, control._defaultValues);
    if (changed.length === 0) forgetDraft(name);
    else write(name, { of: authId, at: Date.now(), over, values: Object.fromEntries(changed) });
  });

  useEffect(() => {
    if (!name) return;
    restore();
    return subscribe({ formState: { values: true }, callback: () => keep() });
  }, [name, subscribe]);
  useEffect(() => {
    if (!name || isFlow) return;
    const left = () => forgetDraft(name);
    Router.events.on('routeChangeStart', left);
    return () => Router.events.off('routeChangeStart', left);
  }, [name, isFlow]);
}

/** What the form's fields hold, by their names, without secrets. */
function leavesOf(control: Control, values: unknown, at = ''): [string, Value][] {
  return Object.entries((values ?? {}) as object).flatMap(([key, value]): [string, Value][] => {
    const name = at + key;
    if (typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value))
      return isKept(control, name) ? [[name, value]] : [];
    return leavesOf(control, value, `${name}.`);
  });
}

/** Nothing chosen among radio buttons is as blank as an empty text. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
}

/** Whether a field of this name is on the page, and holds no secret. */
function isKept({ _fields }: Control, name: string): boolean {
  const field = get(_fields, name) as
    | { _f?: { ref: Partial<HTMLInputElement>; refs?: HTMLInputElement[] } }
    | undefined;
  if (!field?._f) return false;
  const { autocomplete = '', type = '' } = field._f.refs?.[0] ?? field._f.ref;
  return type !== 'password' && !secret.test(autocomplete);
}

/** A number that stands for values, so that these need not be kept beside a draft. */
function digest(...values: unknown[]): number {
  let sum = 0;
  for (const letter of JSON.stringify(values)) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0;
  return sum;
}
