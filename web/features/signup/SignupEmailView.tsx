import { useQuery } from '@apollo/client/react';
import { SignupEmailScreenDocument } from '@/generated/SignupEmailScreen';
import { useVariables } from '@/lib/pageContext';
import { useRefetch } from '@/lib/refetch';
import { SignupEmailForm } from './SignupEmailForm';

/** The same step as /signup/auth, with nothing but the email address. */
export function SignupEmailView() {
  const { data } = useQuery(SignupEmailScreenDocument, { variables: useVariables(SignupEmailScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(SignupEmailScreenDocument);
  return screen && <SignupEmailForm screen={screen} refetch={refetch} />;
}
