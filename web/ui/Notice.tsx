import { CircleAlert, CircleCheck, Info } from 'lucide';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './Icon';

export type Tone = 'error' | 'done' | 'caution' | 'info';

const looks: Record<Tone, string> = {
  error: 'border-danger bg-danger-subtle text-danger',
  done: 'border-done bg-done-subtle text-done',
  caution: 'border-caution bg-caution-subtle text-caution',
  info: 'border-line bg-ground text-ink',
};

const icons = { error: CircleAlert, done: CircleCheck, caution: Info, info: Info };

type Props = {
  tone?: Tone;
  title?: string;
  children: ReactNode;
};

export function Notice({ tone = 'info', title, children }: Props) {
  return (
    <div className={cx('flex gap-3 rounded-control border p-4', looks[tone])}>
      <Icon of={icons[tone]} className="mt-1 size-5 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-bold">{title}</p>}
        <div className="text-ink">{children}</div>
      </div>
    </div>
  );
}
