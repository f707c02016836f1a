const prefix = 'kaiin.draft.';

/** Milliseconds after which what was typed is not put back: a sign-up lasts no longer. */
const life = 60 * 60 * 1000;

export type Value = string | boolean | string[];

type Kept = {
  /** Whose it is; null is a visitor's. */
  of: string | null;
  at: number;
  /** Stands for what the form opened with: a draft over other values is out of date. */
  over: number;
  values: Record<string, Value>;
};

/** Whether what was kept may not be shown any more: it is of somebody else, or too old. */
export function isOver(kept: Kept, authId: string | null): boolean {
  return kept.of !== authId || Date.now() - kept.at > life;
}

/** What was typed into the form is of no more use: it was sent. */
export function forgetDraft(name: string): void {
  attempt(() => sessionStorage.removeItem(prefix + name));
}

/** The same for all forms of this tab, as somebody logs in or out. */
export function forgetDrafts(): void {
  forgetWhere(() => true);
}

/**
 * The same for what is over, whether its form is opened again or not: on a shared device the next
 * person finds nothing of the one before.
 */
export function forgetOldDrafts(authId: string | null): void {
  forgetWhere((name) => {
    const kept = read(name);
    return !kept || isOver(kept, authId);
  });
}

function forgetWhere(matches: (name: string) => boolean): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) {
      const name = key.slice(prefix.length);
      if (key.startsWith(prefix) && matches(name)) forgetDraft(name);
    }
  });
}

export function read(name: string): Kept | undefined {
  return attempt(() => {
    const kept = JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as Kept | null;
    return kept?.values ? kept : undefined;
  });
}

export function write(name: string, kept: Kept): void {
  attempt(() => sessionStorage.setItem(prefix + name, JSON.stringify(kept)));
}

/** Without storage what is typed is simply not kept. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
