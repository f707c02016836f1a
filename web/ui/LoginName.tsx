/**
 * What the member logs in with, for the password manager of the browser, which has to know whose password a form proves or sets. Nobody sees
 * it, and it is not sent.
 */
export function LoginName({ identifier }: { identifier: string | null }) {
  return identifier && <input type="text" autoComplete="username" value={identifier} readOnly hidden />;
}
