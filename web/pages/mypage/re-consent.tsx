import { ReConsentView } from '@/features/reConsent/ReConsentView';
import { ReConsentScreenDocument } from '@/generated/ReConsentScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: ReConsentScreenDocument,
  namespaces: ['reConsent', 'signup', 'validation'],
  variables: ({ query }) => ({ returnTo: text(query.returnTo) }),
});
export default withLayout(Account, ReConsentView, { back: 'own' });
