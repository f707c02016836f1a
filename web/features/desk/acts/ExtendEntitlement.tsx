import { ExtendEntitlementDocument } from '@/generated/staff/ExtendEntitlement';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { SelectField } from '@/ui/SelectField';
import { rentals } from '../member';
import { ActForm } from './ActForm';
import type { ActProps } from './act';
import { DaysField } from './DaysField';

/** Lets the member watch for longer what they rented. */
export function ExtendEntitlement({ page, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  return (
    <ActForm
      {...props}
      name="extendEntitlement"
      document={ExtendEntitlementDocument}
      schema={async () => (await import('../schema')).extendEntitlementSchema}
      first={{ entitlementId: '', days: '' }}
      input={(given) => given}
    >
      <SelectField
        name="entitlementId"
        required
        label={t('acts.extendEntitlement.of')}
        placeholder={t('choose')}
        options={rentals(page).map(({ entitlementId, planName, expiresAt }) => ({
          value: entitlementId,
          label: `${planName} (${t('rights.until', { at: formatMinute(expiresAt as string) })})`,
        }))}
      />
      <DaysField />
    </ActForm>
  );
}
