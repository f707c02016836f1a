import type { Fault } from './fault';
import type { Embedded } from './i18n';
import type { Locale } from './locale';
import type { Root } from './root';

export type FlowError = { redirectTo?: string | null; message?: string | null };

/** What every route gets, embedded in the page once. `data` is the whole answer of the document: `root` and `screen`. */
export type PageProps<Data = unknown> = {
  document: string;
  variables: Record<string, unknown>;
  locale: Locale;
  texts: Embedded;
  data: Data | null;
  /** Only when `data` is null; otherwise the root is inside `data`. */
  root: Root | null;
  fault: Fault | null;
  flowError: FlowError | null;
};
