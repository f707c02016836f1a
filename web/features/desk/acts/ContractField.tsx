import { formatDay } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { SelectField } from '@/ui/SelectField';
import type { Contract } from '../member';

/** Which contract it is about: nothing is chosen at first, so that none is taken unseen. */
export function ContractField({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useTranslation('desk');
  return (
    <SelectField
      name="subscriptionId"
      required
      label={t('acts.contract')}
      placeholder={t('choose')}
      options={contracts.map(({ subscriptionId, planName, createdAt }) => ({
        value: subscriptionId,
        label: `${planName} (${formatDay(createdAt)})`,
      }))}
    />
  );
}
