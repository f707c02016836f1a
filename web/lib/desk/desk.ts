import Router from 'next/router';
import type { StaffScope } from '@/generated/staff/enums';
import { fetchPageList } from '@/lib/pageList';
import { here } from '../nav';
import { usePage } from '../pageContext';
import type { Caller, DeskProps } from './props';

/** What a page of the staff was loaded with. */
export function useDesk<Data = unknown>(): DeskProps & { data: Data | null } {
  const { desk } = usePage();
  return {
    byIssuer: false,
    explorer: false,
    caller: null,
    fault: null,
    ...desk,
    data: (desk?.data ?? null) as Data | null,
  };
}

/** Whether the caller holds a scope: what they may not do is not shown. */
export function holds(caller: Pick<Caller, 'scopes'> | null, scope: StaffScope): boolean {
  return !!caller?.scopes.includes(scope);
}

/**
 * Loads the page in sight once more, where it is. To Next an address that loses its hash is another
 * place on the page it has, so the hash goes first.
 */
export async function refresh(): Promise<void> {
  await fetchPageList();
  if (window.location.hash) await Router.replace(here(), undefined, { scroll: false });
  await Router.replace(here(), undefined, { scroll: false });
}
