import { BlockDocument } from '@/generated/staff/Block';
import type { ContractsOfBlocked } from '@/generated/staff/enums';
import { useTranslation } from '@/lib/i18n';
import { RadioField } from '@/ui/RadioField';
import { ActForm } from './ActForm';
import type { ActProps } from './act';

/** Keeps the member out, and ends their contracts. */
export function Block({ page: { member }, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  return (
    <ActForm
      {...props}
      name="block"
      document={BlockDocument}
      schema={async () => (await import('../schema')).blockSchema}
      first={{ contracts: 'END_AT_TERM' as ContractsOfBlocked }}
      input={(given) => ({ accountId: member.accountId, ...given })}
      danger
    >
      <RadioField
        name="contracts"
        label={t('acts.block.contracts')}
        column
        options={[
          { value: 'END_AT_TERM', label: t('acts.block.atTerm') },
          { value: 'END_NOW', label: t('acts.block.now') },
        ]}
      />
    </ActForm>
  );
}
