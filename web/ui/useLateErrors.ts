import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { controlOf, describedBy, type Told, toldIn } from './errorsInSight';

/**
 * Milliseconds for the focus to come where an error leads it, and for several errors to be said in
 * one breath.
 */
const breath = 150;

type Form = RefObject<HTMLFormElement | null>;

/**
 * Has errors announced that come when nothing leads to them: as a field is left, or when the server
 * has answered. Each is said once. One of the field that is being typed in waits until that is
 * left; one that the focus is led to is read there. `onTold` gets all that the fields say then.
 */
export function useLateErrors(
  form: Form,
  say: (words: readonly Told[]) => void,
  onTold: (all: readonly Told[]) => void,
) {
  const known = useRef<readonly Told[]>([]);
  const typedIn = useRef<Node | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const tell = useEffectEvent(() => {
    if (!form.current) return;
    const isKnown = ({ id, words }: Told) => known.current.some((each) => each.id === id && each.words === words);
    const isTyped = ({ id }: Told) => !!typedIn.current && describedBy(form.current, id)?.contains(typedIn.current);
    const all = toldIn(form.current);
    const now = all.filter((told) => isKnown(told) || !isTyped(told));
    const fresh = now.filter((told) => !isKnown(told) && !isHeard(form.current, told));
    if (fresh.length > 0 || now.length < known.current.length) say(fresh);
    known.current = now;
    onTold(all);
  });
  const soon = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(tell, breath);
  });

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
    const changes = new MutationObserver(() => soon());
    if (element) changes.observe(element, { childList: true, characterData: true, subtree: true });
    soon();
    return () => {
      clearTimeout(timer.current);
      changes.disconnect();
      element?.removeEventListener('input', typing);
      element?.removeEventListener('focusout', left);
    };
  }, [form]);

  /** These are not announced: they were heard in another way. */
  return (heard: readonly Told[]) => {
    known.current = heard;
    typedIn.current = null;
    soon();
  };
}

/** Its control has the focus, with which it is read, or it is in a region that has said it. */
function isHeard(form: HTMLFormElement | null, { id }: Told): boolean {
  const control = controlOf(form, id);
  return (!!control && control === document.activeElement) || !!document.getElementById(id)?.closest('[role="alert"]');
}
