import {
  ResumeRetriesDocument,
  type ResumeRetriesInput,
  type ResumeRetriesMutation,
} from '@/generated/staff/ResumeRetries';
import { RetryNowDocument } from '@/generated/staff/RetryNow';
import { UndoCancelContractDocument } from '@/generated/staff/UndoCancelContract';
import type { StaffDocument } from '@/lib/desk/document';
import { type Contract, cancelled, owing, retried, versionOf } from '../member';
import { ActForm } from './ActForm';
import type { ActName, ActProps } from './act';
import { ContractField } from './ContractField';

// Acts that need to be told nothing but the contract and why.

/** Takes a cancellation back for the member. */
export function UndoCancelContract(props: ActProps) {
  return (
    <OfContract
      {...props}
      name="undoCancelContract"
      document={UndoCancelContractDocument}
      contracts={cancelled(props.page)}
    />
  );
}

/** Has a refused charge that was put off tried again from tomorrow on. */
export function ResumeRetries(props: ActProps) {
  return (
    <OfContract {...props} name="resumeRetries" document={ResumeRetriesDocument} contracts={retried(props.page)} />
  );
}

/** Charges now what a contract owes. */
export function RetryNow(props: ActProps) {
  return <OfContract {...props} name="retryNow" document={RetryNowDocument} contracts={owing(props.page)} />;
}

type Props = ActProps & {
  name: ActName;
  document: StaffDocument<ResumeRetriesMutation, { input: ResumeRetriesInput }>;
  contracts: readonly Contract[];
};

function OfContract({ page: _, contracts, ...props }: Props) {
  return (
    <ActForm
      {...props}
      schema={async () => (await import('../schema')).contractSchema}
      first={{ subscriptionId: '' }}
      input={(given) => ({ ...given, version: versionOf(contracts, given.subscriptionId) })}
    >
      <ContractField contracts={contracts} />
    </ActForm>
  );
}
