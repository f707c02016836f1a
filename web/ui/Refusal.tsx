import Head from 'next/head';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type Control, type FieldErrors, get, useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { controlOf, describedBy, lead, type Told, toldIn } from './errorsInSight';
import { Notice } from './Notice';
import { useLateErrors } from './useLateErrors';

/** A form with more fields than these has a list of what is wrong above it. */
const fewFields = 2;

type Props = {
  form: RefObject<HTMLFormElement | null>;
  /** Has words announced. */
  say: (words: string) => void;
};

/**
 * What follows when a form was refused, by its schema or by the server. A form of more than two
 * fields gets a list of links to the mistakes above it, which takes the focus, and the title of the
 * page says that there is an error. Else the first wrong field takes the focus.
 */
export function Refusal({ form, say }: Props) {
  const { t } = useTranslation('common');
  const { control } = useFormContext();
  const { errors, submitCount } = useFormState();
  const [items, setItems] = useState<readonly Told[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const heading = useId();
  const mark = t('errors.inTitle');
  const announce = (told: readonly Told[]) => say(told.map(({ words }) => mark + words).join(' '));
  const setHeard = useLateErrors(form, errors, announce);
  const sentFrom = useSentFrom(form);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks once after each try, at what that has left
  useEffect(() => {
    const element = form.current;
    if (!element || submitCount === 0) return;
    const found = toldIn(element);
    const [first] = found;
    const isListed = found.length > 0 && fieldsOf(control) > fewFields;
    setItems(isListed ? found : []);
    setHeard(isListed ? found : found.slice(0, 1));
    if (isListed || !first) return;
    const wrong = controlOf(element, first.id);
    // Where the focus was already there, nothing would be read.
    if (wrong === sentFrom.current) announce(found);
    lead(wrong);
  }, [submitCount]);
  useEffect(() => {
    if (items.length > 0) box.current?.focus();
  }, [items]);

  if (items.length === 0 || Object.keys(errors).length === 0) return null;
  const fromServer = messagesOf(errors);
  /** The server may not know what a field is called: where its words do not say, the label does. */
  const named = ({ id, words }: Told) => {
    const field = fromServer.includes(words) ? labelOf(describedBy(form.current, id)) : '';
    return words.includes(field) ? words : t('errors.ofField', { field, words });
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
function fieldsOf({ _names, _fields }: Control): number {
  return [..._names.mount].filter((name) => (get(_fields, name) as { _f?: { mount?: boolean } } | undefined)?._f?.mount)
    .length;
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
