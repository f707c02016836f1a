import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { ErrorText, useErrorText } from '@/ui/Field';
import { LiveRegion } from '@/ui/LiveRegion';
import { type Boxes, type Edit, emptyBoxes, erased, pasted, typed } from './boxes';

const { length } = limits.profilePin;
const arrows: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Two rows of boxes for one digit each, the PIN and the same once more, with one line for what is
 * wrong with them (L-113 to L-115).
 */
export function PinBoxes({ name }: { name: string }) {
  const { t } = useTranslation('pin');
  const id = useId();
  const { setValue, getValues, clearErrors } = useFormContext();
  const { field, fieldState } = useController({ name });
  const [focused, setFocused] = useState<number | null>(null);
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const error = useErrorText()(name, t('title'), fieldState.error);
  const boxes = field.value as Boxes;
  const focus = (at: number) => inputs.current[at]?.focus();

  const edit = (change: (boxes: Boxes) => Edit | null) => {
    const next = change(getValues(name) as Boxes);
    if (!next) return;
    setValue(name, next.boxes, { shouldDirty: true });
    clearErrors(name);
    focus(next.at);
  };

  const attach = field.ref;
  useEffect(() => attach({ focus: () => inputs.current[0]?.focus() }), [attach]);

  // What was typed before the script arrived.
  useEffect(() => {
    const early = inputs.current.map((input) => input?.value.normalize('NFKC') ?? '');
    if (early.some((value) => /^[0-9]$/.test(value)))
      setValue(
        name,
        emptyBoxes.map((_, at) => (/^[0-9]$/.test(early[at] ?? '') ? early[at] : '')),
      );
  }, [name, setValue]);

  const propsOf = (at: number) => ({
    ref: (input: HTMLInputElement | null) => {
      inputs.current[at] = input;
    },
    value: boxes[at] ?? '',
    type: focused === at ? 'text' : 'password',
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      setFocused(at);
      event.currentTarget.select();
    },
    onBlur: () => setFocused(null),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.target;
      // Keyboards of phones tell of this key only by what it does.
      const isBack = (event.nativeEvent as InputEvent).inputType === 'deleteContentBackward';
      edit((all) => (isBack && value === '' ? erased(all, at) : typed(all, at, value)));
    },
    onPaste: (event: ClipboardEvent) => {
      event.preventDefault();
      const text = event.clipboardData.getData('text');
      edit((all) => pasted(all, at, text));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const move = arrows[event.key];
      if (event.key !== 'Backspace' && !move) return;
      event.preventDefault();
      if (move) focus(at + move);
      else edit((all) => erased(all, at));
    },
  });

  return (
    <div className="flex flex-col gap-6">
      {(['new', 'confirm'] as const).map((row, nth) => (
        <fieldset key={row} className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
          <legend className="mb-2 font-bold">{t(`form.${row}`)}</legend>
          <div className="flex flex-wrap gap-2 sm:gap-3">
            {Array.from({ length }, (_, place) => (
              <input
                // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
                key={place}
                inputMode="numeric"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint={nth * length + place === 2 * length - 1 ? 'done' : 'next'}
                aria-label={t('form.box', { count: length, at: place + 1 })}
                aria-invalid={!!error || undefined}
                className="control size-14 px-0 text-center text-2xl tabular-nums"
                {...propsOf(nth * length + place)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <LiveRegion role="alert" className="-mt-2 -mb-4 min-h-6">
        {error && <ErrorText id={id}>{error}</ErrorText>}
      </LiveRegion>
    </div>
  );
}
