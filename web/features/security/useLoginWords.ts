import { useTranslation } from '@/lib/i18n';

const methods = ['Password', 'AuthCode', 'Passkey'] as const;
const identifiers = ['Email', 'UserID', 'Passkey'] as const;
const factors = ['Email', 'SMS', 'OTP', 'BackupCode', 'Passkey'] as const;

const among = <T extends string>(known: readonly T[], key: string | null): key is T =>
  (known as readonly (string | null)[]).includes(key);

/** The words for how somebody logged in. An external account goes by its own name. */
export function useLoginWords() {
  const { t } = useTranslation('security');
  return {
    method: (method: string) => (among(methods, method) ? t(`methods.${method}`) : method),
    identifier: (name: string | null) => (among(identifiers, name) ? t(`identifiers.${name}`) : name),
    factor: (type: string) => (among(factors, type) ? t(`factors.${type}`) : type),
  };
}
