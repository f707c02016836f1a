import type { ReactNode } from 'react';

/** Questions that belong together, under one legend; null: the first of them says enough. */
export function FormSection({ title, children }: { title: string | null; children: ReactNode }) {
  if (title === null) return <div className="flex flex-col gap-6">{children}</div>;
  return (
    <fieldset className="flex min-w-0 flex-col gap-6">
      <legend className="mb-4 text-xl font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Two short fields beside each other where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-6 sm:grid-cols-2">{children}</div>;
}
