import { SignupEmailScreenDocument } from '@/generated/SignupEmailScreen';
import { usePageQuery } from '@/lib/apollo';
import { SignupEmailForm } from './SignupEmailForm';

/** The same step as /signup/auth, with nothing but the email address. */
export function SignupEmailView() {
  const { screen, refetch } = usePageQuery(SignupEmailScreenDocument);
  return screen && <SignupEmailForm screen={screen} refetch={refetch} />;
}
