import Head from 'next/head';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type Control, type FieldErrors, get, useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { isForBrowser } from '@/lib/nav';
import { controlOf, describedBy, lead, type Told, toldIn } from './errorsInSight';
import { Notice } from './Notice';
import { useLateErrors } from './useLateErrors';

/** A form with more fields than these has a list of what is wrong above it. */
const fewFields = 2;

/** Milliseconds for which a region is empty, so that what enters it again is heard again. */
const pause = 50;

type Props = {
  form: RefObject<HTMLFormElement | null>;
  /** Has words announced. */
  say: (words: string) => void;
};

/**
 * What follows when a form was refused, by its schema or by the server. A form of more than two
 * fields gets a list of links to the mistakes above it, which takes the focus, and the title of the
 * page says that there is an error. Else the first wrong field takes the focus. The list follows
 * what the fields say until none of them is wrong.
 */
export function Refusal({ form, say }: Props) {
  const { t } = useTranslation('common');
  const { control, clearErrors } = useFormContext();
  const { errors, submitCount } = useFormState();
  const [items, setItems] = useState<readonly Told[]>([]);
  const [ledTo, setLedTo] = useState(0);
  const cameAt = useRef(submitCount);
  const box = useRef<HTMLDivElement>(null);
  const heading = useId();
  const mark = t('errors.inTitle');
  const hear = useAnnouncer(say);
  const announce = (told: readonly Told[]) => hear(told.map(({ words }) => mark + words).join(' '));
  const setHeard = useLateErrors(form, announce, (all) => {
    setItems((listed) => (listed.length > 0 ? all : listed));
    // What a field said that is gone, such as one of another payment method, is over.
    const gone = namesIn(errors).filter((name) => isMounted(control, name) === false);
    if (gone.length > 0) clearErrors(gone);
  });
  const sentFrom = useSentFrom(form);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks once after each try, at what that has left
  useEffect(() => {
    const element = form.current;
    if (!element || submitCount === 0) return;
    const found = toldIn(element);
    const [first] = found;
    const isListed = found.length > 0 && fieldsOf(control) > fewFields;
    setItems(isListed ? found : []);
    const wrong = first ? controlOf(element, first.id) : null;
    // It came after the form was refused, and the member is at a wrong field already.
    const isLate = submitCount === cameAt.current && !!document.activeElement?.matches('[aria-invalid=true]');
    // Where the focus was already there, nothing would be read.
    const isSaid = isLate || (!isListed && !!wrong && wrong === sentFrom.current);
    setHeard(isListed || isSaid ? found : found.slice(0, 1));
    if (isSaid) announce(found);
    if (isLate) return;
    if (isListed) setLedTo(submitCount);
    else lead(wrong);
  }, [submitCount]);
  useEffect(() => {
    if (ledTo > 0) box.current?.focus();
  }, [ledTo]);

  if (items.length === 0) return null;
  const fromServer = messagesOf(errors);
  /** The server may not know what a field is called: where its words do not say, the label does. */
  const named = ({ id, words }: Told) => {
    const field = fromServer.includes(words) ? labelOf(describedBy(form.current, id)) : '';
    return words.toLowerCase().includes(field.toLowerCase()) ? words : t('errors.ofField', { field, words });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div ref={box} role="group" aria-labelledby={heading} tabIndex={-1} className="rounded-control">
      <Head>
        <title key="title">{mark + document.title.replace(mark, '')}</title>
      </Head>
      <Notice tone="error">
        <h2 id={heading} className="text-base">
          {t('errors.summary', { number: items.length })}
        </h2>
        <ul>
          {items.map((told) => (
            <li key={told.id}>
              <a
                href={`#${told.id}`}
                className="inline-flex min-h-11 items-center py-1"
                onClick={(event) => {
                  if (isForBrowser(event)) return;
                  event.preventDefault();
                  lead(controlOf(form.current, told.id));
                }}
              >
                {named(told)}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/**
 * Has words announced, also those that were announced last: the region is empty for a
 * moment before.
 */
function useAnnouncer(say: (words: string) => void): (words: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (words) => {
    clearTimeout(timer.current);
    say('');
    if (words) timer.current = setTimeout(say, pause, words);
  };
}

/** What had the focus when the form was sent. */
function useSentFrom(form: RefObject<HTMLFormElement | null>): RefObject<Element | null> {
  const from = useRef<Element>(null);
  useEffect(() => {
    const element = form.current;
    const sent = () => {
      from.current = document.activeElement;
    };
    element?.addEventListener('submit', sent);
    return () => element?.removeEventListener('submit', sent);
  }, [form]);
  return from;
}

/** How many fields the form has now. A group of radio buttons is one. */
function fieldsOf(control: Control): number {
  return [...control._names.mount].filter((name) => isMounted(control, name)).length;
}

/** Whether a field is on the page; undefined for what is none. */
function isMounted({ _fields }: Control, name: string): boolean | undefined {
  return (get(_fields, name) as { _f?: { mount?: boolean } } | undefined)?._f?.mount;
}

/** The names of what has an error. */
function namesIn(errors: FieldErrors, at = ''): string[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (name === 'ref' || !error || typeof error !== 'object') return [];
    return typeof error.type === 'string' ? [at + name] : namesIn(error as FieldErrors, `${at}${name}.`);
  });
}

/** What the server said of fields. */
function messagesOf(errors: FieldErrors): unknown[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (name === 'ref' || !error || typeof error !== 'object') return [];
    return error.type === 'server' ? [error.message] : messagesOf(error as FieldErrors);
  });
}

function labelOf(described: HTMLElement | null): string {
  const label = described?.querySelector('legend') ?? (described as HTMLInputElement | null)?.labels?.[0];
  return label?.firstChild?.textContent ?? '';
}
