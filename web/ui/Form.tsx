import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type FieldValues, FormProvider, useWatch } from 'react-hook-form';
import type { AnyAction } from '@/lib/action';
import { type Draft, useDraft } from '@/lib/draft';
import type { Form as FormState } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { toCode } from '@/lib/typed';
import type { Namespace } from '@/messages/registry';
import { ActionNotice } from './ActionNotice';
import { Button, type ButtonKind } from './Button';
import { LiveRegion } from './LiveRegion';
import { NeedsScript } from './NeedsScript';
import { useTouched } from './useTouched';

type Shared = { action?: AnyAction; ns?: Namespace; pending: boolean };

const FormContext = createContext<Shared>({ pending: false });

/** The namespace whose `errors.{field}.{code}` words come before the shared ones. */
export function useFormShared(): Shared {
  return useContext(FormContext);
}

type Props<Values extends FieldValues, Output> = {
  form: FormState<Values, Output>;
  action?: AnyAction;
  /**
   * The feature's namespace, for its own words of errors: `errors.{field}.{code}`, and
   * `notices.{code}` above the fields.
   */
  ns?: Namespace;
  /** Keeps what is typed over a reload and a change of the language. */
  draft?: Draft;
  onSubmit: (values: Output) => unknown;
  /** Our words where nothing could be sent for want of a network; the usual ones if left out. */
  unsent?: string;
  children: ReactNode;
  className?: string;
};

/**
 * A form with its notice, and the list of what is wrong when it was refused. It posts when there is
 * no script, so that nothing typed ever lands in an address; fields register themselves by name.
 */
export function Form<Values extends FieldValues, Output>({
  form,
  action,
  ns,
  draft,
  onSubmit,
  unsent,
  children,
  className,
}: Props<Values, Output>) {
  const { t } = useTranslation('common');
  useDraft(form as unknown as FormState<FieldValues>, draft);
  const [working, setWorking] = useState(false);
  const shared: Shared = {
    action,
    ns,
    pending: working || (action?.pending ?? false),
  };
  const [broken, setBroken] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [said, say] = useState('');
  const { submitCount } = form.formState;
  const touched = useTouched(submitCount);
  // Without what shows a refusal the first wrong field has the focus at least.
  useEffect(() => {
    if (touched === null && submitCount > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]:not(:disabled)')?.focus();
  }, [touched, submitCount]);
  const submit = form.handleSubmit(async (values) => {
    setBroken(false);
    setWorking(true);
    try {
      await onSubmit(values);
    } finally {
      setWorking(false);
    }
  });
  // From the press on, checking included: the schema may still be on its way when the second
  // press comes.
  const busy = useRef(false);
  const press = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current || shared.pending) return;
    busy.current = true;
    try {
      await submit(event);
    } catch {
      setBroken(true);
    } finally {
      busy.current = false;
    }
  };
  // The form itself could not do its work: its schema did not load, or `onSubmit` threw. After a
  // new release the old files are gone.
  const offline = typeof navigator !== 'undefined' && !navigator.onLine;
  const failure = { code: 'FAILED', message: offline ? (unsent ?? t('errors.offline')) : t('errors.incomplete') };
  return (
    <FormProvider {...(form as unknown as FormState<FieldValues>)}>
      <FormContext value={shared}>
        <form
          ref={element}
          method="post"
          noValidate
          className={className ?? 'flex flex-col gap-6'}
          onSubmit={(event) => void press(event)}
        >
          <NeedsScript />
          <ActionNotice action={broken ? { notice: failure } : shared.action} ns={ns} />
          {touched && <touched.Refusal form={element} say={say} />}
          {children}
          <LiveRegion className="sr-only">{said}</LiveRegion>
        </form>
      </FormContext>
    </FormProvider>
  );
}

type SubmitProps = {
  kind?: ButtonKind;
  /** Disabled while this field still holds the code that was sent last (S-004). */
  onceFor?: string;
  disabled?: boolean;
  wide?: boolean;
  children: ReactNode;
};

export function SubmitButton({ onceFor, disabled, wide = true, ...rest }: SubmitProps) {
  const { pending, action } = useFormShared();
  const value = useWatch({ name: onceFor ?? '', disabled: !onceFor });
  const repeated =
    onceFor !== undefined && !!action?.submitted && toCode(String(action.submitted[onceFor])) === toCode(String(value));
  return <Button type="submit" wide={wide} pending={pending} disabled={disabled || (repeated && !pending)} {...rest} />;
}
