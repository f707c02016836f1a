/** What may follow a name. On paper they are Japanese in every language. */
export const honorifics = ['none', 'sama', 'onchu'] as const;

type Honorific = (typeof honorifics)[number];

/** Whom an invoice is addressed to. */
export type Addressed = { addressee: string; honorific: Honorific };

const printed: Record<Honorific, string> = { none: '', sama: '様', onchu: '御中' };

/** A name as an invoice is addressed to it. */
export function addressed(name: string, honorific: Honorific): string {
  return [name, printed[honorific]].filter(Boolean).join(' ');
}
