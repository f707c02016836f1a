import { ProfileImageView } from '@/features/picture/ProfileImageView';
import { ProfileImageScreenDocument } from '@/generated/ProfileImageScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: ProfileImageScreenDocument,
  namespaces: ['picture', 'validation'],
});
export default withLayout(Account, ProfileImageView, { narrow: true });
