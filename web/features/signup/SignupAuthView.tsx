import { useQuery } from '@apollo/client/react';
import { SocialButtons } from '@/features/social/SocialButtons';
import { SignupAuthScreenDocument } from '@/generated/SignupAuthScreen';
import { useStore, useVariables } from '@/lib/pageContext';
import { useRefetch } from '@/lib/refetch';
import { InlineAddress } from './InlineAddress';
import { SignupEmailForm } from './SignupEmailForm';

/**
 * How a visitor proves who they are: by an email address, or with an account at another provider.
 */
export function SignupAuthView() {
  const { data } = useQuery(SignupAuthScreenDocument, { variables: useVariables(SignupAuthScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(SignupAuthScreenDocument);
  const Step = useStore().signupStyle === 'inline' ? InlineAddress : SignupEmailForm;
  return (
    screen && (
      <Step screen={screen} refetch={refetch}>
        <SocialButtons accounts={screen.externalAccounts} action="signup" returnTo={screen.returnTo} />
      </Step>
    )
  );
}
