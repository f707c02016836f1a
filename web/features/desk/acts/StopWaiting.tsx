import type { WaitingMatter } from '@/generated/staff/enums';
import { StopWaitingDocument } from '@/generated/staff/StopWaiting';
import { useTranslation } from '@/lib/i18n';
import { RadioField } from '@/ui/RadioField';
import { waitingOf } from '../member';
import { ActForm } from './ActForm';
import type { ActProps } from './act';

/** Stops a change or a withdrawal that waits for its time. */
export function StopWaiting({ page: { member }, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  const waiting = waitingOf(member);
  return (
    <ActForm
      {...props}
      name="stopWaiting"
      document={StopWaitingDocument}
      schema={async () => (await import('../schema')).stopSchema}
      first={{ what: (waiting.length === 1 ? waiting[0] : '') as WaitingMatter }}
      input={(given) => ({ accountId: member.accountId, ...given })}
      danger
    >
      <RadioField
        name="what"
        label={t('acts.stopWaiting.what')}
        column
        required
        options={waiting.map((what) => ({ value: what, label: t(`acts.stopWaiting.matters.${what}`) }))}
      />
    </ActForm>
  );
}
