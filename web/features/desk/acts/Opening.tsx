import { ChevronDown } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/Icon';
import { NeedsScript } from '@/ui/NeedsScript';

type Props = { id?: string; title: string; small?: boolean; children: ReactNode };

/**
 * A title that opens what is under it, which is made when it is opened for the first time. It is
 * open when the address says so, as after the way to prove once more who one is.
 */
export function Opening({ id, title, small = false, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!details.current) return;
    if (id && window.location.hash === `#${id}`) details.current.open = true;
    if (details.current.open) setOpened(true); // before there was a script, too
  }, [id]);
  return (
    <details
      ref={details}
      id={id}
      className="group"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary
        className={cx(
          'flex min-h-11 cursor-pointer items-center gap-2 py-2',
          small ? 'text-sm text-accent-text' : 'justify-between font-bold',
        )}
      >
        <span>{title}</span>
        <Icon of={ChevronDown} className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      {opened ? <div className="flex flex-col gap-4 pt-1 pb-4">{children}</div> : <NeedsScript />}
    </details>
  );
}
