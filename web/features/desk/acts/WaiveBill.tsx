import { WaiveBillDocument } from '@/generated/staff/WaiveBill';
import { formatDay, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { SelectField } from '@/ui/SelectField';
import { waivable } from '../member';
import { ActForm } from './ActForm';
import type { ActProps } from './act';

/** Asks for a bill no longer; beyond the limits a second person decides. */
export function WaiveBill({ page, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  const locale = useLocale();
  const bills = waivable(page);
  return (
    <ActForm
      {...props}
      name="waiveBill"
      document={WaiveBillDocument}
      schema={async () => (await import('../schema')).waiveSchema}
      first={{ billId: '' }}
      input={(given) => ({
        ...given,
        version: bills.find(({ billId }) => billId === given.billId)?.version ?? null,
      })}
      danger
    >
      <SelectField
        name="billId"
        required
        label={t('acts.waiveBill.bill')}
        placeholder={t('choose')}
        options={bills.map(({ billId, planName, dueDay, amount }) => ({
          value: billId,
          label: `${formatDay(dueDay)} ${planName} ${formatYen(amount, locale)}`,
        }))}
      />
    </ActForm>
  );
}
