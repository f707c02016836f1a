import { useAddress } from '@/lib/nav';
import { paths } from '@/lib/paths';

export type LoginType = 'password' | 'authCode';

/**
 * The pages of the login that is under way: the site's own, or the identity provider's, which are
 * below /oidc.
 */
export function useLoginFlow() {
  const oidc = useAddress().startsWith('/oidc/');
  const here = (path: string) => (oidc ? `/oidc${path}` : path);
  return {
    oidc,
    login: (returnTo: string | null) => here(paths.login(returnTo)),
    loginAs: (type: LoginType, returnTo: string | null) => here(paths.loginAs(type, returnTo)),
    signup: (returnTo: string | null) => here(paths.signupFor(returnTo)),
    multiFactor: (type?: string) => here(paths.loginMultiFactor(type)),
  };
}

const factors = ['Passkey', 'Email', 'SMS', 'OTP', 'BackupCode'] as const;
export type Factor = (typeof factors)[number];

/** The second factors these pages have words for. */
export function isFactor(type: string | null): type is Factor {
  return (factors as readonly (string | null)[]).includes(type);
}
