import type { WithdrawalRequest } from '@/generated/staff/enums';
import { WithdrawMemberDocument } from '@/generated/staff/WithdrawMember';
import { useTranslation } from '@/lib/i18n';
import { RadioField } from '@/ui/RadioField';
import { requests } from '../values';
import { ActForm } from './ActForm';
import type { ActProps } from './act';

/** Asks a second person to end a membership for somebody who asked for it. */
export function WithdrawMember({ page: { member }, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  return (
    <ActForm
      {...props}
      name="withdrawMember"
      document={WithdrawMemberDocument}
      schema={async () => (await import('../schema')).withdrawSchema}
      first={{ request: '' as WithdrawalRequest }}
      input={(given) => ({ accountId: member.accountId, ...given })}
      danger
    >
      <RadioField
        name="request"
        label={t('acts.withdrawMember.request')}
        column
        required
        options={requests.map((request) => ({ value: request, label: t(`acts.withdrawMember.requests.${request}`) }))}
      />
    </ActForm>
  );
}
