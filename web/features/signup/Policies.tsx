import type { PolicyFragment } from '@/generated/fragments';
import type { PolicyConsentInput } from '@/generated/SignupConfirm';
import { useTranslation } from '@/lib/i18n';
import { PolicyBox, usePolicies } from '@/ui/PolicyBox';

/** For the action that consents: gets the new texts when the server says that they have changed. */
export function afterChange(refetch: () => Promise<void>) {
  return ({ code }: { code: string }) => (code === 'POLICY_CHANGED' ? refetch() : undefined);
}

/**
 * The consent to a page's policies. What was read is remembered by revision, so that a text that
 * changes meanwhile is unread again.
 */
export function useConsent(policies: readonly PolicyFragment[]) {
  const texts = policies.map((policy) => ({ ...policy, policyId: `${policy.policyId}@${policy.revision}` }));
  return { texts, records: recordsOf(policies), ...usePolicies(texts) };
}

/** Which texts were agreed to, in which revision. */
export function recordsOf(policies: readonly PolicyFragment[]): PolicyConsentInput[] {
  return policies.map(({ policyId, revision, key }) => ({ policyId, revision, key }));
}

/**
 * The texts to agree to, and beneath them what is still missing before the flow goes on. Where
 * `tried` is given, the button opens by reading alone, and it marks the boxes that were not ticked.
 */
export function Policies({ consent, tried }: { consent: ReturnType<typeof useConsent>; tried?: boolean }) {
  const { t } = useTranslation('signup');
  const { texts, agreed, agree, allAgreed, allRead } = consent;
  const ticks = tried === undefined && texts.some(({ isExternal }) => isExternal);
  const open = tried === undefined ? allAgreed : allRead;
  return (
    <>
      {texts.map((policy) => (
        <PolicyBox
          key={policy.policyId}
          policy={policy}
          agreed={agreed.has(policy.policyId)}
          tried={tried}
          onAgree={(value) => agree(policy.policyId, value)}
        />
      ))}
      {!open && <p className="text-sm text-ink-2">{ticks ? t('policy.waitingExternal') : t('policy.waiting')}</p>}
    </>
  );
}
