import { SignupCompleteView } from '@/features/signup/SignupCompleteView';
import { SignupCompleteScreenDocument } from '@/generated/SignupCompleteScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: SignupCompleteScreenDocument, namespaces: ['signup', 'passkey'] });
export default withLayout(Login, SignupCompleteView);
