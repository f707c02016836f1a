import { LogoutView } from '@/features/login/LogoutView';
import { LogoutScreenDocument } from '@/generated/LogoutScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: LogoutScreenDocument, namespaces: ['login'] });
export default withLayout(Login, LogoutView);
