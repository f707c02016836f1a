import { DeviceView } from '@/features/oidc/DeviceView';
import { DeviceScreenDocument } from '@/generated/DeviceScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: DeviceScreenDocument,
  namespaces: ['oidc'],
  status: ({ screen }) => (screen?.state === 'tooMany' ? 429 : 200),
  variables: ({ query }) => ({
    userCode: text(query.user_code),
    entered: text(query.entered),
    answered: text(query.answered),
  }),
});
export default withLayout(Oidc, DeviceView);
