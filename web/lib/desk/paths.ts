import { andBack, pathOf, sameOriginPath } from '../paths';

/** The addresses of the desk. */
export const deskPaths = {
  find: '/staff',
  login: (returnTo?: string) => (returnTo ? andBack('/staff/login', returnTo) : '/staff/login'),
  confirm: (returnTo: string) => andBack('/staff/confirm', returnTo),
  proposals: (after?: string) => `/staff/proposals${after ? `?after=${encodeURIComponent(after)}` : ''}`,
  explorer: '/staff/explorer',
  asMember: (accountId: string) => `/staff/as/${encodeURIComponent(accountId)}`,
  /** The page of a member, with a part of their timeline. */
  member: (accountId: string, { kind, after }: { kind?: string | null; after?: string | null } = {}) => {
    const asked = new URLSearchParams({ ...(kind && { kind }), ...(after && { after }) }).toString();
    return `/staff/members/${encodeURIComponent(accountId)}${asked && `?${asked}`}`;
  },
} as const;

/** What the server answers there itself. */
export const deskCalls = {
  session: '/staff/session',
  schema: '/staff/schema.graphqls',
  confirm: '/staff/confirm',
  invite: '/staff/invite',
  enrol: '/staff/invite/confirm',
  issuer: (returnTo: string, again?: 'again') =>
    `/staff/issuer?${new URLSearchParams({ returnTo, ...(again && { again: '1' }) })}`,
} as const;

/** A page of the desk that somebody may be sent to; its first one in place of any other address. */
export function backAtDesk(returnTo: string | null): string {
  const path = sameOriginPath(returnTo);
  return path && `${pathOf(path)}/`.startsWith('/staff/') && !path.includes('..') ? path : deskPaths.find;
}
