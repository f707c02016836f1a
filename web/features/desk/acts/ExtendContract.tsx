import { ExtendContractDocument } from '@/generated/staff/ExtendContract';
import { extendable, versionOf } from '../member';
import { ActForm } from './ActForm';
import type { ActProps } from './act';
import { ContractField } from './ContractField';
import { DaysField } from './DaysField';

/** Moves the next billing day of a contract. */
export function ExtendContract({ page, ...props }: ActProps) {
  const contracts = extendable(page);
  return (
    <ActForm
      {...props}
      name="extendContract"
      document={ExtendContractDocument}
      schema={async () => (await import('../schema')).extendContractSchema}
      first={{ subscriptionId: '', days: '' }}
      input={(given) => ({ ...given, version: versionOf(contracts, given.subscriptionId) })}
    >
      <ContractField contracts={contracts} />
      <DaysField />
    </ActForm>
  );
}
