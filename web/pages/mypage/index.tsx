import { MypageView } from '@/features/mypage/MypageView';
import { MypageScreenDocument } from '@/generated/MypageScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: MypageScreenDocument, namespaces: ['mypage', 'social'] });
export default withLayout(Account, MypageView);
