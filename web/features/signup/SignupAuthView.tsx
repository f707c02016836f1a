import { SocialButtons } from '@/features/social/SocialButtons';
import { SignupAuthScreenDocument } from '@/generated/SignupAuthScreen';
import { usePageQuery } from '@/lib/apollo';
import { SignupEmailForm } from './SignupEmailForm';

/** How a visitor proves who they are: by an email address, or with an account at another provider. */
export function SignupAuthView() {
  const { screen, refetch } = usePageQuery(SignupAuthScreenDocument);
  return (
    screen && (
      <SignupEmailForm screen={screen} refetch={refetch}>
        <SocialButtons accounts={screen.externalAccounts} action="signup" returnTo={screen.returnTo} />
      </SignupEmailForm>
    )
  );
}
