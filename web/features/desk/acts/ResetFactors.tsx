import { ResetFactorsDocument } from '@/generated/staff/ResetFactors';
import { useTranslation } from '@/lib/i18n';
import { factorsOf } from '../member';
import { ActForm } from './ActForm';
import type { ActProps } from './act';
import { ChoicesField } from './ChoicesField';

/** Asks a second person to begin taking second factors off. */
export function ResetFactors({ page: { member }, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  return (
    <ActForm
      {...props}
      name="resetFactors"
      document={ResetFactorsDocument}
      schema={async () => (await import('../schema')).factorsSchema}
      first={{ kinds: [] }}
      input={(given) => ({ accountId: member.accountId, ...given })}
      danger
    >
      <ChoicesField
        name="kinds"
        label={t('acts.resetFactors.kinds')}
        options={factorsOf(member).map((kind) => ({ value: kind, label: t(`factors.${kind}`) }))}
      />
    </ActForm>
  );
}
