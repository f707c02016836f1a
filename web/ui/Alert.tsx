import { useEffect, useRef } from 'react';
import { onceInSight } from '@/lib/inSight';
import { LiveRegion } from './LiveRegion';
import { Notice, type Tone } from './Notice';

type Props = {
  tone?: Tone;
  id?: string;
  /** What it says; nothing as long as there is nothing to say. */
  children?: string | false | null;
};

/**
 * A notice that takes the focus when it appears, or when the dialog closes in which it was caused,
 * so that it is read and seen.
 */
export function Alert({ tone = 'error', id, children }: Props) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (children) return onceInSight(() => region.current?.focus(), region.current);
  }, [children]);
  return (
    <LiveRegion ref={region} id={id} role="alert" tabIndex={-1} className="rounded-control empty:absolute">
      {children && <Notice tone={tone}>{children}</Notice>}
    </LiveRegion>
  );
}
