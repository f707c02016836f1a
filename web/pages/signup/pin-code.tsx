import { SignupPinCodeView } from '@/features/signup/SignupPinCodeView';
import { SignupPinCodeScreenDocument } from '@/generated/SignupPinCodeScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: SignupPinCodeScreenDocument, namespaces: ['signup', 'validation'] });
export default withLayout(Login, SignupPinCodeView);
