import { errorPage } from '@/lib/server/errorPage';

/** Every address no other route answers. */
export const getServerSideProps = errorPage(() => ({ status: 404, code: 'NOT_FOUND' }));

export default function UnknownRoute() {
  return null;
}
