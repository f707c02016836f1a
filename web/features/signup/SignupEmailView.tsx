import { useQuery } from '@apollo/client/react';
import { SignupEmailScreenDocument } from '@/generated/SignupEmailScreen';
import { useStore, useVariables } from '@/lib/pageContext';
import { useRefetch } from '@/lib/refetch';
import { InlineAddress } from './InlineAddress';
import { SignupEmailForm } from './SignupEmailForm';

/** The same step as /signup/auth, with nothing but the email address. */
export function SignupEmailView() {
  const { data } = useQuery(SignupEmailScreenDocument, { variables: useVariables(SignupEmailScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(SignupEmailScreenDocument);
  const Step = useStore().signupStyle === 'inline' ? InlineAddress : SignupEmailForm;
  return screen && <Step screen={screen} refetch={refetch} />;
}
