import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { controlOf, describedBy, type Told, toldIn } from './errorsInSight';

/** Milliseconds for the focus to come where an error leads it, and for several errors to be said in one breath. */
const breath = 150;

type Form = RefObject<HTMLFormElement | null>;

/**
 * Has errors announced that come when nothing leads to them: as a field is left, or when the server has answered. Each is said once. One of
 * the field that is being typed in waits until that is left; one that the focus is led to is read there.
 */
export function useLateErrors(form: Form, errors: FieldErrors, say: (words: readonly Told[]) => void) {
  const known = useRef<readonly Told[]>([]);
  const typedIn = useRef<Node | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const tell = useEffectEvent(() => {
    if (!form.current) return;
    const isKnown = ({ id, words }: Told) => known.current.some((each) => each.id === id && each.words === words);
    const isTyped = ({ id }: Told) => !!typedIn.current && describedBy(form.current, id)?.contains(typedIn.current);
    const now = toldIn(form.current).filter((told) => isKnown(told) || !isTyped(told));
    const fresh = now.filter((told) => !isKnown(told) && !isHeard(form.current, told));
    if (fresh.length > 0 || now.length < known.current.length) say(fresh);
    known.current = now;
  });
  const soon = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(tell, breath);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at what has changed
  useEffect(() => soon(), [errors]);
  useEffect(() => {
    const typing = ({ target }: Event) => {
      typedIn.current = target as Node;
    };
    const left = () => {
      typedIn.current = null;
      soon();
    };
    const element = form.current;
    element?.addEventListener('input', typing);
    element?.addEventListener('focusout', left);
    return () => {
      clearTimeout(timer.current);
      element?.removeEventListener('input', typing);
      element?.removeEventListener('focusout', left);
    };
  }, [form]);

  /** These are not announced: they were heard in another way. */
  return (heard: readonly Told[]) => {
    known.current = heard;
    typedIn.current = null;
  };
}

/** Its control has the focus, with which it is read, or it is in a region that has said it. */
function isHeard(form: HTMLFormElement | null, { id }: Told): boolean {
  const control = controlOf(form, id);
  return (!!control && control === document.activeElement) || !!document.getElementById(id)?.closest('[role="alert"]');
}
