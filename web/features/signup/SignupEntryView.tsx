/**
 * /signup sends the visitor on to the first step before anything is drawn. Only the flow-error
 * dialog is ever shown here.
 */
export function SignupEntryView() {
  return null;
}
