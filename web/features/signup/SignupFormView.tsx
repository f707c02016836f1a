import { useQuery } from '@apollo/client/react';
import dynamic from 'next/dynamic';
import { SignupFormScreenDocument } from '@/generated/SignupFormScreen';
import { useStore, useVariables } from '@/lib/pageContext';
import { useRefetch } from '@/lib/refetch';
import { orNotice } from '@/ui/PartMissing';

// A store has one of the two styles: its members get the scripts of that one alone.
const InlineForm = dynamic(() => orNotice(import('./InlineForm').then((part) => part.InlineForm)));
const SignupForm = dynamic(() => orNotice(import('./SignupForm').then((part) => part.SignupForm)));

/** The form of the sign-up, in the store's style. */
export function SignupFormView() {
  const { data } = useQuery(SignupFormScreenDocument, { variables: useVariables(SignupFormScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(SignupFormScreenDocument);
  const Step = useStore().signupStyle === 'inline' ? InlineForm : SignupForm;
  if (!screen?.setting) return null;
  return <Step screen={screen} setting={screen.setting} refetch={refetch} />;
}
