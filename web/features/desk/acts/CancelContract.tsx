import { CancelContractDocument } from '@/generated/staff/CancelContract';
import type { ContractEnd } from '@/generated/staff/enums';
import { useTranslation } from '@/lib/i18n';
import { RadioField } from '@/ui/RadioField';
import { running, versionOf } from '../member';
import { ActForm } from './ActForm';
import type { ActProps } from './act';
import { ContractField } from './ContractField';

/** Cancels a contract as its member would, or ends it at once. */
export function CancelContract({ page, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  const contracts = running(page);
  return (
    <ActForm
      {...props}
      name="cancelContract"
      document={CancelContractDocument}
      schema={async () => (await import('../schema')).cancelSchema}
      first={{ subscriptionId: '', at: 'TERM' as ContractEnd }}
      input={(given) => ({ ...given, version: versionOf(contracts, given.subscriptionId) })}
      danger
    >
      <ContractField contracts={contracts} />
      <RadioField
        name="at"
        label={t('acts.cancelContract.at')}
        column
        options={[
          { value: 'TERM', label: t('acts.cancelContract.term') },
          { value: 'NOW', label: t('acts.cancelContract.now') },
        ]}
      />
    </ActForm>
  );
}
