import type { HeaderFragment } from '@/generated/fragments';
import type { CacheState } from './cache';
import type { DeskProps } from './desk/props';
import type { Fault } from './fault';
import type { Embedded } from './i18n';
import type { Locale } from './locale';
import type { Root } from './root';

export type FlowError = { redirectTo?: string | null; message?: string | null };

/** What every route gets, embedded in the page once. */
export type PageProps = {
  document: string;
  variables: Record<string, unknown>;
  locale: Locale;
  /** Texts that are in the page; not those of its files. */
  texts: Embedded;
  /** Namespace → address of a file that has its texts. */
  textFiles: Record<string, string>;
  /** What frames the page. It stays as it came. */
  root: Root;
  header: HeaderFragment | null;
  /**
   * The data of the page's document, as Apollo's cache keeps it; nothing where there is a fault.
   */
  state: CacheState;
  fault: Fault | null;
  flowError: FlowError | null;
  /** On pages of the staff, which have no data of a member's own. */
  desk?: DeskProps;
};
