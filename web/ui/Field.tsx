import { CircleAlert } from 'lucide';
import { type ReactNode, useId } from 'react';
import { type FieldError, type FieldErrors, get, useFormState } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { inSentence } from '@/lib/labelled';
import { cx } from './cx';
import { useFormShared } from './Form';
import { Icon } from './Icon';

export type FieldProps = {
  name: string;
  label: string;
  /** true: 必須, false: 任意, absent: no tag, where every field must be given anyway. */
  required?: boolean;
  hint?: ReactNode;
  /** Width that says what fits. */
  width?: 'postcode' | 'phone' | 'date' | 'half' | 'full';
};

const widths = { postcode: 'max-w-40', phone: 'max-w-56', date: 'max-w-44', half: 'max-w-72', full: '' };

function widthOf(width: FieldProps['width'] = 'full'): string {
  return widths[width];
}

type Ids = { control: string; describedBy: string | undefined; invalid: boolean; error: string | null };

/**
 * Ids, error text and description of one field: what every control needs to be named and described.
 */
export function useFieldIds(name: string, label: string, hasHint: boolean): Ids {
  const id = useId();
  const errors = useErrors(name);
  const error = get(errors, name) as FieldError | undefined;
  const text = useErrorText()(name, label, error);
  const describedBy = cx(hasHint && `${id}-hint`, text && `${id}-error`) || undefined;
  return { control: id, describedBy, invalid: !!error, error: text };
}

const none: FieldErrors = {};

function useNoErrors(): FieldErrors {
  return none;
}

function useLiveErrors(name: string): FieldErrors {
  return useFormState({ name }).errors;
}

/**
 * The errors of the form, followed for one field. A form has none while the server renders it, so
 * no field looks for them there.
 */
const useErrors = typeof window === 'undefined' ? useNoErrors : useLiveErrors;

/**
 * Words for an error: the server's own message, else the feature's `errors.{field}.{code}`, else
 * the shared `{field}.{code}`, else the generic `{code}`, which names its field in quotation marks.
 * A bare label goes into a sentence only where it is sure to be a
 * noun: a code's name.
 */
export function useErrorText() {
  const { ns } = useFormShared();
  const { t } = useTranslation('common');
  return (name: string, label: string, error: FieldError | undefined): string | null => {
    if (!error) return null;
    if (error.type === 'server') return error.message || t('errors.default');
    const code = error.type;
    const keys = [
      ns && `${ns}:errors.${name}.${code}`,
      `validation:${name}.${code}`,
      `validation:${code}`,
      'validation:INVALID_TYPE',
    ];
    const names = { field: label, label: inSentence(label) };
    return t(keys.filter(Boolean) as never, { ...names, ...error.types } as never) as unknown as string;
  };
}

export function Tag({ required }: { required?: boolean }) {
  const { t } = useTranslation('common');
  if (required === undefined) return null;
  return (
    <span
      className={cx(
        'shrink-0 rounded px-1.5 py-0.5 text-xs leading-tight',
        required ? 'bg-ink font-bold text-surface' : 'border border-line-strong font-normal text-ink-2',
      )}
    >
      {required ? t('required') : t('optional')}
    </span>
  );
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={`${id}-hint`} className="text-sm text-ink-2">
      {children}
    </div>
  );
}

export function ErrorText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-error`} className="flex items-start gap-1 text-sm text-danger">
      <Icon of={CircleAlert} className="mt-1 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

type FrameProps = FieldProps & { ids: Ids; children: ReactNode };

/** Label above with its tag, hint under it, the control, the error below. */
export function FieldFrame({ ids, label, required, hint, width, children }: FrameProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2">
        <label htmlFor={ids.control} className="font-bold">
          {label}
        </label>
        <Tag required={required} />
      </div>
      {hint && <Hint id={ids.control}>{hint}</Hint>}
      <div className={widthOf(width)}>{children}</div>
      {ids.error && <ErrorText id={ids.control}>{ids.error}</ErrorText>}
    </div>
  );
}

type GroupProps = Omit<FieldProps, 'name' | 'width'> & { ids: Ids; children: ReactNode };

/** The same for several controls that answer one question: a legend instead of a label. */
export function FieldGroup({ ids, label, required, hint, children }: GroupProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={ids.describedBy}>
      <legend className="mb-1.5 flex items-center gap-2 font-bold">
        {label}
        <Tag required={required} />
      </legend>
      {hint && <Hint id={ids.control}>{hint}</Hint>}
      {children}
      {ids.error && <ErrorText id={ids.control}>{ids.error}</ErrorText>}
    </fieldset>
  );
}
