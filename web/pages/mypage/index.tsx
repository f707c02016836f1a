import { isLater } from '@/features/mypage/later';
import { MypageView } from '@/features/mypage/MypageView';
import { MypageScreenDocument } from '@/generated/MypageScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: MypageScreenDocument,
  namespaces: ['mypage', 'passkey', 'social', 'plans', 'payment'],
  variables: ({ req }) => ({ later: isLater(req.cookies) }),
});
export default withLayout(Account, MypageView);
