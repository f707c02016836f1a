import { errorPage } from '@/lib/server/errorPage';

const named = new Map([
  ['region-block', { status: 403, code: 'REGION_BLOCKED' }],
  ['profile-forbidden', { status: 403, code: 'PROFILE_FORBIDDEN' }],
  ['unknown', { status: 500, code: 'UNKNOWN' }],
]);

/**
 * Go sends a failing page here by its status; a status without a page of its own shows the
 * unknown-error page.
 */
export const getServerSideProps = errorPage(({ params }) => {
  const name = String(params?.code);
  const status = Number(name);
  const known = status >= 400 && status < 600 ? { status, code: name } : { status: 404, code: 'UNKNOWN' };
  return named.get(name) ?? known;
});

export default function ErrorRoute() {
  return null;
}
