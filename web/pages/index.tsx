import { HomeView } from '@/features/home/HomeView';
import { HomeScreenDocument } from '@/generated/HomeScreen';
import { Guest } from '@/layouts/Guest';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: HomeScreenDocument,
  namespaces: ({ screen }) => ['home', 'plans', ...(screen?.contracts.length ? (['mypage', 'payment'] as const) : [])],
});
export default withLayout(Guest, HomeView, { bleed: true });
