import { useSyncExternalStore } from 'react';
import { onceInSight } from './inSight';

type Tone = 'done' | 'error';
export type Toast = { id: number; tone: Tone; text: string };

const toastTime = 3000;
const mostToasts = 4;

let shown: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function change(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

function show(tone: Tone, text: string): number {
  const id = next++;
  onceInSight(() => {
    const others = shown.filter((each) => each.text !== text);
    change([...others, { id, tone, text }].slice(-mostToasts));
    if (tone === 'done') setTimeout(() => dismiss(id), toastTime);
  });
  return id;
}

export function dismiss(id: number): void {
  change(shown.filter((entry) => entry.id !== id));
}

/**
 * Short word on something that happened in place: three seconds, four at most, the oldest goes
 * first. The same words are shown once. One that tells a failure stays until it is
 * dismissed, tried again, or its page is left: not everybody reads it in three seconds. Both answer
 * what `dismiss` takes.
 */
export const toast = {
  done: (text: string) => show('done', text),
  error: (text: string) => show('error', text),
};

const none: readonly Toast[] = [];

/** The toasts in sight, the oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => none,
  );
}
