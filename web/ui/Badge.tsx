import type { ReactNode } from 'react';
import { cx } from './cx';

export type BadgeTone = 'neutral' | 'accent' | 'done' | 'caution' | 'danger';

const looks: Record<BadgeTone, string> = {
  neutral: 'border-line-strong bg-ground text-ink',
  accent: 'border-accent-text bg-accent-subtle text-accent-text',
  done: 'border-done bg-done-subtle text-done',
  caution: 'border-caution bg-caution-subtle text-caution',
  danger: 'border-danger bg-danger-subtle text-danger',
};

/** A status in words; the colour only repeats them. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded border px-2 py-0.5 text-xs font-bold leading-normal',
        looks[tone],
      )}
    >
      {children}
    </span>
  );
}
