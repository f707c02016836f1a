import type { PageConfig } from 'next';
import { PaymentHistoryView } from '@/features/billing/PaymentHistoryView';
import { PurchasesView } from '@/features/bought/PurchasesView';
import { ConnectionsView } from '@/features/connections/ConnectionsView';
import { ConsentView } from '@/features/consent/ConsentView';
import { MypageView } from '@/features/mypage/MypageView';
import { PaymentMethodsView } from '@/features/payment/PaymentMethodsView';
import { MypagePlansView } from '@/features/plans/PlansView';
import { SubscriptionView } from '@/features/subscription/SubscriptionView';
import { ConnectionsScreenDocument } from '@/generated/ConnectionsScreen';
import { ConsentScreenDocument } from '@/generated/ConsentScreen';
import { MypagePlansScreenDocument } from '@/generated/MypagePlansScreen';
import { MypageScreenDocument } from '@/generated/MypageScreen';
import { PaymentHistoryScreenDocument } from '@/generated/PaymentHistoryScreen';
import { PaymentMethodsScreenDocument } from '@/generated/PaymentMethodsScreen';
import { PurchasesScreenDocument } from '@/generated/PurchasesScreen';
import { SubscriptionScreenDocument } from '@/generated/SubscriptionScreen';
import { AsMember } from '@/layouts/AsMember';
import { withLayout } from '@/layouts/withLayout';
import type { AsMember as Shown } from '@/lib/desk/asMember';
import { useDesk } from '@/lib/desk/desk';
import { memberPage } from '@/lib/server/asMember';

/** Each as the member's own route has it. */
const pages = {
  MYPAGE: { document: MypageScreenDocument, View: MypageView },
  PLANS: { document: MypagePlansScreenDocument, View: MypagePlansView },
  SUBSCRIPTION: { document: SubscriptionScreenDocument, View: SubscriptionView },
  PAYMENT_HISTORY: { document: PaymentHistoryScreenDocument, View: PaymentHistoryView },
  PURCHASES: { document: PurchasesScreenDocument, View: PurchasesView },
  PAYMENT_METHODS: { document: PaymentMethodsScreenDocument, View: PaymentMethodsView },
  CONSENTS: { document: ConsentScreenDocument, View: ConsentView },
  CONNECTIONS: { document: ConnectionsScreenDocument, View: ConnectionsView },
};

function MemberPage() {
  const { data: shown } = useDesk<Shown>();
  if (!shown) return null;
  const { View } = pages[shown.screen];
  return <View />;
}

/** No script comes with the page: nothing on it can be done, and none of its data stays. */
export const config: PageConfig = { unstable_runtimeJS: false };

export const getServerSideProps = memberPage({
  pages,
  namespaces: [
    'desk',
    'mypage',
    'passkey',
    'social',
    'plans',
    'subscription',
    'billing',
    'bought',
    'payment',
    'validation',
    'consent',
    'connections',
  ],
});

export default withLayout(AsMember, MemberPage);
