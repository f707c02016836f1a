/** /signup sends the visitor on to the first step before anything is drawn; only the flow-error dialog ever stands here. */
export function SignupEntryView() {
  return null;
}
