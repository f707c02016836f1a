import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { cx } from './cx';

export type Tab = { id: string; label: ReactNode; panel: ReactNode };

type Props = {
  label: string;
  tabs: readonly Tab[];
  active: string;
  onChange: (id: string) => void;
};

/**
 * Tabs as ARIA has them: one stop for the Tab key, arrows, Home and End go from one to the next,
 * and the one with the focus shows its panel. All panels stay in the page, so that what was typed
 * there is kept. Without script there are no tabs: each panel is shown under its label.
 */
export function Tabs({ label, tabs, active, onChange }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    onChange(tabs[next]?.id ?? active);
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex flex-wrap gap-1 rounded-control bg-line p-1 noscript:hidden"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === active}
            aria-controls={`${id}-${tab.id}-panel`}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={cx(
              'flex min-h-11 flex-auto items-center justify-center rounded-control border px-1 py-1 text-sm whitespace-nowrap',
              tab.id === active ? 'border-accent-text bg-surface font-bold' : 'border-transparent text-ink-2',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-${tab.id}-panel`}
          aria-labelledby={`${id}-${tab.id}`}
          className={cx('pt-4', tab.id !== active && 'hidden noscript:block')}
        >
          <p className="hidden pb-2 font-bold noscript:block">{tab.label}</p>
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
