import { MultiFactorView } from '@/features/login/MultiFactorView';
import { MultiFactorScreenDocument } from '@/generated/MultiFactorScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: MultiFactorScreenDocument, namespaces: ['login'] });
export default withLayout(Login, MultiFactorView);
