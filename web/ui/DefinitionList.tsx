import type { ReactNode } from 'react';

/** `lang` is that of its words, where it is not the page's. */
export type Fact = { term: string; detail: ReactNode; key?: string; lang?: string };

/**
 * Facts with their names: beside each other where the list has room, under each other where not. A
 * null detail leaves its row out.
 */
export function DefinitionList({ facts }: { facts: readonly (Fact | null | undefined | false | '')[] }) {
  const shown = facts.filter((fact): fact is Fact => !!fact && fact.detail !== null && fact.detail !== undefined);
  return (
    <dl className="@container divide-y divide-line">
      {shown.map(({ term, detail, key, lang }) => (
        <div
          key={key ?? term}
          lang={lang}
          className="flex flex-col gap-0.5 py-3 @min-[28rem]:flex-row @min-[28rem]:gap-6"
        >
          <dt className="text-sm text-balance text-ink-2 @min-[28rem]:w-44 @min-[28rem]:shrink-0 @min-[28rem]:pt-0.5">
            {term}
          </dt>
          <dd className="min-w-0 whitespace-pre-line">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
