import { RevealMemberDocument } from '@/generated/staff/RevealMember';
import { useTranslation } from '@/lib/i18n';
import { personalFields } from '../values';
import { ActForm } from './ActForm';
import type { ActProps } from './act';
import { ChoicesField } from './ChoicesField';

/** Opens personal values for the caller; of a guarded member a second person decides. */
export function RevealMember({ page: { member }, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  return (
    <ActForm
      {...props}
      name="revealMember"
      document={RevealMemberDocument}
      schema={async () => (await import('../schema')).revealSchema}
      first={{ fields: [] }}
      input={(given) => ({ accountId: member.accountId, ...given })}
    >
      <ChoicesField
        name="fields"
        label={t('acts.revealMember.fields')}
        columns
        options={personalFields.map((field) => ({ value: field, label: t(`fields.${field}`) }))}
      />
    </ActForm>
  );
}
