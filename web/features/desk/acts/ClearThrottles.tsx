import { ClearThrottlesDocument } from '@/generated/staff/ClearThrottles';
import { useTranslation } from '@/lib/i18n';
import { useThrottled } from '../throttled';
import { ActForm } from './ActForm';
import type { ActProps } from './act';
import { ChoicesField } from './ChoicesField';

/** Lets a member who has proved who they are try again what they tried too often. */
export function ClearThrottles({ page: { member }, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  const throttled = useThrottled();
  return (
    <ActForm
      {...props}
      name="clearThrottles"
      document={ClearThrottlesDocument}
      schema={async () => (await import('../schema')).clearSchema}
      first={{ what: [] }}
      input={(given) => ({ accountId: member.accountId, ...given })}
    >
      <ChoicesField
        name="what"
        label={t('acts.clearThrottles.what')}
        options={member.login.throttles.map((each) => ({ value: each.what, label: throttled(each) }))}
      />
    </ActForm>
  );
}
