import type { Fault } from './fault';

export const errorPages = [
  '401',
  '403',
  '404',
  '405',
  '500',
  '502',
  '503',
  '504',
  'region-block',
  'profile-forbidden',
  'unknown',
] as const;
type ErrorPage = (typeof errorPages)[number];

/**
 * The error page of a fault; a status without its own page gets the unknown-error page with its
 * real status.
 */
export function errorPageOf(fault: Pick<Fault, 'status' | 'code'>): ErrorPage {
  if (fault.code === 'REGION_BLOCKED') return 'region-block';
  if (fault.code === 'PROFILE_FORBIDDEN') return 'profile-forbidden';
  if (fault.code === 'UNKNOWN') return 'unknown';
  return errorPages.find((page) => page === String(fault.status)) ?? 'unknown';
}
