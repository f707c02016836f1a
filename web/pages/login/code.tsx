import { LoginCodeView } from '@/features/login/LoginCodeView';
import { LoginCodeScreenDocument } from '@/generated/LoginCodeScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: LoginCodeScreenDocument, namespaces: ['login', 'validation'] });
export default withLayout(Login, LoginCodeView);
